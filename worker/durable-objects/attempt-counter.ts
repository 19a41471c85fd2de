// Counts attempts to guess a password, a code or a link's secret, and limits how many of some requests are made. A Durable Object, so
// that the count holds for all of Cloudflare's locations.
import { DurableObject } from "cloudflare:workers";

const HOUR_SECONDS = 3600;

/** How many attempts a window allows: `each` caller, and in `total`. The window is an hour by default. */
export interface AttemptLimits {
  each: number;
  total: number;
  windowSeconds?: number;
  /**
   * With pauses an attempt beyond a number waits for a pause after the one before, and the window begins again with each attempt. Without
   * them it waits for the end of the window.
   */
  pauses?: { each: Pause; total: Pause };
}

/** A pause that doubles with each attempt beyond the limit. In seconds. */
interface Pause {
  first: number;
  longest: number;
}

interface Attempts {
  count: number;
  /** The time of the last attempt, in milliseconds since 1970. */
  lastAt: number;
  /** The time of the attempt before, to which a refund returns; 0 when there was none. */
  previousAt?: number;
}

interface Window {
  callers: Record<string, Attempts>;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** One object per kind and subject. Its name and the callers' names are keyed hashes, so it stores no e-mail or IP address. */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one attempt of a caller, or several at once.
   * @returns 0 when it is allowed, otherwise the seconds until the next one is.
   */
  async consume(
    caller: string,
    { each, total, windowSeconds = HOUR_SECONDS, pauses }: AttemptLimits,
    amount = 1,
    now = Date.now(),
  ): Promise<number> {
    const windowMs = windowSeconds * 1000;
    const stored = await this.#read();
    const isOpen = stored !== undefined && stored.endsAt > now;
    const callers = isOpen ? stored.callers : {};
    // With pauses the window may never end, so a caller is forgotten after a window without an attempt.
    const recent = Object.entries(callers).filter(([, { lastAt }]) => !pauses || lastAt + windowMs > now);
    const own = recent.find(([name]) => name === caller)?.[1];
    const all = {
      count: recent.reduce((sum, [, { count }]) => sum + count, 0),
      lastAt: Math.max(0, ...recent.map(([, { lastAt }]) => lastAt)),
    };
    const windowEnd = isOpen ? stored.endsAt : now + windowMs;
    const allowedAt = Math.max(
      nextAttemptAt(own, amount, { limit: each, pause: pauses?.each, windowEnd }),
      nextAttemptAt(all, amount, { limit: total, pause: pauses?.total, windowEnd }),
    );
    if (allowedAt > now) return Math.ceil((allowedAt - now) / 1000);
    const endsAt = pauses ? now + windowMs : windowEnd;
    const counted = { count: (own?.count ?? 0) + amount, lastAt: now, previousAt: own?.lastAt ?? 0 };
    await this.#write({ callers: { ...Object.fromEntries(recent), [caller]: counted }, endsAt });
    if (!isOpen) await this.ctx.storage.setAlarm(endsAt);
    return 0;
  }

  /**
   * Takes back one attempt of a caller, such as one that the backend could not check, or several at once. The pause that it began is over,
   * and the one before it counts again.
   */
  async refund(caller: string, amount = 1): Promise<void> {
    const window = await this.#read();
    const own = window?.callers[caller];
    if (!window || !own) return;
    const count = Math.max(0, own.count - amount);
    const refunded = { ...own, count, lastAt: own.previousAt ?? own.lastAt };
    await this.#write({ ...window, callers: { ...window.callers, [caller]: refunded } });
  }

  /** Deletes a caller's attempts after a success. Those of other callers stay, since they may be guesses. */
  async reset(caller: string): Promise<void> {
    const window = await this.#read();
    if (!window) return;
    const { [caller]: _, ...others } = window.callers;
    await this.#write({ ...window, callers: others });
  }

  /** Deletes all callers' attempts, because the secret has changed. */
  async resetAll(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  /** Deletes the attempts once the window is over, which may have begun again since the alarm was set. */
  override async alarm(): Promise<void> {
    const window = await this.#read();
    if (window && window.endsAt > Date.now()) await this.ctx.storage.setAlarm(window.endsAt);
    else await this.ctx.storage.deleteAll();
  }

  #read(): Promise<Window | undefined> {
    return this.ctx.storage.get<Window>("window");
  }

  #write(window: Window): Promise<void> {
    return this.ctx.storage.put("window", window);
  }
}

/** When the next attempts are allowed, in milliseconds since 1970; 0 for now. */
function nextAttemptAt(
  made: Attempts | undefined,
  amount: number,
  { limit, pause, windowEnd }: { limit: number; pause: Pause | undefined; windowEnd: number },
): number {
  const { count, lastAt } = made ?? { count: 0, lastAt: 0 };
  if (count + amount <= limit) return 0;
  if (!pause) return windowEnd;
  return lastAt + Math.min(pause.longest, pause.first * 2 ** (count - limit)) * 1000;
}
