// Runs much at once, but not too much.

/**
 * Waits for a moment without work. Calls within one process never wait for a network, so with several lanes there is always something to do,
 * and workerd looks at its timers only when there is not: a deadline could pass a minute ago unnoticed.
 */
export async function letTimersFire(): Promise<void> {
  await scheduler.wait(1);
}

/** Runs work in the order in which it comes, a number of pieces at once. */
export class Lanes {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await letTimersFire();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async runAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    await Promise.all(items.map((item) => this.run(() => work(item))));
  }
}

/** Waits until all who have entered have come, then does something once. */
export class Barrier {
  #missing = 0;
  readonly #open: () => void;
  readonly #opened: Promise<void>;

  constructor(then: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opened = promise.then(then);
    this.#open = resolve;
  }

  /** The others wait for whoever has entered. */
  enter(): void {
    this.#missing += 1;
  }

  /** Comes, and waits for the others. */
  arrive(): Promise<void> {
    this.leave();
    return this.#opened;
  }

  /** Does not come: the others need not wait. */
  leave(): void {
    this.#missing -= 1;
    if (this.#missing === 0) this.#open();
  }
}
