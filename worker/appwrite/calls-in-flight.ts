// Counts the calls that Appwrite is working on, so that a backend that cannot keep up still answers some people instead of nobody.

export interface CallLimits {
  /** A request is admitted while fewer calls than these are in flight. */
  maxCalls: number;
  /** How long a request waits for room, in milliseconds: a burst of short calls is over by then. */
  waitMs: number;
  /** How many pages that need the backend may be made at once: those of the admitted requests, and some that wait. */
  maxPages: number;
}

/** Decision 0035 has the arithmetic. */
export const CALL_LIMITS: CallLimits = { maxCalls: 32, waitMs: 1_000, maxPages: 48 };

/** For how long a page counts when nothing says that it is made. The runtime lets a request go on for 30 seconds after its visitor has left. */
const PAGE_LEASE_MS = 60_000;
/** How often a request that waits looks again, in milliseconds. */
const POLL_MS = 50;

/** The network of a guest, of whose calls only so many may be in flight; null for a member, and where it is unknown. */
export type GuestNetwork = string | null;

/** The calls of one isolate. Guests of one network take at most half of what there is. */
export class CallsInFlight {
  readonly #limits: CallLimits;
  readonly #now: () => number;
  readonly #calls: LeaseCounter;
  readonly #pages: LeaseCounter;

  constructor(limits = CALL_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
    this.#calls = new LeaseCounter(now);
    this.#pages = new LeaseCounter(now);
  }

  /** True when no other request may be admitted. */
  isFull(guest: GuestNetwork): boolean {
    return this.#calls.reaches(this.#limits.maxCalls, guest);
  }

  /** True when no other page that needs the backend may be begun. */
  isFullOfPages(guest: GuestNetwork): boolean {
    return this.#pages.reaches(this.#limits.maxPages, guest);
  }

  /**
   * Waits until another request may be admitted. Each polls by itself: a request that the runtime ended would never wake the next of a queue.
   * @returns false when it took too long
   */
  async waitForRoom(guest: GuestNetwork): Promise<boolean> {
    const until = this.#now() + this.#limits.waitMs;
    while (this.isFull(guest)) {
      if (this.#now() >= until) return false;
      await scheduler.wait(POLL_MS);
    }
    return true;
  }

  /**
   * Counts a call.
   * @param leaseMs for how long it counts unless it ends before, in milliseconds: longer than it can last
   * @returns a function to call when it has ended, with or without an answer
   */
  begin(leaseMs: number, guest: GuestNetwork): () => void {
    return this.#calls.begin(leaseMs, guest);
  }

  /** Counts a page that needs the backend. @returns a function to call when it is made */
  beginPage(guest: GuestNetwork): () => void {
    return this.#pages.begin(PAGE_LEASE_MS, guest);
  }
}

/** Counts what has begun and not ended. Each has a lease, since the runtime may end a request without running its `finally`. */
class LeaseCounter {
  readonly #now: () => number;
  /** When each lease expires, in milliseconds since 1970, and whose it is. */
  readonly #leases = new Map<symbol, { expiresAt: number; guest: GuestNetwork }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when as many as `count` have not ended, or half as many of a guest's network. */
  reaches(count: number, guest: GuestNetwork): boolean {
    if (this.#leases.size < count / 2) return false;
    const now = this.#now();
    for (const [key, { expiresAt }] of this.#leases) if (expiresAt <= now) this.#leases.delete(key);
    if (this.#leases.size >= count || guest === null) return this.#leases.size >= count;
    const own = [...this.#leases.values()].filter((one) => one.guest === guest);
    return own.length >= count / 2;
  }

  /** @returns a function to call when it has ended */
  begin(leaseMs: number, guest: GuestNetwork): () => void {
    const key = Symbol("lease");
    this.#leases.set(key, { expiresAt: this.#now() + leaseMs, guest });
    return () => {
      this.#leases.delete(key);
    };
  }
}
