// Mailed secrets that the backend would still take, and this Worker does not: a code that a newer one follows, and whatever
// was mailed before a new password. Appwrite lets all of them live until they are used or run out.
import type { Models } from "appwrite";
import type { EmailTokenRegister, RegisteredToken } from "../../durable-objects/email-token-register";
import { sha256Hex } from "../sha256-hex";

/** How long the backend takes a secret of each kind, and five minutes for clocks that differ, in milliseconds. */
const LIVES_MS = { code: 20 * 60_000, link: 65 * 60_000 } as const;

type Kind = RegisteredToken["kind"];
type CreatedToken = Pick<Models.Token, "userId" | "secret" | "$createdAt">;

export class EmailTokens {
  readonly #namespace: DurableObjectNamespace<EmailTokenRegister>;

  constructor(namespace: DurableObjectNamespace<EmailTokenRegister>) {
    this.#namespace = namespace;
  }

  /** Notes a secret that was mailed. A code ends the codes that were made before it, by the backend's clock. */
  async register(kind: Kind, { userId, secret, $createdAt }: CreatedToken): Promise<void> {
    const [register, name] = [await this.#register(userId), await nameOf(kind, userId, secret)];
    const madeAt = Date.parse($createdAt) || Date.now();
    await register.note({ name, kind, madeAt, until: Date.now() + LIVES_MS[kind] });
  }

  /** Takes the time that a note takes, and ends nothing: who asked must not learn that nothing was mailed. */
  registerPlaceholder(userId: string): Promise<void> {
    return this.register("link", { userId, secret: crypto.randomUUID(), $createdAt: "" });
  }

  /** Ends what was mailed to a user so far. */
  async revokeAll(userId: string): Promise<void> {
    await (await this.#register(userId)).endAll();
  }

  /** False also for a secret that was never noted: the backend knows better. */
  async isRevoked(kind: Kind, userId: string, secret: string): Promise<boolean> {
    const register = await this.#register(userId);
    return register.hasEnded(await nameOf(kind, userId, secret));
  }

  async #register(userId: string) {
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(`secrets:${userId.toLowerCase()}`)));
  }
}

/**
 * A code could be found from its name by trying all: what is kept of one is only for the minutes in which it is worth something.
 * Some databases find a user by an id in capitals, too.
 */
function nameOf(kind: Kind, userId: string, secret: string): Promise<string> {
  return sha256Hex(`${kind}:${userId.toLowerCase()}:${secret}`);
}
