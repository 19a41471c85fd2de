// Limits on guessing, which hold wherever in the world the guesses arrive.
import type { Keyring } from "../keyring";
import type { AttemptCounter } from "./attempts";
import { ServiceError } from "./errors";

/** What is being tried: a password or code, or a mail that somebody asks for. */
export type AttemptKind = "password" | "mail";

export class Limits {
  readonly #namespace: DurableObjectNamespace<AttemptCounter>;
  readonly #keyring: Keyring;

  constructor(namespace: DurableObjectNamespace<AttemptCounter>, keyring: Keyring) {
    this.#namespace = namespace;
    this.#keyring = keyring;
  }

  /**
   * Counts one try for an e-mail address, before it is made.
   * @throws {ServiceError} `rate_limited` when the hour's tries are used up.
   */
  async count(kind: AttemptKind, email: string): Promise<void> {
    const counter = await this.#counter(kind, email);
    const wait = await counter.take();
    if (wait === 0) return;
    const minutes = Math.ceil(wait / 60);
    const message = `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: wait });
  }

  /** Takes the last try back: the backend could not say whether it was right. */
  async giveBack(kind: AttemptKind, email: string): Promise<void> {
    const counter = await this.#counter(kind, email);
    await counter.giveBack();
  }

  /** Forgets an address's tries: one of them was right. */
  async reset(kind: AttemptKind, email: string): Promise<void> {
    const counter = await this.#counter(kind, email);
    await counter.reset();
  }

  async #counter(kind: AttemptKind, email: string) {
    const name = await this.#keyring.digest(`${kind}:${email.trim().toLowerCase()}`);
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}
