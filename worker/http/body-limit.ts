// Reads request bodies into memory, within a limit on their size, on the client's pace, and on what an isolate holds.
import { ServiceError } from "../errors";
import { BodyMemory, type BodyShare, memoryFullError } from "./body-memory";
import { bytesRead, type PaceLimits, PaceWatch } from "./client-pace";
import { drain } from "./drain";

/** A slow 3G connection. */
const SLOWEST_BYTES_PER_SECOND = 20_000;

/**
 * How long a body may take in all, in milliseconds: a minute more than the longest one takes on the slowest connection. It is held in memory
 * all that time.
 */
const totalMs = (bytes: number) => 60_000 + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000;

/** The smallest and the largest block in which a body is held, in bytes. */
const BLOCK_MIN_BYTES = 4 * 1024;
const BLOCK_MAX_BYTES = 64 * 1024;
/**
 * How many bytes of short bodies an isolate holds while they arrive: 250 of the longest. The first block of each does not count, and most bodies
 * are no longer.
 */
const SHORT_BODIES_HELD_BYTES = 16_000_000;
const shortBodies = new BodyMemory(SHORT_BODIES_HELD_BYTES);

export interface BodyLimit {
  /** The longest body, in bytes. */
  bytes: number;
  pace: PaceLimits;
  /** Creates the error for a longer body. */
  createError(): Error;
  /** Looks at each piece as it arrives. @returns the error for which the body is refused; null for none */
  inspect?(bytes: Uint8Array): Error | null;
  /** The request's share of the memory for long bodies, which the caller releases. The first `BLOCK_MAX_BYTES` take nothing of it. */
  share?: BodyShare;
}

/**
 * Reads the body, and returns a request that carries it. A body of GET or HEAD means nothing, and is not read.
 * @throws {ServiceError} `request_timeout` when the client is silent or slow; `body_unreadable` when it leaves half way; once the rest was
 * drained, the limit's error for a body that is too long, and `overloaded` for one that does not fit in the isolate's memory.
 */
export async function readWithin(request: Request, limit: BodyLimit): Promise<Request> {
  const { body, headers } = request;
  if (!body || request.method === "GET" || request.method === "HEAD") return request;
  const declaredLength = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
  const isTooLong = declaredLength !== null && Number(declaredLength) > limit.bytes;
  const read = isTooLong ? limit.createError() : await readUpTo(body, limit);
  if (read instanceof GrowingBuffer) return new Request(request, { body: read.toBody() });
  // Draining may take a minute, and holds nothing.
  limit.share?.release();
  await drain(body, limit.pace);
  throw read;
}

/** Reads a body. @returns the error when it is too long or does not fit; the rest of it is still unread. */
async function readUpTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { bytes, pace: limits, createError, inspect, share }: BodyLimit,
): Promise<GrowingBuffer | Error> {
  const reader = body.getReader();
  const pace = new PaceWatch(limits, totalMs(bytes));
  const arriving = shortBodies.share();
  const buffer = new GrowingBuffer(arriving, share);
  let error: Error | null = null;
  try {
    while (error === null) {
      const { done, value } = await pace.wait(reader.read(), bytesRead);
      if (done) return buffer;
      if (buffer.size + value.byteLength > bytes) error = createError();
      else error = inspect?.(value) ?? null;
      if (error === null && !buffer.append(value)) error = memoryFullError(buffer.isLong);
    }
  } catch (failure) {
    await reader.cancel().catch(() => {});
    if (failure instanceof ServiceError) throw failure;
    throw new ServiceError("body_unreadable", "The body ended before it was complete");
  } finally {
    arriving.release();
  }
  reader.releaseLock();
  return error;
}

/**
 * The bytes of a body in blocks that they fill. The runtime hands each read over in a buffer of 4 KB, even when it has one byte: who sends
 * byte by byte would make an isolate hold 4,096 times as much.
 */
class GrowingBuffer {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #last = new Uint8Array(BLOCK_MIN_BYTES);
  /** How many bytes of `#last` are filled. */
  #filled = 0;
  readonly #short: BodyShare;
  readonly #long: BodyShare | undefined;
  size = 0;

  /** @param short the share of the memory for the first `BLOCK_MAX_BYTES`. @param long that for the others; without it they do not count */
  constructor(short: BodyShare, long: BodyShare | undefined) {
    this.#short = short;
    this.#long = long;
  }

  /** True when the next block counts as memory for long bodies. */
  get isLong(): boolean {
    return this.size >= BLOCK_MAX_BYTES;
  }

  /** @returns false when there is no room for another block. */
  append(bytes: Uint8Array): boolean {
    for (let rest = bytes; rest.byteLength > 0; ) {
      if (this.#filled === this.#last.byteLength && !this.#addBlock()) return false;
      const part = rest.subarray(0, this.#last.byteLength - this.#filled);
      this.#last.set(part, this.#filled);
      this.#filled += part.byteLength;
      this.size += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
    return true;
  }

  /** Each block is as long as those before it together, up to the largest. */
  #addBlock(): boolean {
    const length = Math.min(this.size, BLOCK_MAX_BYTES);
    const share = this.isLong ? this.#long : this.#short;
    if (share && !share.reserve(length)) return false;
    this.#full.push(this.#last);
    this.#last = new Uint8Array(length);
    this.#filled = 0;
    return true;
  }

  /** The bytes, to be read once. Each block is released when it is read, so that the copy of the reader replaces it. */
  toBody(): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
    const last = this.#last.subarray(0, this.#filled);
    if (this.#full.length === 0) return last;
    const blocks = [...this.#full, last];
    this.#full = [];
    return new ReadableStream({
      pull(controller) {
        const block = blocks.shift();
        if (block) controller.enqueue(block);
        else controller.close();
      },
    });
  }
}
