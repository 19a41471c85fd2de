// Reads an upload's body piece by piece, so that no more than one piece of it is ever in memory.
import { SourceError } from "../../appwrite/transport";
import { drain } from "../../http/drain";
import { ServiceError } from "../errors";

/** The most that is read at once, in bytes. */
const PIECE_BYTES = 128 * 1024;

export class PartSource {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader;
  #buffer = new ArrayBuffer(PIECE_BYTES);
  /** Read and not yet handed out. */
  #pending: Uint8Array<ArrayBuffer> | null = null;
  #ended = false;
  #isReading = false;

  constructor(body: ReadableStream<Uint8Array>) {
    // Through an identity stream any body can be read into a buffer of our own size, whatever made it.
    this.#body = body.pipeThrough(new IdentityTransformStream());
    this.#reader = this.#body.getReader({ mode: "byob" });
  }

  /** The first bytes, at least `count` of them unless the body is shorter; they are still handed out afterwards. */
  async peek(count: number): Promise<Uint8Array> {
    while ((this.#pending?.length ?? 0) < count && !this.#ended) {
      const have = this.#pending;
      const more = await this.#read();
      if (!more) break;
      const joined = new Uint8Array((have?.length ?? 0) + more.length);
      if (have) joined.set(have);
      joined.set(more, have?.length ?? 0);
      this.#pending = joined;
    }
    return this.#pending ?? new Uint8Array();
  }

  /**
   * Hands exactly `length` bytes to `write`.
   * @throws {SourceError} with `shortage()` as its cause when the body ends before, with `body_unreadable` when it breaks.
   */
  async copy(length: number, write: (bytes: Uint8Array) => Promise<void>, shortage: () => Error): Promise<void> {
    let left = length;
    while (left > 0) {
      const piece = this.#pending ?? (await this.#read());
      this.#pending = null;
      if (!piece) throw new SourceError(shortage());
      const now = piece.subarray(0, left);
      await write(now);
      left -= now.length;
      if (now.length < piece.length) this.#pending = piece.subarray(now.length);
      // Written means consumed: the buffer is free for the next piece.
      else this.#reclaim(piece);
    }
  }

  /** Gives up the rest of the body. */
  async discard(): Promise<void> {
    // Somebody still reads where the backend failed in the middle of a part: that read is to end, too.
    if (this.#isReading) return this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
    await drain(this.#body);
  }

  async #read(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#ended) return null;
    if (this.#buffer.byteLength !== PIECE_BYTES) this.#buffer = new ArrayBuffer(PIECE_BYTES);
    this.#isReading = true;
    try {
      const { value, done } = await this.#reader.read(new Uint8Array(this.#buffer));
      if (!done && value) return value as Uint8Array<ArrayBuffer>;
      this.#ended = true;
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SourceError(new ServiceError("body_unreadable", `The upload broke off: ${reason}`));
    } finally {
      this.#isReading = false;
    }
  }

  #reclaim(piece: Uint8Array<ArrayBuffer>): void {
    if (piece.buffer.byteLength === PIECE_BYTES) this.#buffer = piece.buffer;
  }
}
