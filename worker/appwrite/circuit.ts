// Circuit breaker: stops calling a backend that does not respond, so that visitors get an error at once instead of after a timeout.

/** Failures in a row after which the backend counts as down. */
const FAILURES_TO_OPEN = 4;
const OPEN_MS = 5_000;
/** One page request makes several backend calls at once, so all calls within this time count as one probe. */
const PROBE_MS = 250;

/**
 * The circuit of one isolate. Closed, it lets all calls through. Open, it lets none through. Half open, `OPEN_MS` later, it lets the calls
 * of `PROBE_MS` through as a probe.
 */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #probeUntil = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** True while no call is let through. */
  get isOpen(): boolean {
    return this.#failures >= FAILURES_TO_OPEN && this.#now() < this.#openUntil;
  }

  /** How long until the next call may be tried, in whole seconds. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#openUntil - this.#now()) / 1000));
  }

  /**
   * Whether a call may be made now. A probe may never report its outcome: when the visitor leaves, the runtime cancels it with the
   * request. So the circuit does not wait for it, and allows the next probe after `OPEN_MS`.
   */
  allowsRequest(): boolean {
    const now = this.#now();
    if (this.#failures < FAILURES_TO_OPEN || now < this.#probeUntil) return true;
    if (now < this.#openUntil) return false;
    this.#probeUntil = now + PROBE_MS;
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  /** The backend responded, with any status. */
  recordSuccess(): void {
    this.#failures = 0;
  }

  /** The backend could not be reached, or did not respond in time. */
  recordFailure(): void {
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#probeUntil = 0;
    this.#openUntil = this.#now() + OPEN_MS;
  }
}
