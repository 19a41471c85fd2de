// Limits on attempts, e-mails and uploads. They hold across all of Cloudflare's locations.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { AttemptCounter, AttemptLimits } from "../durable-objects/attempt-counter";
import type { Keyring } from "../session/keyring";
import { ServiceError } from "./errors";

/** The messages when a limit is reached, by error type; the argument is the wait in seconds. */
const LIMIT_MESSAGES = {
  rate_limited: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
  },
  network_limited: () => "Many people are joining or signing in from this network",
  too_many_uploads: () => "Too many files in the last hour",
};
type LimitErrorType = keyof typeof LIMIT_MESSAGES;

/**
 * The limits, by kind: `each` caller's, and in `total` for the subject. Anybody who knows an e-mail address can use up its limits. So
 * each caller has a limit too, and a member with a session has limits that guests cannot use up.
 * - `guest-password`: a guest's sign-in, by e-mail address.
 * - `member-password`: a password typed with a live session, by user id.
 * - `link`: the secret of a mailed link, by user id.
 * - `recovery-mail`: a recovery e-mail that a guest requests, by e-mail address. One limit for all callers, since every mail
 *   goes to the same person.
 * - `code-mail`: an e-mail with a one-time code, by e-mail address. Strangers can use it up and block the owner's codes, so its window
 *   is only a quarter of an hour. The owner can still use the password or a recovery link.
 * - `code`: a one-time code, by user id. A code has six digits, and only the newest one is valid. Ten attempts an hour are 240 a day,
 *   which succeed with a probability of 240 in a million, about 1 in 4,000. Each code to guess at also sends the owner an e-mail, four
 *   an hour. Strangers can use up the attempts and block the owner's codes for up to an hour; a higher limit would allow more guesses.
 * - `second-factor`: a code for the second factor, by user id. The same numbers as for `code`. Only somebody who passed the first factor
 *   can use them up.
 * - `authenticator-code`: the uses of one code of an authenticator, by user id and code. Appwrite accepts it any number of times within
 *   its 30 seconds.
 * - `second-factor-mail`: an e-mail with a code for the second factor, by user id.
 * - `enrolment`: switching the second factor on, by user id: one call at a time. It is given back when the call has ended.
 * - `verification-mail`: an e-mail to the member's own address, by user id.
 * - `member-upload`: an upload that a member starts, by user id.
 *
 * A college's or a carrier's network may have thousands of people behind one IP address. So the limits by network are high, and only
 * stop automated abuse.
 * - `code-network`: wrong codes, over all e-mail addresses.
 * - `code-mail-network`: e-mails with a code, over all e-mail addresses.
 * - `guest-upload`: an upload that a guest starts.
 * - `guest-upload-bytes`: the announced sizes of guests' uploads. A college's laboratory or a carrier's address: 300 people an hour who join
 *   with a file of 5 MB each. That is also what one network can leave behind in an hour; the sweep deletes it after two. An upload that is
 *   ended gives its bytes back.
 */
const LIMITS = {
  "guest-password": { each: 10, total: 50, errorType: "rate_limited" },
  "member-password": { each: 10, total: 10, errorType: "rate_limited" },
  link: { each: 10, total: 50, errorType: "rate_limited" },
  "recovery-mail": { each: 10, total: 10, errorType: "rate_limited" },
  "code-mail": { each: 3, total: 5, windowSeconds: 15 * 60, errorType: "rate_limited" },
  code: { each: 5, total: 10, errorType: "rate_limited" },
  "second-factor": { each: 5, total: 10, errorType: "rate_limited" },
  "authenticator-code": { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  "second-factor-mail": { each: 3, total: 5, windowSeconds: 15 * 60, errorType: "rate_limited" },
  enrolment: { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  "verification-mail": {
    each: 1,
    total: 1,
    windowSeconds: VERIFICATION_COOLDOWN_SECONDS,
    errorType: "rate_limited",
  },
  "member-upload": { each: 60, total: 60, errorType: "too_many_uploads" },
  "code-network": { each: 300, total: 300, errorType: "network_limited" },
  "code-mail-network": { each: 300, total: 300, errorType: "network_limited" },
  "guest-upload-bytes": { each: 1_500_000_000, total: 1_500_000_000, errorType: "too_many_uploads" },
  "guest-upload": { each: 300, total: 300, errorType: "too_many_uploads" },
} as const satisfies Record<string, AttemptLimits & { errorType: LimitErrorType }>;
type AnyKind = keyof typeof LIMITS;
/** The kinds that are counted by the caller's network only. */
export type NetworkKind = "code-network" | "code-mail-network" | "guest-upload" | "guest-upload-bytes";
export type AttemptKind = Exclude<AnyKind, NetworkKind>;

export class Limits {
  readonly #namespace: DurableObjectNamespace<AttemptCounter>;
  readonly #keyring: Keyring;
  readonly #network: string;

  /** @param clientAddress the caller's IP address; "" when unknown. */
  constructor(namespace: DurableObjectNamespace<AttemptCounter>, keyring: Keyring, clientAddress: string) {
    this.#namespace = namespace;
    this.#keyring = keyring;
    this.#network = networkOf(clientAddress);
  }

  /**
   * Counts one attempt, before it is made.
   * @param subject the e-mail address or user id that the kind is counted by.
   * @throws {ServiceError} `rate_limited` or `too_many_uploads` when the limit is reached.
   */
  async consume(kind: AttemptKind, subject: string): Promise<void> {
    await this.#consume(kind, subject);
  }

  /**
   * Counts one attempt by the caller's network only. Does nothing when the network is unknown, since all callers would share one count.
   * @throws {ServiceError} `network_limited` or `too_many_uploads` when the limit is reached.
   */
  async consumeNetwork(kind: NetworkKind): Promise<void> {
    if (this.#network !== "") await this.#consume(kind, this.#network);
  }

  /** Counts the size of a guest's upload by the caller's network. @throws {ServiceError} `too_many_uploads` when it does not fit. */
  async consumeNetworkBytes(bytes: number): Promise<void> {
    if (this.#network !== "") await this.#consume("guest-upload-bytes", this.#network, bytes);
  }

  /** Takes back the size of an upload that was ended. */
  async refundNetworkBytes(bytes: number): Promise<void> {
    if (this.#network !== "") await this.#refund("guest-upload-bytes", this.#network, bytes);
  }

  /** Takes back one attempt of the network, after a success or when the attempt was not made. */
  async refundNetwork(kind: NetworkKind): Promise<void> {
    if (this.#network !== "") await this.#refund(kind, this.#network);
  }

  /** Takes back one attempt, such as one that the backend could not check. */
  async refund(kind: AttemptKind, subject: string): Promise<void> {
    await this.#refund(kind, subject);
  }

  /** Deletes this caller's attempts after a success. */
  async reset(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.reset(await this.#caller());
  }

  /** Deletes all callers' attempts, because the secret has changed. */
  async resetAll(kind: AttemptKind, subject: string): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.resetAll();
  }

  async #consume(kind: AnyKind, subject: string, amount?: number): Promise<void> {
    const counter = await this.#counter(kind, subject);
    const { errorType, ...limits } = LIMITS[kind];
    const wait = await counter.consume(await this.#caller(), limits, amount);
    if (wait > 0) throw new ServiceError(errorType, LIMIT_MESSAGES[errorType](wait), { retryAfterSeconds: wait });
  }

  async #refund(kind: AnyKind, subject: string, amount?: number): Promise<void> {
    const counter = await this.#counter(kind, subject);
    await counter.refund(await this.#caller(), amount);
  }

  #caller(): Promise<string> {
    return this.#keyring.digest(`caller:${this.#network}`);
  }

  async #counter(kind: AnyKind, subject: string) {
    const name = await this.#keyring.digest(`${kind}:${subject.trim().toLowerCase()}`);
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}

/** The network of an IP address: the address itself, or the first 64 bits of IPv6, since one connection has all addresses with them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [left, right] = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => "0"), ...(right ?? [])];
  return groups.slice(0, 4).join(":").toLowerCase();
}
