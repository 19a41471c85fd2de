// Limits on guessing, which hold wherever in the world the guesses arrive.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { AttemptCounter, AttemptLimits } from "../durable-objects/attempt-counter";
import type { Keyring } from "../session/keyring";
import { ServiceError } from "./errors";

/** What is said when tries are used up, and the next may follow in so many seconds. */
const REFUSALS = {
  rate_limited: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
  },
  network_limited: () => "Many people are joining or signing in from this network",
  too_many_uploads: () => "Too many files in the last hour",
};
type Refusal = keyof typeof REFUSALS;

/**
 * What is being tried, and what it is counted by. Anybody who knows an e-mail address can use up what it allows, so a
 * guest has a count of his own beside the one for all, and a member with a live session shares none with guests.
 * - `password`: a guest's sign-in, by e-mail address.
 * - `member`: a password typed with a live session, by user id.
 * - `link`: the secret of a mailed link, by user id.
 * - `mail`: a mail that a guest asks for, by e-mail address. One is as good as another: whoever asked, the owner gets it.
 * - `code-mail`: a mail with a one-time code, by e-mail address. Its window is short, so that strangers who use it up keep the
 *   owner from codes for a quarter of an hour, and not for longer unless they go on; his password and the recovery link stay.
 * - `code`: a one-time code, by user id. It has six digits only, and ten tries an hour are 240 a day. One code is right at a
 *   time, the newest: a day of guessing finds it with a chance of 240 in a million, about 1 in 4,000, and takes a mail to the owner
 *   for every quarter of an hour in which there is a code to guess at. Strangers who use the tries up keep the owner from codes
 *   for the rest of that hour: more tries would be more guesses.
 * - `verification-mail`: a mail to the member's own address, by user id.
 * - `member-upload`: an upload that a member starts, by user id.
 *
 * A network may be a college's or a carrier's, with thousands of people behind one address: what is counted by it alone is as
 * much as a crowd of them may do in an hour, and only keeps a machine from doing more.
 * - `code-network`: codes that were refused, over all addresses.
 * - `code-mail-network`: mails with a code, over all addresses.
 * - `guest-upload`: an upload that a guest starts.
 */
const LIMITS = {
  password: { each: 10, total: 50, refusal: "rate_limited" },
  member: { each: 10, total: 10, refusal: "rate_limited" },
  link: { each: 10, total: 50, refusal: "rate_limited" },
  mail: { each: 10, total: 10, refusal: "rate_limited" },
  "code-mail": { each: 3, total: 5, windowSeconds: 15 * 60, refusal: "rate_limited" },
  code: { each: 5, total: 10, refusal: "rate_limited" },
  "verification-mail": {
    each: 1,
    total: 1,
    windowSeconds: VERIFICATION_COOLDOWN_SECONDS,
    refusal: "rate_limited",
  },
  "member-upload": { each: 60, total: 60, refusal: "too_many_uploads" },
  "code-network": { each: 300, total: 300, refusal: "network_limited" },
  "code-mail-network": { each: 300, total: 300, refusal: "network_limited" },
  "guest-upload": { each: 300, total: 300, refusal: "too_many_uploads" },
} as const satisfies Record<string, AttemptLimits & { refusal: Refusal }>;
type AnyKind = keyof typeof LIMITS;
/** What is counted by the caller's network and nothing else. */
export type NetworkKind = "code-network" | "code-mail-network" | "guest-upload";
export type AttemptKind = Exclude<AnyKind, NetworkKind>;

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
   * @throws {ServiceError} `rate_limited`, or `too_many_uploads`, when the tries are used up.
   */
  async consume(kind: AttemptKind, subject: string): Promise<void> {
    await this.#consume(kind, subject);
  }

  /**
   * Counts one try by the caller's network alone. Where that is not known, everybody would share one count, and none is kept.
   * @throws {ServiceError} `network_limited`, or `too_many_uploads`, when the tries are used up.
   */
  async consumeNetwork(kind: NetworkKind): Promise<void> {
    if (this.#network !== "") await this.#consume(kind, this.#network);
  }

  /** Takes the network's last try back: it was right, or came to nothing. */
  async refundNetwork(kind: NetworkKind): Promise<void> {
    if (this.#network !== "") await this.#refund(kind, this.#network);
  }

  /** Takes the last try back: the backend could not say whether it was right. */
  async refund(kind: AttemptKind, subject: string): Promise<void> {
    await this.#refund(kind, subject);
  }

  /** Forgets this caller's tries: one of them was right. */
  async reset(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.reset(await this.#caller());
  }

  /** Forgets everybody's tries: what they were made at is there no more. */
  async resetAll(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.resetAll();
  }

  async #consume(kind: AnyKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    const { refusal, ...limits } = LIMITS[kind];
    const wait = await counter.consume(await this.#caller(), limits);
    if (wait > 0) throw new ServiceError(refusal, REFUSALS[refusal](wait), { retryAfterSeconds: wait });
  }

  async #refund(kind: AnyKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.refund(await this.#caller());
  }

  #caller(): Promise<string> {
    return this.#keyring.digest(`caller:${this.#network}`);
  }

  async #counter(kind: AnyKind, subject: string) {
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
