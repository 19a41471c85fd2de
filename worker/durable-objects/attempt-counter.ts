// Counts attempts to guess a password, a code or a link's secret, and limits how many of some requests are made. A Durable Object, so
// that the count holds for all of Cloudflare's locations.
import { DurableObject } from "cloudflare:workers";

const HOUR_SECONDS = 3600;

/** How many attempts a window allows: `each` caller, and in `total`. The window is an hour by default. */
export interface AttemptLimits {
  each: number;
  total: number;
  windowSeconds?: number;
}

interface Window {
  /** Attempts by caller. */
  counts: Record<string, number>;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** One object per kind and subject. Its name and the callers' names are keyed hashes, so it stores no e-mail or IP address. */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one attempt of a caller, or several at once.
   * @returns 0 when it is allowed, otherwise the seconds until the window ends.
   */
  async consume(
    caller: string,
    { each, total, windowSeconds = HOUR_SECONDS }: AttemptLimits,
    amount = 1,
    now = Date.now(),
  ): Promise<number> {
    const stored = await this.ctx.storage.get<Window>("tries");
    const window = stored && stored.endsAt > now ? stored : { counts: {}, endsAt: now + windowSeconds * 1000 };
    const own = window.counts[caller] ?? 0;
    const all = Object.values(window.counts).reduce((sum, count) => sum + count, 0);
    if (own + amount > each || all + amount > total) return Math.ceil((window.endsAt - now) / 1000);
    await this.#write({ ...window, counts: { ...window.counts, [caller]: own + amount } });
    if (window !== stored) await this.ctx.storage.setAlarm(window.endsAt);
    return 0;
  }

  /** Takes back one attempt of a caller, such as one that the backend could not check, or several at once. */
  async refund(caller: string, amount = 1): Promise<void> {
    const window = await this.ctx.storage.get<Window>("tries");
    const own = window?.counts[caller];
    if (window && own)
      await this.#write({ ...window, counts: { ...window.counts, [caller]: Math.max(0, own - amount) } });
  }

  /** Deletes a caller's attempts after a success. Those of other callers stay, since they may be guesses. */
  async reset(caller: string): Promise<void> {
    const window = await this.ctx.storage.get<Window>("tries");
    if (!window) return;
    const { [caller]: _, ...others } = window.counts;
    await this.#write({ ...window, counts: others });
  }

  /** Deletes all callers' attempts, because the secret has changed. */
  async resetAll(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #write(window: Window): Promise<void> {
    return this.ctx.storage.put("tries", window);
  }
}
