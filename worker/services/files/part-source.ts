// Reads an upload's body in small chunks, so that only one chunk is in memory.
import { SourceError } from "../../appwrite/transport";
import { ServiceError } from "../../errors";
import { bytesRead, type PaceLimits, PaceWatch } from "../../http/client-pace";
import { drain } from "../../http/drain";
import type { Transfer } from "../../http/transfers";

/** How many bytes are read at once, at most and at least. Reading begins with the least, so that a client that sends nothing holds no more. */
const READ_MAX_BYTES = 128 * 1024;
const READ_MIN_BYTES = 4 * 1024;

/**
 * How long the client may take for a part, in milliseconds: the time at 5,000 bytes a second, the slowest connection that is planned for, and
 * a minute for interruptions. 18.5 minutes for 5 MiB, during which a call to the backend is open; at the slowest pace alone it would be 87.
 */
const partMs = (bytes: number) => 60_000 + bytes / 5;

/** The body ended before a part was complete. */
export class BodyTooShortError extends Error {
  override name = "BodyTooShortError";
}

export class PartSource {
  readonly #body: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamBYOBReader;
  #readBytes = READ_MIN_BYTES;
  #buffer = new ArrayBuffer(READ_MIN_BYTES);
  /** Bytes that were read but not yet written. */
  #pending: Uint8Array<ArrayBuffer> | null = null;
  #ended = false;
  #isReading = false;
  readonly #limits: PaceLimits;
  readonly #pace: PaceWatch;
  readonly #transfer: Transfer;
  readonly #onRead: () => void;

  /** @param body the runtime's own, of which each is a byte stream. @param onRead called whenever bytes have arrived. */
  constructor(body: ReadableStream<Uint8Array>, limits: PaceLimits, transfer: Transfer, onRead: () => void) {
    this.#transfer = transfer;
    this.#onRead = onRead;
    this.#limits = limits;
    this.#pace = new PaceWatch(limits);
    this.#body = body;
    this.#reader = body.getReader({ mode: "byob" });
  }

  /** Returns the next bytes without consuming them: at least `count`, unless the body is shorter. */
  async peek(count: number): Promise<Uint8Array> {
    while ((this.#pending?.length ?? 0) < count && !this.#ended) {
      const buffered = this.#pending;
      const chunk = await this.#read();
      if (!chunk) break;
      const joined = new Uint8Array((buffered?.length ?? 0) + chunk.length);
      if (buffered) joined.set(buffered);
      joined.set(chunk, buffered?.length ?? 0);
      this.#pending = joined;
    }
    return this.#pending ?? new Uint8Array();
  }

  /**
   * Writes exactly `length` bytes with `write`.
   * @throws {SourceError} with `BodyTooShortError` as its cause when the body ends too early, with `body_unreadable` when reading fails,
   * with `request_timeout` when the client is silent or slow, takes too long for the part, or has lost its place to another transfer.
   */
  async copy(length: number, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    this.#pace.restartTotal(partMs(length));
    let remaining = length;
    while (remaining > 0) {
      const chunk = this.#pending ?? (await this.#read());
      this.#pending = null;
      if (!chunk) throw new SourceError(new BodyTooShortError());
      const bytes = chunk.subarray(0, remaining);
      await write(bytes);
      remaining -= bytes.length;
      if (bytes.length < chunk.length) this.#pending = chunk.subarray(bytes.length);
      // After the write the buffer can be reused.
      else this.#reclaim(chunk);
    }
  }

  /** Discards the rest of the body. */
  async discard(): Promise<void> {
    // A read is pending when the backend failed within a part; it must end too.
    if (this.#isReading) return this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
    await drain(this.#body, this.#limits);
  }

  async #read(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#ended) return null;
    if (this.#buffer.byteLength !== this.#readBytes) this.#buffer = new ArrayBuffer(this.#readBytes);
    this.#isReading = true;
    try {
      const { value, done } = await this.#pace.wait(
        this.#transfer.wait(this.#reader.read(new Uint8Array(this.#buffer)), bytesRead),
        bytesRead,
      );
      if (!done && value) {
        this.#adaptTo(value.byteLength);
        this.#onRead();
        return value as Uint8Array<ArrayBuffer>;
      }
      this.#ended = true;
      return null;
    } catch (error) {
      if (error instanceof ServiceError) {
        await this.#reader.cancel().catch(() => {});
        throw new SourceError(error);
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new SourceError(new ServiceError("body_unreadable", `The upload broke off: ${reason}`));
    } finally {
      this.#isReading = false;
    }
  }

  /** Reads more at once while the client fills the buffer, and less when it sends little. */
  #adaptTo(bytes: number): void {
    if (bytes === this.#readBytes) this.#readBytes = Math.min(READ_MAX_BYTES, this.#readBytes * 4);
    else if (bytes < this.#readBytes / 8) this.#readBytes = Math.max(READ_MIN_BYTES, this.#readBytes / 2);
  }

  #reclaim(chunk: Uint8Array<ArrayBuffer>): void {
    if (chunk.buffer.byteLength === this.#readBytes) this.#buffer = chunk.buffer;
  }
}
