// Revokes codes and recovery links that were mailed: a code when a newer one is sent, and all of them when the password changes. Appwrite itself
// accepts each until it is used or expires.
import type { Models } from "appwrite";
import type { EmailTokenRegister, RegisteredToken } from "../../durable-objects/email-token-register";
import { sha256Hex } from "../sha256-hex";

/** How long the backend accepts a token, plus five minutes for clock skew, in milliseconds. */
const LIFETIMES_MS = { code: 20 * 60_000, link: 65 * 60_000 } as const;

type Kind = RegisteredToken["kind"];
type CreatedToken = Pick<Models.Token, "userId" | "secret" | "$createdAt">;

export class EmailTokens {
  readonly #namespace: DurableObjectNamespace<EmailTokenRegister>;

  constructor(namespace: DurableObjectNamespace<EmailTokenRegister>) {
    this.#namespace = namespace;
  }

  /** Adds a token that was mailed. A code revokes the codes that the backend created before it. */
  async add(kind: Kind, { userId, secret, $createdAt }: CreatedToken): Promise<void> {
    const [register, name] = [await this.#registerOf(userId), await tokenName(kind, userId, secret)];
    const madeAt = Date.parse($createdAt) || Date.now();
    await register.add({ name, kind, madeAt, until: Date.now() + LIFETIMES_MS[kind] });
  }

  /** Takes as long as `add`, and revokes nothing, so that timing does not reveal whether an e-mail was sent. */
  addPlaceholder(userId: string): Promise<void> {
    return this.add("link", { userId, secret: crypto.randomUUID(), $createdAt: "" });
  }

  /** Revokes everything that was mailed to a user so far, except one link if given. */
  async revokeAll(userId: string, exceptSecret?: string): Promise<void> {
    const except = exceptSecret === undefined ? null : await tokenName("link", userId, exceptSecret);
    await (await this.#registerOf(userId)).revokeAll(except);
  }

  /** False for a token that was never added: then the backend decides. */
  async isRevoked(kind: Kind, userId: string, secret: string): Promise<boolean> {
    const register = await this.#registerOf(userId);
    return register.isRevoked(await tokenName(kind, userId, secret));
  }

  /** True for a token that was added and is valid: whoever has it reads the user's mails. False when adding it failed. */
  async isKnown(kind: Kind, userId: string, secret: string): Promise<boolean> {
    const register = await this.#registerOf(userId);
    return register.has(await tokenName(kind, userId, secret));
  }

  async #registerOf(userId: string) {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(`secrets:${userId.toLowerCase()}`)));
  }
}

/**
 * The stored name of a token. Its hash does not protect a code, which has few possible values, but it is stored only while the code is
 * valid. The user id is in lower case, since some databases ignore case when they look one up.
 */
function tokenName(kind: Kind, userId: string, secret: string): Promise<string> {
  return sha256Hex(`${kind}:${userId.toLowerCase()}:${secret}`);
}
