// Mailed secrets that the backend would still take, and this Worker does not: a code that a newer one follows, and whatever
// was mailed before a new password. Appwrite lets all of them live until they are used or run out.
import type { Keyring } from "../keyring";
import type { NotedSecret, SecretRegister } from "./secret-register";

/** How long the backend takes a secret of each kind, and five minutes for clocks that differ, in milliseconds. */
const LIVES_MS = { code: 20 * 60_000, link: 65 * 60_000 } as const;

type Kind = NotedSecret["kind"];

export class Secrets {
  readonly #namespace: DurableObjectNamespace<SecretRegister>;
  readonly #keyring: Keyring;

  constructor(namespace: DurableObjectNamespace<SecretRegister>, keyring: Keyring) {
    this.#namespace = namespace;
    this.#keyring = keyring;
  }

  /** Notes a secret that was mailed. A new code ends the codes before it. */
  async note(kind: Kind, userId: string, secret: string): Promise<void> {
    const register = await this.#register(userId);
    await register.note({ name: await this.#name(kind, secret), kind, until: Date.now() + LIVES_MS[kind] });
  }

  /** Ends what was mailed to a user so far. */
  async endAll(userId: string): Promise<void> {
    await (await this.#register(userId)).endAll();
  }

  /** False also for a secret that was never noted: the backend knows better. */
  async hasEnded(kind: Kind, userId: string, secret: string): Promise<boolean> {
    const register = await this.#register(userId);
    return register.hasEnded(await this.#name(kind, secret));
  }

  #name(kind: Kind, secret: string): Promise<string> {
    return this.#keyring.digest(`${kind}:${secret}`);
  }

  async #register(userId: string) {
    return this.#namespace.get(this.#namespace.idFromName(await this.#keyring.digest(`secrets:${userId}`)));
  }
}
