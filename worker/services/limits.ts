// Limits on attempts, e-mails and uploads. They hold across all of Cloudflare's locations.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { AttemptCounter, AttemptLimits } from "../durable-objects/attempt-counter";
import type { DeviceCookie } from "../session/device";
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

const DAY_SECONDS = 24 * 3600;

/**
 * For secrets that can be guessed. Beyond the limit one network may try once an hour in the end, and all together every 15 minutes: 96 times
 * a day, from however many networks. Decision 0009 has the arithmetic.
 */
const GUESSES = {
  windowSeconds: DAY_SECONDS,
  pauses: { each: { first: 60, longest: 3600 }, total: { first: 15, longest: 900 } },
  errorType: "rate_limited",
} as const;

/** For e-mails to one person: beyond the limit one every 15 minutes in the end. They are forgotten after an hour without one. */
const MAILS = {
  windowSeconds: 3600,
  pauses: { each: { first: 120, longest: 900 }, total: { first: 120, longest: 900 } },
  errorType: "rate_limited",
} as const;

/**
 * The limits, by kind: `each` caller's, and in `total` for the subject. Anybody who knows an e-mail address can use up its limits. So
 * each caller has a limit too, a member with a session has limits that guests cannot use up, and a device on which the account has signed
 * in before is counted apart from strangers (`KNOWN_DEVICE_KINDS`).
 * - `guest-password`: a guest's sign-in, by e-mail address.
 * - `member-password`: a password typed with a live session, by user id.
 * - `link`: the secret of a mailed link, by user id.
 * - `recovery-mail`: a recovery e-mail that a guest requests, by e-mail address. One limit for all callers, since every mail
 *   goes to the same person.
 * - `code-mail`: an e-mail with a one-time code, by e-mail address. Beyond it no code is sent, but the newest one in the owner's mailbox
 *   works, whoever asked for it.
 * - `code`: a one-time code, by user id. A code has six digits, and only the newest one is valid.
 * - `second-factor`: a code for the second factor, by user id. The same numbers as for `code`. Only somebody who passed the first factor
 *   can use them up.
 * - `authenticator-code`: the uses of one code of an authenticator, by user id and code. Appwrite accepts it any number of times within
 *   its 30 seconds.
 * - `second-factor-mail`: an e-mail with a code for the second factor, by user id.
 * - `enrolment`: switching the second factor on, by user id: one call at a time. It is given back when the call has ended.
 * - `verification-mail`: an e-mail to the member's own address, by user id.
 * - `phone-change`: another phone number in the settings, by user id.
 * - `member-upload`: an upload that a member starts, by user id.
 *
 * A college's or a carrier's network may have thousands of people behind one IP address. So the limits by network are high, and only
 * stop automated abuse.
 * - `password-network`: wrong passwords, over all e-mail addresses.
 * - `code-network`: wrong codes, over all e-mail addresses.
 * - `code-mail-network`: e-mails with a code, over all e-mail addresses.
 * - `phone-change-network`: other phone numbers, over all members.
 * - `guest-upload`: an upload that a guest starts.
 * - `guest-upload-bytes`: the announced sizes of guests' uploads. A college's laboratory or a carrier's address: 300 people an hour who join
 *   with a file of 5 MB each. That is also what one network can leave behind in an hour; the sweep deletes it after two. An upload that is
 *   ended gives its bytes back.
 */
const LIMITS = {
  "guest-password": { each: 10, total: 50, ...GUESSES },
  "member-password": { each: 10, total: 10, ...GUESSES },
  link: { each: 10, total: 50, errorType: "rate_limited" },
  "recovery-mail": { each: 10, total: 10, errorType: "rate_limited" },
  "code-mail": { each: 3, total: 5, ...MAILS },
  code: { each: 5, total: 10, ...GUESSES },
  "second-factor": { each: 5, total: 10, ...GUESSES },
  "authenticator-code": { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  "second-factor-mail": { each: 3, total: 5, ...MAILS },
  enrolment: { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  "verification-mail": {
    each: 1,
    total: 1,
    windowSeconds: VERIFICATION_COOLDOWN_SECONDS,
    errorType: "rate_limited",
  },
  "phone-change": { each: 5, total: 5, windowSeconds: DAY_SECONDS, errorType: "rate_limited" },
  "member-upload": { each: 60, total: 60, errorType: "too_many_uploads" },
  "password-network": { each: 300, total: 300, errorType: "network_limited" },
  "code-network": { each: 300, total: 300, errorType: "network_limited" },
  "code-mail-network": { each: 300, total: 300, errorType: "network_limited" },
  "phone-change-network": { each: 100, total: 100, windowSeconds: DAY_SECONDS, errorType: "network_limited" },
  "guest-upload-bytes": { each: 1_500_000_000, total: 1_500_000_000, errorType: "too_many_uploads" },
  "guest-upload": { each: 300, total: 300, errorType: "too_many_uploads" },
} as const satisfies Record<string, AttemptLimits & { errorType: LimitErrorType }>;
type AnyKind = keyof typeof LIMITS;
/** The kinds that are counted by the caller's network only. */
export type NetworkKind =
  | "password-network"
  | "code-network"
  | "code-mail-network"
  | "phone-change-network"
  | "guest-upload"
  | "guest-upload-bytes";
export type AttemptKind = Exclude<AnyKind, NetworkKind>;

/** The kinds that strangers can use up, so that attempts from a device that the account knows are counted apart. */
const KNOWN_DEVICE_KINDS: ReadonlySet<AnyKind> = new Set([
  "guest-password",
  "code-mail",
  "code",
  "second-factor",
  "second-factor-mail",
] satisfies AttemptKind[]);

/** Who makes the attempts. */
interface Caller {
  /** The IP address; "" when unknown. */
  clientAddress: string;
  device: DeviceCookie;
}

export class Limits {
  readonly #namespace: DurableObjectNamespace<AttemptCounter>;
  readonly #keyring: Keyring;
  readonly #network: string;
  readonly #device: DeviceCookie;

  constructor(namespace: DurableObjectNamespace<AttemptCounter>, keyring: Keyring, { clientAddress, device }: Caller) {
    this.#namespace = namespace;
    this.#keyring = keyring;
    this.#network = networkOf(clientAddress);
    this.#device = device;
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
    const { counter, caller } = await this.#counterFor(kind, subject);
    await counter.reset(caller);
  }

  /** Deletes all strangers' attempts and this caller's, because the secret has changed. */
  async resetAll(kind: AttemptKind, subject: string): Promise<void> {
    await Promise.all([(await this.#counter(kind, subject)).resetAll(), this.reset(kind, subject)]);
  }

  async #consume(kind: AnyKind, subject: string, amount?: number): Promise<void> {
    const { counter, caller } = await this.#counterFor(kind, subject);
    const { errorType, ...limits } = LIMITS[kind];
    const wait = await counter.consume(caller, limits, amount);
    if (wait > 0) throw new ServiceError(errorType, LIMIT_MESSAGES[errorType](wait), { retryAfterSeconds: wait });
  }

  async #refund(kind: AnyKind, subject: string, amount?: number): Promise<void> {
    const { counter, caller } = await this.#counterFor(kind, subject);
    await counter.refund(caller, amount);
  }

  /** The counter of the subject's known devices when this is one, otherwise that of strangers; and the caller's name in it. */
  async #counterFor(kind: AnyKind, subject: string) {
    const deviceId = KNOWN_DEVICE_KINDS.has(kind) ? await this.#device.idFor(subject) : null;
    if (deviceId) return { counter: await this.#counter(`${kind}-device`, subject), caller: deviceId };
    const caller = await this.#keyring.digest(`caller:${this.#network}`);
    return { counter: await this.#counter(kind, subject), caller };
  }

  async #counter(kind: AnyKind | `${AnyKind}-device`, subject: string) {
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
