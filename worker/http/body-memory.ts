// Counts how much memory the bodies that are read whole take in an isolate, which has 128 MB for everything.
import { ServiceError } from "../services/errors";

/** What is not given back is counted for so long, in milliseconds. The runtime drops a request without a word when it takes too long. */
const LAPSE_MS = 120_000;
/** When to send a refused body again, in seconds. Most forms with a file have arrived by then. */
const RETRY_SECONDS = 30;

interface Share {
  bytes: number;
  /** When it lapses, in milliseconds since 1970. */
  until: number;
}

/** What one request holds of the memory. */
export interface BodyShare {
  /** Counts bytes that are about to be held. @returns false, and counts nothing, when they do not fit. */
  take(bytes: number): boolean;
  /** Gives everything back. */
  release(): void;
}

export class BodyMemory {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #shares = new Set<Share>();
  #held = 0;

  /** @param maxBytes how many bytes all requests may hold together */
  constructor(maxBytes: number, now: () => number = Date.now) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The share of a new request, which holds nothing yet. */
  share(): BodyShare {
    const share: Share = { bytes: 0, until: 0 };
    return {
      take: (bytes) => this.#take(share, bytes),
      release: () => this.#release(share),
    };
  }

  #take(share: Share, bytes: number): boolean {
    if (this.#held + bytes > this.#maxBytes) this.#releaseLapsed();
    if (this.#held + bytes > this.#maxBytes) return false;
    this.#shares.add(share);
    this.#held += bytes;
    share.bytes += bytes;
    share.until = this.#now() + LAPSE_MS;
    return true;
  }

  #release(share: Share): void {
    if (!this.#shares.delete(share)) return;
    this.#held -= share.bytes;
    share.bytes = 0;
  }

  #releaseLapsed(): void {
    for (const share of this.#shares) if (share.until <= this.#now()) this.#release(share);
  }
}

/** The error for a body that does not fit. */
export function memoryFullError(): ServiceError {
  const message = "Many files are being sent at this moment. Send the form again in half a minute, or without its file";
  return new ServiceError("overloaded", message, { retryAfterSeconds: RETRY_SECONDS });
}
