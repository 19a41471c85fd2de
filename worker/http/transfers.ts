// Limits how many uploads and downloads of one network go on at once in an isolate. Each holds a call to the backend and some memory.
import { ServiceError } from "../errors";
import { clientTimeoutError } from "./client-pace";

/** How many transfers one network may have, which may be a college of 300 people. */
const MAX_PER_NETWORK = 64;
/** Below the 5,000 bytes a second of the slowest connection that is planned for. */
const SLOW_BYTES_PER_SECOND = 4_000;
/** A client is slow when it is so far behind that pace, in milliseconds: longer than a phone's connection usually breaks off. */
const SLOW_AFTER_MS = 15_000;
/** A client that was slow for long becomes fast again after a while. In milliseconds. */
const LAG_MAX_MS = 30_000;
/** Longer than a client may be silent. A transfer that does nothing for so long has ended: workerd may not run its `finally`. */
const LEASE_MS = 150_000;
/** How often a transfer that waits looks whether it lost its place: one request of workerd's should not wake another. In milliseconds. */
const POLL_MS = 250;
/** When to try again, in seconds. By then those that sent nothing meanwhile are slow. */
const RETRY_SECONDS = 15;

/** One upload or download. */
export interface Transfer {
  /**
   * Awaits one read from the client, or one write to it. Only this time counts, not the backend's.
   * @throws {ServiceError} `request_timeout` when another transfer has taken the place. `pending` is then still pending.
   */
  wait<Result>(pending: Promise<Result>, bytesOf: (result: Result) => number): Promise<Result>;
  /** Gives the place back. */
  end(): void;
}

interface Place {
  network: string;
  expiresAt: number;
  /** How far the client is behind the slow pace, in milliseconds. Never below zero: who was fast gets no credit for it. */
  lagMs: number;
  /** Since when the client is waited for, in milliseconds since 1970; null while it is not. */
  waitingSince: number | null;
}

/** The transfers of one isolate. */
export class Transfers {
  readonly #maxPerNetwork: number;
  readonly #now: () => number;
  readonly #places = new Set<Place>();

  constructor(maxPerNetwork = MAX_PER_NETWORK, now: () => number = () => Date.now()) {
    this.#maxPerNetwork = maxPerNetwork;
    this.#now = now;
  }

  /**
   * Begins a transfer. When the network has as many as it may, the slowest one loses its place, if it is slow.
   * @param network an empty one is unknown, and has no limit.
   * @throws {ServiceError} `overloaded` when all are fast.
   */
  begin(network: string): Transfer {
    if (network !== "") this.#makeRoom(network);
    const place: Place = { network, expiresAt: this.#now() + LEASE_MS, lagMs: 0, waitingSince: null };
    if (network !== "") this.#places.add(place);
    return {
      wait: (pending, bytesOf) => this.#wait(place, pending, bytesOf),
      end: () => {
        this.#places.delete(place);
      },
    };
  }

  /** How long a network has to wait for a place, in seconds; 0 when `begin` would succeed now. */
  secondsUntilPlace(network: string): number {
    if (network === "") return 0;
    const own = this.#placesOf(network);
    const isFull = own.length >= this.#maxPerNetwork && own.every((place) => this.#lagOf(place) < SLOW_AFTER_MS);
    return isFull ? RETRY_SECONDS : 0;
  }

  /** The places that a network has, without those that have expired. */
  #placesOf(network: string): Place[] {
    const now = this.#now();
    for (const place of this.#places) if (place.expiresAt <= now) this.#places.delete(place);
    return [...this.#places].filter((place) => place.network === network);
  }

  #makeRoom(network: string): void {
    const retryAfterSeconds = this.secondsUntilPlace(network);
    if (retryAfterSeconds > 0) {
      const message = "Many files are on their way in your network. Please try again in a moment";
      throw new ServiceError("overloaded", message, { retryAfterSeconds });
    }
    const own = this.#placesOf(network);
    if (own.length < this.#maxPerNetwork) return;
    this.#places.delete(own.reduce((left, right) => (this.#lagOf(right) > this.#lagOf(left) ? right : left)));
  }

  #lagOf({ lagMs, waitingSince }: Place): number {
    return lagMs + (waitingSince === null ? 0 : this.#now() - waitingSince);
  }

  async #wait<Result>(place: Place, pending: Promise<Result>, bytesOf: (result: Result) => number): Promise<Result> {
    const lost = () => place.network !== "" && !this.#places.has(place);
    if (lost()) {
      pending.catch(() => {});
      throw clientTimeoutError();
    }
    place.waitingSince = this.#now();
    place.expiresAt = this.#now() + LEASE_MS;
    let timer: ReturnType<typeof setInterval> | undefined;
    const losing = new Promise<never>((_, reject) => {
      timer = setInterval(() => lost() && reject(clientTimeoutError()), POLL_MS);
    });
    try {
      const result = await Promise.race([pending, losing]);
      const earnedMs = (bytesOf(result) / SLOW_BYTES_PER_SECOND) * 1000;
      place.lagMs = Math.min(LAG_MAX_MS, Math.max(0, this.#lagOf(place) - earnedMs));
      return result;
    } finally {
      clearInterval(timer);
      place.waitingSince = null;
      place.expiresAt = this.#now() + LEASE_MS;
    }
  }
}
