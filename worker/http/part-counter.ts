// Counts the parts of a form while it arrives: each takes the parser's time and memory, also an empty one.
import { Buffer } from "node:buffer";

/** Counts how often a multipart boundary occurs in a body that arrives in pieces (RFC 2046, 5.1.1). */
export class PartCounter {
  readonly #delimiter: Buffer;
  /** The end of what was seen, in which a delimiter may have begun. */
  #rest = Buffer.alloc(0);
  #count = 0;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`--${boundary}`);
  }

  /** For a `Content-Type`; null when it names no boundary, so that no form can be read from the body. */
  static of(contentType: string): PartCounter | null {
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    return boundary === undefined ? null : new PartCounter(boundary);
  }

  /** @returns how many delimiters there are so far: one for each part, and one behind the last. */
  add(bytes: Uint8Array): number {
    const seen = Buffer.concat([this.#rest, bytes]);
    let next = 0;
    for (let at = seen.indexOf(this.#delimiter); at >= 0; at = seen.indexOf(this.#delimiter, next)) {
      this.#count += 1;
      next = at + this.#delimiter.length;
    }
    this.#rest = seen.subarray(Math.max(next, seen.length - this.#delimiter.length + 1));
    return this.#count;
  }
}
