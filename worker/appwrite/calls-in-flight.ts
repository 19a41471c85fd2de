// Counts the calls to Appwrite that are on their way, so that a backend that cannot keep up still answers some people instead of nobody.

/** Parts of uploads are counted apart: each lasts as long as its client takes to send it, and costs the backend little meanwhile. */
export type CallKind = "call" | "upload";

/** How many calls of each kind may be on their way when a request is admitted. */
export type CallLimits = Readonly<Record<CallKind, number>>;

/** Decision 0035 has the arithmetic. */
export const CALL_LIMITS: CallLimits = { call: 64, upload: 64 };

/** A call that is on its way. */
export interface CallInFlight {
  /** Says that it is alive: it lapses that many milliseconds from now. */
  extend(lapseMs: number): void;
  /** It has ended, in whichever way. */
  end(): void;
}

/** The calls of one isolate. */
export class CallsInFlight {
  readonly #limits: CallLimits;
  readonly #now: () => number;
  /** When each call lapses, in milliseconds since 1970. */
  readonly #calls: Readonly<Record<CallKind, Map<CallInFlight, number>>> = { call: new Map(), upload: new Map() };

  constructor(limits: CallLimits = CALL_LIMITS, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** True when no request may begin that needs a call of this kind. */
  isFull(kind: CallKind): boolean {
    const calls = this.#calls[kind];
    if (calls.size < this.#limits[kind]) return false;
    // The runtime may end a request before its code says that the call has ended.
    const now = this.#now();
    for (const [call, lapsesAt] of calls) if (lapsesAt <= now) calls.delete(call);
    return calls.size >= this.#limits[kind];
  }

  /** Counts a call until its `end`, or until it lapses. @param lapseMs longer than it can last without `extend`, in milliseconds */
  begin(kind: CallKind, lapseMs: number): CallInFlight {
    const calls = this.#calls[kind];
    const call: CallInFlight = {
      extend: (lapseMs) => {
        if (calls.has(call)) calls.set(call, this.#now() + lapseMs);
      },
      end: () => {
        calls.delete(call);
      },
    };
    calls.set(call, this.#now() + lapseMs);
    return call;
  }
}
