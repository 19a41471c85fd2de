// Looks at a form while it arrives: each part takes the parser's time and memory, also an empty one, and so does each byte of a part's header.
import { Buffer } from "node:buffer";

/** A boundary has 70 characters at most (RFC 2046, 5.1.1). Those of a longer one would cost time to look for. */
const FORM_TYPE = /^multipart\/form-data; ?boundary=(?:([\w'+.-]{1,70})|"([\w'()+,./:=? -]{1,70})")$/i;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Where a part's header is: its number of complete lines, and what its last line has so far. */
interface HeaderState {
  lines: number;
  lineBytes: number;
  isBlank: boolean;
}

/** Counts the parts of a multipart body that arrives in pieces (RFC 2046, 5.1.1), and the bytes of their headers. */
export class MultipartScanner {
  readonly #delimiter: Buffer;
  /** The end of what was seen, in which a delimiter may have begun. */
  #rest = Buffer.alloc(0);
  /** The header that is being read; null outside of a header. */
  #header: HeaderState | null = null;
  #delimiters = 0;
  #headerBytes = 0;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`--${boundary}`);
  }

  /**
   * For the `Content-Type` of a form. Only a header that everybody reads alike will do: with escapes, other parameters or a quote that is
   * never closed, the parser of the runtime might look for another boundary. Browsers and programs send none of these.
   * @returns null for another media type, and for another way to name the boundary
   */
  static of(contentType: string): MultipartScanner | null {
    const [, token, quoted] = FORM_TYPE.exec(contentType) ?? [];
    const boundary = token ?? quoted;
    return boundary === undefined ? null : new MultipartScanner(boundary);
  }

  /** How many delimiters there are so far: one for each part, and one behind the last. */
  get delimiters(): number {
    return this.#delimiters;
  }

  /** How many bytes the headers of all parts have so far. What follows the last delimiter counts as well. */
  get headerBytes(): number {
    return this.#headerBytes;
  }

  /** Looks at the next piece of the body. */
  scan(bytes: Uint8Array): void {
    const seen = Buffer.concat([this.#rest, bytes]);
    let next = 0;
    for (let at = seen.indexOf(this.#delimiter); at >= 0; at = seen.indexOf(this.#delimiter, next)) {
      this.#readHeader(seen.subarray(next, at));
      this.#delimiters += 1;
      this.#header = { lines: 0, lineBytes: 0, isBlank: true };
      next = at + this.#delimiter.length;
    }
    const rest = Math.max(next, seen.length - this.#delimiter.length + 1);
    this.#readHeader(seen.subarray(next, rest));
    this.#rest = seen.subarray(rest);
  }

  /**
   * A header ends where the runtime's parser ends it: at the first empty line after another line, whether lines end with CRLF or LF. Its first
   * line is the rest of the delimiter's.
   */
  #readHeader(bytes: Uint8Array): void {
    const header = this.#header;
    if (!header) return;
    for (const byte of bytes) {
      this.#headerBytes += 1;
      if (byte !== LINE_FEED) {
        header.isBlank = header.lineBytes === 0 && byte === CARRIAGE_RETURN;
        header.lineBytes += 1;
        continue;
      }
      if (header.lines >= 2 && header.isBlank) {
        this.#header = null;
        return;
      }
      header.lines += 1;
      header.lineBytes = 0;
      header.isBlank = true;
    }
  }
}
