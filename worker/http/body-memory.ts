// Counts how much memory the bodies that are read whole take in an isolate, which has 128 MB for everything.
import { ServiceError } from "../errors";

/**
 * A share that was not released counts for two minutes after its last byte: workerd may end a request without running its `finally`. In
 * milliseconds.
 */
const LEASE_MS = 120_000;
/** When to send a refused body again, in seconds. Most forms with a file have arrived by then. */
const RETRY_SECONDS = 30;

interface Reservation {
  bytes: number;
  /** When it no longer counts, in milliseconds since 1970. */
  expiresAt: number;
}

/** The part of the memory that one request holds. */
export interface BodyShare {
  /** Reserves memory for more bytes. @returns false, and reserves nothing, when they do not fit. */
  reserve(bytes: number): boolean;
  /** Releases everything. */
  release(): void;
}

export class BodyMemory {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #reservations = new Set<Reservation>();
  #held = 0;

  /** @param maxBytes how many bytes all requests may hold together */
  constructor(maxBytes: number, now: () => number = Date.now) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** The share of a new request, which holds nothing yet. */
  share(): BodyShare {
    const reservation: Reservation = { bytes: 0, expiresAt: 0 };
    return {
      reserve: (bytes) => this.#reserve(reservation, bytes),
      release: () => this.#release(reservation),
    };
  }

  #reserve(reservation: Reservation, bytes: number): boolean {
    if (this.#held + bytes > this.#maxBytes) this.#releaseExpired();
    if (this.#held + bytes > this.#maxBytes) return false;
    this.#reservations.add(reservation);
    this.#held += bytes;
    reservation.bytes += bytes;
    reservation.expiresAt = this.#now() + LEASE_MS;
    return true;
  }

  #release(reservation: Reservation): void {
    if (!this.#reservations.delete(reservation)) return;
    this.#held -= reservation.bytes;
    reservation.bytes = 0;
  }

  #releaseExpired(): void {
    for (const reservation of this.#reservations) {
      if (reservation.expiresAt <= this.#now()) this.#release(reservation);
    }
  }
}

/** The error for a body that does not fit. @param isLong whether it is longer than a form without a file */
export function memoryFullError(isLong: boolean): ServiceError {
  const message = isLong
    ? "Many files are being sent at this moment. Send the form again in half a minute, or without its file"
    : "Many people are sending something at this moment. Send it again in half a minute";
  return new ServiceError("overloaded", message, { retryAfterSeconds: RETRY_SECONDS });
}
