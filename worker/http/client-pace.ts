// Limits how long a client may keep the Worker waiting for a request body. Only the time spent waiting counts: while the backend is busy,
// nothing is read, and the client cannot send.
import { ServiceError } from "../services/errors";

export interface PaceLimits {
  /** How long the client may send nothing, in milliseconds; also how long it may take before its pace counts. */
  silenceMs: number;
  /** The slowest pace, on average over the body. */
  bytesPerSecond: number;
}

/** A phone on a bad 2G connection sends 5,000 bytes a second or more, and may be without a connection for some seconds. */
export const CLIENT_PACE: PaceLimits = { silenceMs: 30_000, bytesPerSecond: 1_000 };

/** Watches the reads of one body. */
export class PaceWatch {
  readonly #limits: PaceLimits;
  #waitedMs = 0;
  #bytes = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /**
   * Awaits one read. After an error the read is still pending, and the caller cancels the body.
   * @throws {ServiceError} `request_timeout` when the client is silent for too long or too slow.
   */
  async wait<Result extends { value?: Uint8Array | undefined }>(read: Promise<Result>): Promise<Result> {
    const { silenceMs, bytesPerSecond } = this.#limits;
    const allowedMs = silenceMs + (this.#bytes / bytesPerSecond) * 1000 - this.#waitedMs;
    const started = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timeoutError()), Math.min(silenceMs, Math.max(0, allowedMs)));
    });
    try {
      const result = await Promise.race([read, timeout]);
      this.#bytes += result.value?.byteLength ?? 0;
      return result;
    } finally {
      clearTimeout(timer);
      this.#waitedMs += Date.now() - started;
    }
  }
}

function timeoutError(): ServiceError {
  return new ServiceError("request_timeout", "The rest of this request did not arrive in time. Please send it again");
}
