// Counts the calls that Appwrite is working on, so that a backend that cannot keep up still answers some people instead of nobody.

export interface CallLimits {
  /** How many calls may be in flight when a request is admitted. */
  max: number;
  /** How long a request waits for room, in milliseconds: a burst of short calls is over by then. */
  waitMs: number;
  /** How many pages that need the backend may be in work: as many as get in, and some that wait. */
  pages: number;
}

/** Decision 0035 has the arithmetic. */
export const CALL_LIMITS: CallLimits = { max: 32, waitMs: 1_000, pages: 48 };

/** The runtime lets a request go on for 30 seconds after its visitor has left. */
const PAGE_LAPSE_MS = 60_000;
/** How often a request that waits looks again, in milliseconds. */
const POLL_MS = 50;

/** The network of a guest, of whose calls only so many may be in flight; null for a member, and where it is unknown. */
export type GuestNetwork = string | null;

/** The calls of one isolate. Guests of one network take at most half of what there is. */
export class CallsInFlight {
  readonly #limits: CallLimits;
  readonly #now: () => number;
  readonly #calls: Lapsing;
  readonly #pages: Lapsing;

  constructor(limits = CALL_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
    this.#calls = new Lapsing(now);
    this.#pages = new Lapsing(now);
  }

  /** True when no other request may begin. */
  isFull(guest: GuestNetwork): boolean {
    return this.#calls.reaches(this.#limits.max, guest);
  }

  /** True when no other page that needs the backend may be begun. */
  hasManyPages(guest: GuestNetwork): boolean {
    return this.#pages.reaches(this.#limits.pages, guest);
  }

  /**
   * Waits until another request may begin. Each waits by itself, since the runtime may end any of them without a word.
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
   * @param lapseMs longer than it can last, in milliseconds
   * @returns a function that says it has ended, in whichever way
   */
  begin(lapseMs: number, guest: GuestNetwork): () => void {
    return this.#calls.begin(lapseMs, guest);
  }

  /** Counts a page that needs the backend. @returns a function that says it is made */
  beginPage(guest: GuestNetwork): () => void {
    return this.#pages.begin(PAGE_LAPSE_MS, guest);
  }
}

/** Things that end, and that lapse when nobody says so: the runtime may end a request before its code does. */
class Lapsing {
  readonly #now: () => number;
  /** When each of them lapses, in milliseconds since 1970, and whose it is. */
  readonly #lapses = new Map<symbol, { at: number; guest: GuestNetwork }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True when there are as many, or more, or half as many of a guest's network. */
  reaches(count: number, guest: GuestNetwork): boolean {
    if (this.#lapses.size < count / 2) return false;
    const now = this.#now();
    for (const [key, { at }] of this.#lapses) if (at <= now) this.#lapses.delete(key);
    if (this.#lapses.size >= count || guest === null) return this.#lapses.size >= count;
    const own = [...this.#lapses.values()].filter((one) => one.guest === guest);
    return own.length >= count / 2;
  }

  /** @returns a function that ends it */
  begin(lapseMs: number, guest: GuestNetwork): () => void {
    const key = Symbol("lapsing");
    this.#lapses.set(key, { at: this.#now() + lapseMs, guest });
    return () => {
      this.#lapses.delete(key);
    };
  }
}
