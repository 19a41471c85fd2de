// Counts the calls that Appwrite is working on, so that a backend that cannot keep up still answers some people instead of nobody.

/** How many calls may be in flight when a request is admitted. Decision 0035 has the arithmetic. */
export const CALLS_MAX = 64;

/** The calls of one isolate. */
export class CallsInFlight {
  readonly #max: number;
  readonly #now: () => number;
  /** When each call lapses, in milliseconds since 1970. */
  readonly #calls = new Map<symbol, number>();

  constructor(max = CALLS_MAX, now: () => number = Date.now) {
    this.#max = max;
    this.#now = now;
  }

  /** True when no other request may begin. */
  get isFull(): boolean {
    if (this.#calls.size < this.#max) return false;
    // The runtime may end a request before its code says that the call has ended.
    const now = this.#now();
    for (const [call, lapsesAt] of this.#calls) if (lapsesAt <= now) this.#calls.delete(call);
    return this.#calls.size >= this.#max;
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
