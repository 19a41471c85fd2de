// Counts the calls that Appwrite is working on, so that a backend that cannot keep up still answers some people instead of nobody.

export interface CallLimits {
  /** How many calls may be in flight when a request is admitted. */
  max: number;
  /** How long a request waits for room, in milliseconds: a burst of short calls is over by then. */
  waitMs: number;
}

/** Decision 0035 has the arithmetic. */
export const CALL_LIMITS: CallLimits = { max: 64, waitMs: 1_000 };

/** How often a request that waits looks again, in milliseconds. */
const POLL_MS = 50;

/** The calls of one isolate. */
export class CallsInFlight {
  readonly #limits: CallLimits;
  readonly #now: () => number;
  /** When each call lapses, in milliseconds since 1970. */
  readonly #calls = new Map<symbol, number>();

  constructor(limits = CALL_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** True when no other request may begin. */
  get isFull(): boolean {
    if (this.#calls.size < this.#limits.max) return false;
    // The runtime may end a request before its code says that the call has ended.
    const now = this.#now();
    for (const [call, lapsesAt] of this.#calls) if (lapsesAt <= now) this.#calls.delete(call);
    return this.#calls.size >= this.#limits.max;
  }

  /**
   * Waits until another request may begin. Each waits by itself, since the runtime may end any of them without a word.
   * @returns false when it took too long
   */
  async waitForRoom(): Promise<boolean> {
    const until = this.#now() + this.#limits.waitMs;
    while (this.isFull) {
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
  begin(lapseMs: number): () => void {
    const call = Symbol("call");
    this.#calls.set(call, this.#now() + lapseMs);
    return () => {
      this.#calls.delete(call);
    };
  }
}
