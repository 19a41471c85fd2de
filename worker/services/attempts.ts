// Counts tries at a password (or another guessable thing) per e-mail address, wherever in the world they arrive.
import { DurableObject } from "cloudflare:workers";

/** How many tries an hour allows; a success forgets them. */
export const ATTEMPTS_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

interface Window {
  count: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** One object per thing counted; its name is a keyed hash, so that it holds no address. */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one try.
   * @returns 0 when it may go ahead, otherwise the seconds until the next one may.
   */
  async take(now = Date.now()): Promise<number> {
    const stored = await this.ctx.storage.get<Window>("window");
    const window = stored && stored.endsAt > now ? stored : { count: 0, endsAt: now + HOUR_MS };
    if (window.count >= ATTEMPTS_PER_HOUR) return Math.ceil((window.endsAt - now) / 1000);
    await this.ctx.storage.put("window", { ...window, count: window.count + 1 });
    if (window !== stored) await this.ctx.storage.setAlarm(window.endsAt);
    return 0;
  }

  /** Takes the last try back: the backend could not say whether it was right. */
  async giveBack(): Promise<void> {
    const window = await this.ctx.storage.get<Window>("window");
    if (window) await this.ctx.storage.put("window", { ...window, count: Math.max(0, window.count - 1) });
  }

  /** Forgets the tries: one of them was right. */
  async reset(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
