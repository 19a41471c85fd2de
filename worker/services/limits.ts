// Limits on guessing, which hold wherever in the world the guesses arrive.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { Keyring } from "../keyring";
import type { AttemptCounter, AttemptLimits } from "./attempts";
import { ServiceError } from "./errors";

/**
 * What is being tried, and what it is counted by. Anybody who knows an e-mail address can use up what it allows, so a
 * guest has a count of his own beside the one for all, and a member with a live session shares none with guests.
 * - `password`: a guest's sign-in, by e-mail address.
 * - `member`: a password typed with a live session, by user id.
 * - `link`: the secret of a mailed link, by user id.
 * - `mail`: a mail that a guest asks for, by e-mail address. One is as good as another: whoever asked, the owner gets it.
 * - `code-mail`: a mail with a one-time code, by e-mail address. Each makes one more code that is right.
 * - `code`: a one-time code, by user id. It has six digits only.
 * - `verification-mail`: a mail to the member's own address, by user id.
 */
const LIMITS = {
  password: { each: 10, total: 50 },
  member: { each: 10, total: 10 },
  link: { each: 10, total: 50 },
  mail: { each: 10, total: 10 },
  "code-mail": { each: 5, total: 10 },
  code: { each: 10, total: 20 },
  "verification-mail": { each: 1, total: 1, windowSeconds: VERIFICATION_COOLDOWN_SECONDS },
} as const satisfies Record<string, AttemptLimits>;
export type AttemptKind = keyof typeof LIMITS;

export class Limits {
  readonly #namespace: DurableObjectNamespace<AttemptCounter>;
  readonly #keyring: Keyring;
  readonly #network: string;

  /** @param clientAddress who asks; "" when it is not known. */
  constructor(namespace: DurableObjectNamespace<AttemptCounter>, keyring: Keyring, clientAddress: string) {
    this.#namespace = namespace;
    this.#keyring = keyring;
    this.#network = networkOf(clientAddress);
  }

  /**
   * Counts one try, before it is made.
   * @param subject the e-mail address or user id that the kind is counted by.
   * @throws {ServiceError} `rate_limited` when the hour's tries are used up.
   */
  async count(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    const wait = await counter.take(await this.#caller(), LIMITS[kind]);
    if (wait === 0) return;
    const minutes = Math.ceil(wait / 60);
    const message = `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: wait });
  }

  /** Takes the last try back: the backend could not say whether it was right. */
  async giveBack(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.giveBack(await this.#caller());
  }

  /** Forgets this caller's tries: one of them was right. */
  async forget(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.forget(await this.#caller());
  }

  /** Forgets everybody's tries: what they were made at is there no more. */
  async reset(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.reset();
  }

  #caller(): Promise<string> {
    return this.#keyring.digest(`caller:${this.#network}`);
  }

  async #counter(kind: AttemptKind, subject: string) {
    const name = await this.#keyring.digest(`${kind}:${subject.trim().toLowerCase()}`);
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}

/** An address, or for IPv6 the first 64 bits of it: one connection has all the addresses that share them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [left, right] = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => "0"), ...(right ?? [])];
  return groups.slice(0, 4).join(":").toLowerCase();
}
