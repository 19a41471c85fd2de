// Stops asking a backend that does not answer, so that people are told at once instead of after a deadline each.

/** Failures in a row after which the backend counts as down. */
const FAILURES_TO_OPEN = 4;
const OPEN_MS = 5_000;
/** One request asks the backend several things at once: all of them are the probe. */
const PROBE_MS = 250;

/** Counts the calls of one isolate. Closed, all pass; open, none; when its time is over, the calls of a moment pass as a probe. */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #probeUntil = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** True while calls are refused without being made. */
  get isOpen(): boolean {
    return this.#failures >= FAILURES_TO_OPEN && this.#now() < this.#openUntil;
  }

  /** How long until the next call may be tried, in whole seconds. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#openUntil - this.#now()) / 1000));
  }

  /**
   * Whether a call may be made now. A probe whose visitor has left never says how it went, since the runtime drops it with
   * the request: so no probe is waited for, and the next one passes after the same time.
   */
  admits(): boolean {
    const now = this.#now();
    if (this.#failures < FAILURES_TO_OPEN || now < this.#probeUntil) return true;
    if (now < this.#openUntil) return false;
    this.#probeUntil = now + PROBE_MS;
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** The backend answered, whatever it said. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** The backend could not be reached, or said nothing in time. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#probeUntil = 0;
    this.#openUntil = this.#now() + OPEN_MS;
  }
}
