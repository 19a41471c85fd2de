// Limits how long a client may keep the Worker waiting, for the bytes that it sends or for those that it reads. Only the time spent waiting
// counts: while the backend is busy, nothing is read, and the client cannot send.
import { ServiceError } from "../errors";
import { withDeadline } from "./with-deadline";

export interface PaceLimits {
  /** How long the client may send nothing, in milliseconds; also how far it may fall behind the slowest pace. */
  silenceMs: number;
  /** The slowest pace. */
  bytesPerSecond: number;
}

/** A phone on a bad 2G connection sends 5,000 bytes a second or more, and may be without a connection for some seconds. */
export const CLIENT_PACE: PaceLimits = { silenceMs: 30_000, bytesPerSecond: 1_000 };

/**
 * Watches the reads of a request's body, or the writes of a response's: a token bucket, in milliseconds. Waiting empties it and bytes fill
 * it. It holds no more than at the beginning, so that somebody who was fast first cannot be slow for long.
 */
export class PaceWatch {
  readonly #limits: PaceLimits;
  #creditMs: number;
  #leftMs: number;

  /** @param totalMs how long all of them may take together, in milliseconds */
  constructor(limits: PaceLimits, totalMs = Number.POSITIVE_INFINITY) {
    this.#limits = limits;
    this.#creditMs = limits.silenceMs;
    this.#leftMs = totalMs;
  }

  /** Sets how long all reads or writes from now on may take together, in milliseconds. */
  restartTotal(totalMs: number): void {
    this.#leftMs = totalMs;
  }

  /**
   * Awaits one read or write. After an error it is still pending, and the caller cancels the body.
   * @param bytesOf how many bytes were read or written.
   * @throws {ServiceError} `request_timeout` when the client is silent for too long or too slow.
   */
  async wait<Result>(pending: Promise<Result>, bytesOf: (result: Result) => number): Promise<Result> {
    const { silenceMs, bytesPerSecond } = this.#limits;
    const started = Date.now();
    const deadlineMs = Math.max(0, Math.min(this.#creditMs, this.#leftMs));
    const result = await withDeadline(pending, deadlineMs, clientTimeoutError);
    const waitedMs = Date.now() - started;
    const earnedMs = (bytesOf(result) / bytesPerSecond) * 1000;
    this.#creditMs = Math.min(silenceMs, this.#creditMs - waitedMs + earnedMs);
    this.#leftMs -= waitedMs;
    return result;
  }
}

/** How many bytes a read has brought. */
export function bytesRead({ value }: { value?: Uint8Array | undefined }): number {
  return value?.byteLength ?? 0;
}

/** The error for a client that is silent or too slow. */
export function clientTimeoutError(): ServiceError {
  return new ServiceError("request_timeout", "The rest of this request did not arrive in time. Please send it again");
}
