// Counts tries at a password (or another guessable thing) that somebody holds, wherever in the world they arrive.
import { DurableObject } from "cloudflare:workers";

const HOUR_SECONDS = 3600;

/** How many tries a time allows, an hour unless it says otherwise: to one caller, and to all of them together. */
export interface AttemptLimits {
  each: number;
  total: number;
  windowSeconds?: number;
}

interface Window {
  /** By caller. Not more callers than tries in all. */
  counts: Record<string, number>;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** One object per thing counted; its name and the callers' are keyed hashes, so that it holds no address. */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one try of a caller.
   * @returns 0 when it may go ahead, otherwise the seconds until the next one may.
   */
  async consume(
    caller: string,
    { each, total, windowSeconds = HOUR_SECONDS }: AttemptLimits,
    now = Date.now(),
  ): Promise<number> {
    const stored = await this.ctx.storage.get<Window>("tries");
    const window = stored && stored.endsAt > now ? stored : { counts: {}, endsAt: now + windowSeconds * 1000 };
    const own = window.counts[caller] ?? 0;
    const all = Object.values(window.counts).reduce((sum, count) => sum + count, 0);
    if (own >= each || all >= total) return Math.ceil((window.endsAt - now) / 1000);
    await this.#write({ ...window, counts: { ...window.counts, [caller]: own + 1 } });
    if (window !== stored) await this.ctx.storage.setAlarm(window.endsAt);
    return 0;
  }

  /** Takes a caller's last try back: the backend could not say whether it was right. */
  async refund(caller: string): Promise<void> {
    const window = await this.ctx.storage.get<Window>("tries");
    const own = window?.counts[caller];
    if (window && own) await this.#write({ ...window, counts: { ...window.counts, [caller]: own - 1 } });
  }

  /** Forgets a caller's tries: one of them was right. Those of others stand: they may be somebody else's guesses. */
  async reset(caller: string): Promise<void> {
    const window = await this.ctx.storage.get<Window>("tries");
    if (!window) return;
    const { [caller]: _, ...others } = window.counts;
    await this.#write({ ...window, counts: others });
  }

  /** Forgets everybody's tries: what they were made at is there no more. */
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
