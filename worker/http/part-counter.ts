// Counts the parts of a form while it arrives: each takes the parser's time and memory, also an empty one.
import { Buffer } from "node:buffer";

/** A boundary has 70 characters at most (RFC 2046, 5.1.1). Those of a longer one would cost time to look for. */
const FORM_TYPE = /^multipart\/form-data; ?boundary=(?:([\w'+.-]{1,70})|"([\w'()+,./:=? -]{1,70})")$/i;

/** Counts how often a multipart boundary occurs in a body that arrives in pieces (RFC 2046, 5.1.1). */
export class PartCounter {
  readonly #delimiter: Buffer;
  /** The end of what was seen, in which a delimiter may have begun. */
  #rest = Buffer.alloc(0);
  #count = 0;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`--${boundary}`);
  }

  /**
   * For the `Content-Type` of a form. Only a header that everybody reads alike will do: with escapes, other parameters or a quote that is
   * never closed, the parser of the runtime might look for another boundary. Browsers and programs send none of these.
   * @returns null for another media type, and for another way to name the boundary
   */
  static of(contentType: string): PartCounter | null {
    const [, token, quoted] = FORM_TYPE.exec(contentType) ?? [];
    const boundary = token ?? quoted;
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
