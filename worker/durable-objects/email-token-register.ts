// Stores which codes and links were mailed to a user, and which of them are revoked.
//
// One Durable Object per user. KV would not do: its reads can be a minute old.
import { DurableObject } from "cloudflare:workers";

/** A code or link that was mailed. */
export interface RegisteredToken {
  /** A hash of the secret. */
  name: string;
  kind: "link" | "code";
  /** When the backend created it, in milliseconds since 1970. */
  madeAt: number;
  /** When it expires, in milliseconds since 1970. */
  until: number;
}

interface StoredToken extends RegisteredToken {
  /** True when it is revoked. The key has an older name, so that existing records stay readable. */
  hasEnded: boolean;
}

export class EmailTokenRegister extends DurableObject {
  /**
   * Adds a token that was just mailed. Only the newest code is valid, by creation time, since tokens can arrive here in another order.
   * A link revokes nothing: an e-mail with an older link may arrive later.
   */
  async add(added: RegisteredToken, now = Date.now()): Promise<void> {
    const others = (await this.#read(now)).filter(({ name }) => name !== added.name);
    const isCode = added.kind === "code";
    const tokens = others.map((token) =>
      isCode && token.kind === "code" && token.madeAt <= added.madeAt ? { ...token, hasEnded: true } : token,
    );
    const isRevoked = isCode && others.some((token) => token.kind === "code" && token.madeAt > added.madeAt);
    await this.#write([...tokens, { ...added, hasEnded: isRevoked }]);
  }

  /** Revokes every token so far, except the one of this name. */
  async revokeAll(exceptName: string | null, now = Date.now()): Promise<void> {
    const tokens = await this.#read(now);
    if (tokens.length === 0) return;
    await this.#write(tokens.map((token) => (token.name === exceptName ? token : { ...token, hasEnded: true })));
  }

  async isRevoked(name: string, now = Date.now()): Promise<boolean> {
    return (await this.#read(now)).some((token) => token.name === name && token.hasEnded);
  }

  /** True for a token that was added, and is not revoked. */
  async has(name: string, now = Date.now()): Promise<boolean> {
    return (await this.#read(now)).some((token) => token.name === name && !token.hasEnded);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  async #read(now: number): Promise<StoredToken[]> {
    const tokens = (await this.ctx.storage.get<StoredToken[]>("secrets")) ?? [];
    return tokens.filter(({ until }) => until > now);
  }

  async #write(tokens: StoredToken[]): Promise<void> {
    await this.ctx.storage.put("secrets", tokens);
    await this.ctx.storage.setAlarm(Math.max(...tokens.map(({ until }) => until)));
  }
}
