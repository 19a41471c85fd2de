// Remembers, for one user, the secrets that were mailed to him and which of them are worth nothing any more.
//
// A Durable Object each, not KV, which may go on saying "not there" for a minute after a write.
import { DurableObject } from "cloudflare:workers";

/** A secret that was mailed, by a name that does not tell it. */
export interface RegisteredToken {
  name: string;
  kind: "link" | "code";
  /** When the backend made it, in milliseconds since 1970. */
  madeAt: number;
  /** When it is of no use anyway, in milliseconds since 1970. */
  until: number;
}

interface Entry extends RegisteredToken {
  hasEnded: boolean;
}

export class EmailTokenRegister extends DurableObject {
  /**
   * Notes a secret that was just mailed. Of codes the one that was made last counts, in whichever order two are noted; a link
   * ends none, since mails may overtake each other.
   */
  async note(secret: RegisteredToken, now = Date.now()): Promise<void> {
    const others = (await this.#entries(now)).filter(({ name }) => name !== secret.name);
    const isCode = secret.kind === "code";
    const entries = others.map((entry) =>
      isCode && entry.kind === "code" && entry.madeAt <= secret.madeAt ? { ...entry, hasEnded: true } : entry,
    );
    const hasEnded = isCode && others.some((entry) => entry.kind === "code" && entry.madeAt > secret.madeAt);
    await this.#write([...entries, { ...secret, hasEnded }]);
  }

  /** Ends every secret that was noted. */
  async endAll(now = Date.now()): Promise<void> {
    const entries = await this.#entries(now);
    if (entries.length > 0) await this.#write(entries.map((entry) => ({ ...entry, hasEnded: true })));
  }

  async hasEnded(name: string, now = Date.now()): Promise<boolean> {
    return (await this.#entries(now)).some((entry) => entry.name === name && entry.hasEnded);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  async #entries(now: number): Promise<Entry[]> {
    const entries = (await this.ctx.storage.get<Entry[]>("secrets")) ?? [];
    return entries.filter(({ until }) => until > now);
  }

  async #write(entries: Entry[]): Promise<void> {
    await this.ctx.storage.put("secrets", entries);
    await this.ctx.storage.setAlarm(Math.max(...entries.map(({ until }) => until)));
  }
}
