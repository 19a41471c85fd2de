// Stops asking a backend that does not answer, so that people are told at once instead of after a deadline each.

/** Failures in a row after which the backend counts as down. */
const FAILURES_TO_OPEN = 4;
const OPEN_MS = 5_000;

/** Counts the calls of one isolate. Closed, all pass; open, none; when its time is over, one probe passes. */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #probing = false;
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

  /** Whether a call may be made now; after the open time the first asker becomes the probe. */
  admits(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#probing || this.#now() < this.#openUntil) return false;
    this.#probing = true;
    return true;
  }

  /** The backend answered, whatever it said. */
  succeeded(): void {
    this.#failures = 0;
    this.#probing = false;
  }

  /** The backend could not be reached, or said nothing in time. */
  failed(): void {
    this.#probing = false;
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#now() + OPEN_MS;
  }

  /** A call ended without saying anything about the backend: the visitor went away. */
  abandoned(): void {
    this.#probing = false;
  }
}
