// Limits on attempts, e-mails and uploads. They hold across all of Cloudflare's locations.
import { CHUNK_BYTES, VERIFICATION_COOLDOWN_SECONDS } from "../../app/contract/limits";
import type { AttemptCounter, AttemptLimits } from "../durable-objects/attempt-counter";
import { ServiceError } from "../errors";
import { errorEntry, type LogEntry } from "../log";
import { DEVICE_SECONDS, type DeviceCookie } from "../session/device";
import type { Keyring } from "../session/keyring";

/** The messages when a limit is reached, by error type; the argument is the wait in seconds. */
const LIMIT_MESSAGES = {
  rate_limited: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
  },
  network_limited: () => "Many people are trying this from this network",
  too_many_uploads: () => "Too many files in the last hour",
};

interface Limit extends AttemptLimits {
  /** The error when the limit is reached. */
  errorType: keyof typeof LIMIT_MESSAGES;
}

const DAY_SECONDS = 24 * 3600;

/**
 * For secrets that can be guessed. Beyond the limit one network may try once an hour in the end, and all together every 15 minutes: 96 times
 * a day, from however many networks. Decision 0009 has the arithmetic.
 */
const GUESS_BACKOFF = {
  windowSeconds: DAY_SECONDS,
  pauses: { each: { first: 60, longest: 3600 }, total: { first: 15, longest: 900 } },
  errorType: "rate_limited",
} as const;

/**
 * For e-mails with a code or a recovery link to one person: beyond the limit one every ten minutes in the end. A code is valid for 15 and a
 * link for 60, so the newest is while no other is sent. They are forgotten after an hour without one.
 */
const MAIL_BACKOFF = {
  windowSeconds: 3600,
  pauses: { each: { first: 120, longest: 600 }, total: { first: 120, longest: 600 } },
  errorType: "rate_limited",
} as const;

/** E-mails with a one-time code, by e-mail address. */
const CODE_MAIL = { each: 3, total: 5, ...MAIL_BACKOFF, knowsDevicesBy: "email" } as const;

/** A pause of always the same length. */
function pauseOf(seconds: number) {
  return { first: seconds, longest: seconds };
}

/**
 * A limit of bytes stored in an hour, as so many files of one part, and then one part every twelve seconds. Smaller files count as much (see
 * `countedBytes`).
 */
function bytesOf(files: number) {
  const bytes = files * CHUNK_BYTES;
  return { each: bytes, total: bytes, thenPause: pauseOf(12), errorType: "too_many_uploads" } as const;
}

/**
 * A limit of requests for a network: so many in an hour, and then one every twelve seconds, from whoever asks first. That is 600 an hour at
 * most, from one network at all addresses. A crowd gets through by and by; somebody who asks all the time gets most of them, and only the
 * devices that an account knows go around it.
 * @param pauseSeconds between two requests beyond the limit
 */
function requestsAnHour(count: number, pauseSeconds = 12) {
  return { each: count, total: count, thenPause: pauseOf(pauseSeconds), errorType: "network_limited" } as const;
}

/**
 * The limits of a network. A college's or a carrier's network may have thousands of people behind one IP address, so these limits are high,
 * and only stop automated abuse.
 */
const NETWORK_LIMITS = {
  /** Wrong passwords, over all e-mail addresses. */
  "password-network": requestsAnHour(300),
  /** Wrong codes, over all e-mail addresses. */
  "code-network": requestsAnHour(300),
  /** Wrong secrets of mailed links, over all users. They are too long to be guessed, so this only spares the backend. */
  "link-network": requestsAnHour(300),
  /**
   * E-mails with a code to sign in, a recovery link or a link to verify an address, together and over all addresses. Accounts cost nothing, an
   * address may be somebody else's, and a person may have any number of them. Requests for addresses without an account count as well, so that
   * nothing tells them. The three are ways back in, or can wait, so a crowd needs fewer of them than of codes to join.
   */
  "mail-network": requestsAnHour(100, 20),
  /** E-mails with a code to join, where a deployment asks for one: a hall that joins at an event. */
  "sign-up-mail-network": requestsAnHour(300),
  /**
   * New accounts. A thousand in an hour: an event whose hall joins from one address. Then the pauses grow to a minute, so that one network makes
   * some 1,060 an hour at most, and whoever comes to an event late waits, but joins.
   */
  "sign-up-network": { each: 1000, total: 1000, thenPause: { first: 5, longest: 60 }, errorType: "network_limited" },
  /** Other phone numbers, over all members: a hundred a day, and then one every quarter of an hour. */
  "phone-change-network": {
    each: 100,
    total: 100,
    windowSeconds: DAY_SECONDS,
    thenPause: pauseOf(900),
    errorType: "network_limited",
  },
  /**
   * What guests store. 300 files of 5 MiB, or 52 of the largest: a college's laboratory or a carrier's address, from which 300 people an
   * hour join. That is also what one network can leave behind in an hour; what nobody claims is deleted after two.
   */
  "guest-upload-bytes": bytesOf(300),
  /**
   * What members store. 1,000 files of 5 MiB, or 174 of the largest: a whole college behind one address, whose students bring their résumés
   * up to date in the same hour. Accounts cost nothing, so without it one network could fill the bucket with files that stay.
   */
  "member-upload-bytes": bytesOf(1000),
  /** What members store from known devices who joined a day ago or earlier. As many again, which new accounts cannot use up. */
  "known-upload-bytes-network": bytesOf(1000),
} as const satisfies Record<string, Limit>;
export type NetworkKind = keyof typeof NETWORK_LIMITS;
/** The limits of a network that are counted in bytes. */
export type NetworkBytesKind = "guest-upload-bytes" | "member-upload-bytes";

/** A limit by e-mail address, user id or code: `each` caller's, and in `total` for the subject. */
interface SubjectLimit extends Limit {
  /** The limit by network that an attempt counts for as well. */
  network?: NetworkKind;
  /**
   * For what somebody else can use up: by which name of the account it is counted. Attempts from a device on which the account has signed in
   * before are counted apart then, and not by network: a crowd behind one address does not keep a member out.
   */
  knowsDevicesBy?: keyof AccountNames;
}

/** The subjects by which attempts at an account are counted. */
interface AccountNames {
  id: string;
  email: string;
}

/**
 * Anybody who knows an e-mail address can use up its limits. So each caller has a limit too, a member with a session has limits that guests
 * cannot use up, and known devices are counted apart.
 */
const LIMITS = {
  /** A guest's sign-in, by e-mail address. */
  "guest-password": { each: 10, total: 50, ...GUESS_BACKOFF, network: "password-network", knowsDevicesBy: "email" },
  /** A password typed with a live session, by user id. */
  "member-password": { each: 10, total: 10, ...GUESS_BACKOFF },
  /** A recovery e-mail that a guest requests, by e-mail address. One limit for all callers, since every mail goes to the same person. */
  "recovery-mail": {
    each: 10,
    total: 10,
    ...MAIL_BACKOFF,
    network: "mail-network",
    knowsDevicesBy: "email",
  },
  /**
   * An e-mail with a one-time code to sign in, by e-mail address. Beyond it no code is sent, but the newest one in the owner's mailbox works,
   * whoever asked for it. They are forgotten when a code was used or a new password has revoked them.
   */
  "sign-in-code-mail": { ...CODE_MAIL, network: "mail-network" },
  /** An e-mail with a one-time code to join, by e-mail address; the same. */
  "sign-up-code-mail": { ...CODE_MAIL, network: "sign-up-mail-network" },
  /** A one-time code, by user id. A code has six digits, and only the newest one is valid. */
  code: { each: 5, total: 10, ...GUESS_BACKOFF, network: "code-network", knowsDevicesBy: "id" },
  /** A code for the second factor, by user id. Only somebody who passed the first factor can use it up. */
  "second-factor": { each: 5, total: 10, ...GUESS_BACKOFF, knowsDevicesBy: "id" },
  /** The uses of one code of an authenticator, by user id and code. Appwrite accepts it any number of times within its 30 seconds. */
  "authenticator-code": { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  /** An e-mail with a code for the second factor, by user id. */
  "second-factor-mail": { each: 3, total: 5, ...MAIL_BACKOFF, knowsDevicesBy: "id" },
  /** Switching the second factor on, by user id: one call at a time. It is refunded when the call has ended. */
  enrolment: { each: 1, total: 1, windowSeconds: 60, errorType: "rate_limited" },
  /** An e-mail to the member's own address, by user id. */
  "verification-mail": {
    each: 1,
    total: 1,
    windowSeconds: VERIFICATION_COOLDOWN_SECONDS,
    errorType: "rate_limited",
    network: "mail-network",
  },
  /** The same by mailbox: it may be somebody else's, and is the same for one account after the other. A code confirms the address, too. */
  "verification-mail-mailbox": { each: 5, total: 5, ...MAIL_BACKOFF },
  /** A code or a recovery link to an unproven address that is not its mailbox's own (asha+1@…), by mailbox, over all such addresses. */
  "variant-mail": { each: 10, total: 10, ...MAIL_BACKOFF },
  /**
   * A wrong secret of a link that confirms an address, by user id. Nobody guesses one. But Appwrite itself takes ten an hour for a user, right or
   * wrong, and the link would be closed to its owner. One network gets four in the first hour, and one an hour later on; there is no limit
   * over all networks, since that would close it as well.
   */
  "verification-link": {
    each: 3,
    total: Number.POSITIVE_INFINITY,
    windowSeconds: DAY_SECONDS,
    pauses: { each: { first: 1200, longest: 3600 }, total: pauseOf(0) },
    errorType: "rate_limited",
    network: "link-network",
    knowsDevicesBy: "id",
  },
  /**
   * A password changed in the settings that revokes what was mailed, by user id. Beyond it the password changes, but the mailed links live:
   * somebody in the account could keep its owner's dead otherwise.
   */
  "mail-revocation": { each: 3, total: 3, windowSeconds: DAY_SECONDS, errorType: "rate_limited" },
  /** Another phone number in the settings, by user id. */
  "phone-change": {
    each: 5,
    total: 5,
    windowSeconds: DAY_SECONDS,
    errorType: "rate_limited",
    network: "phone-change-network",
  },
  /** An upload that a member starts, by user id. */
  "member-upload": { each: 60, total: 60, errorType: "too_many_uploads" },
  /** What a member stores from a known device who joined a day ago or earlier, by user id: six of the largest files in an hour. */
  "known-upload-bytes": { ...bytesOf(36), network: "known-upload-bytes-network" },
} as const satisfies Record<string, SubjectLimit>;
export type AttemptKind = keyof typeof LIMITS;

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
  readonly #warn: (entry: LogEntry) => void;
  /** Attempts on this device for which its cookie was too old: they are counted as those of an unknown device. */
  readonly #forgotten = new Set<string>();

  constructor(
    namespace: DurableObjectNamespace<AttemptCounter>,
    keyring: Keyring,
    { clientAddress, device }: Caller,
    warn: (entry: LogEntry) => void,
  ) {
    this.#namespace = namespace;
    this.#keyring = keyring;
    this.#network = networkOf(clientAddress);
    this.#device = device;
    this.#warn = warn;
  }

  /**
   * Counts one attempt, before it is made. By network first: a network that has reached its limit must not use up what the subject allows.
   * @param subject the e-mail address or user id that the kind is counted by.
   * @param amount how many attempts, or bytes.
   * @throws {ServiceError} `rate_limited`, `network_limited` or `too_many_uploads` when the limit is reached.
   */
  async consume(kind: AttemptKind, subject: string, amount = 1): Promise<void> {
    const onDevice = await this.#countOfDevice(kind, subject);
    if (onDevice) {
      if (await consumeAt(onDevice, amount)) return;
      this.#forgotten.add(`${kind}:${subject}`);
    }
    const { own, network } = await this.#countsOfUnknownDevice(kind, subject);
    if (network) await consumeAt(network, amount);
    try {
      await consumeAt(own, amount);
    } catch (error) {
      if (network) await this.#refundAt(network, amount);
      throw error;
    }
  }

  /** Counts nothing. @throws {ServiceError} what `consume` would. */
  async requireRoom(kind: AttemptKind, subject: string, amount: number): Promise<void> {
    const { own, network } = await this.#counts(kind, subject);
    await Promise.all([requireRoomAt(own, amount), network && requireRoomAt(network, amount)]);
  }

  /**
   * Takes back one attempt, such as one that the backend could not check, or several. Await it, since the next attempt may follow at once.
   * Never throws, so that the error that it is called for is reported.
   */
  async refund(kind: AttemptKind, subject: string, amount = 1): Promise<void> {
    const { own, network } = await this.#counts(kind, subject);
    await Promise.all([this.#refundAt(own, amount), network && this.#refundAt(network, amount)]);
  }

  /** Deletes this caller's attempts after a success. The network gets one back: its others may be guesses. */
  async reset(kind: AttemptKind, subject: string): Promise<void> {
    const { own, network } = await this.#counts(kind, subject);
    await Promise.all([own.counter.reset(own.caller), network && this.#refundAt(network)]);
  }

  /** Deletes everybody's attempts, because the secret has changed. */
  async resetAll(kind: AttemptKind, subject: string): Promise<void> {
    const counters = await Promise.all([this.#counter(kind, subject), this.#counter(`${kind}-device`, subject)]);
    await Promise.all(counters.map((counter) => counter.resetAll()));
  }

  /**
   * Makes all devices unknown that an account knows, because it has a new password: somebody else may have known the one before. What
   * they have tried still counts, so that a new password is no way to more tries. A device that the account remembers from now on is known.
   */
  async forgetDevices(account: AccountNames): Promise<void> {
    const before = Date.now();
    const until = before + DEVICE_SECONDS * 1000;
    const kinds = Object.entries(LIMITS as Record<AttemptKind, SubjectLimit>) as [AttemptKind, SubjectLimit][];
    await Promise.all(
      kinds.map(async ([kind, { knowsDevicesBy: by }]) => {
        if (by) await (await this.#counter(`${kind}-device`, account[by])).forgetDevices({ before, until });
      }),
    );
  }

  /**
   * Counts attempts or bytes by the caller's network only. Does nothing when the network is unknown, since all callers would share one count.
   * @throws {ServiceError} `network_limited` or `too_many_uploads` when the limit is reached.
   */
  async consumeNetwork(kind: NetworkKind, amount = 1): Promise<void> {
    if (this.#network !== "") await consumeAt(await this.#networkCount(kind), amount);
  }

  /** Counts nothing. @throws {ServiceError} what `consumeNetwork` would. */
  async requireNetworkRoom(kind: NetworkKind, amount: number): Promise<void> {
    if (this.#network !== "") await requireRoomAt(await this.#networkCount(kind), amount);
  }

  /** Takes back attempts or bytes that were counted by network only. Never throws. */
  async refundNetwork(kind: NetworkKind, amount = 1): Promise<void> {
    if (this.#network !== "") await this.#refundAt(await this.#networkCount(kind), amount);
  }

  async #refundAt({ counter, caller, kind }: Count, amount?: number): Promise<void> {
    try {
      await counter.refund(caller, amount);
    } catch (error) {
      this.#warn({ event: "attempt not refunded", kind, ...errorEntry(error) });
    }
  }

  /** Where this caller's attempts at a subject are counted. */
  async #counts(kind: AttemptKind, subject: string): Promise<{ own: Count; network: Count | null }> {
    const onDevice = await this.#countOfDevice(kind, subject);
    return onDevice ? { own: onDevice, network: null } : this.#countsOfUnknownDevice(kind, subject);
  }

  /** Where the attempts of a device that the account knows are counted; null for an unknown device. */
  async #countOfDevice(kind: AttemptKind, subject: string): Promise<Count | null> {
    const limit: SubjectLimit = LIMITS[kind];
    const device = limit.knowsDevicesBy ? await this.#device.knownBy(subject) : null;
    if (!device || this.#forgotten.has(`${kind}:${subject}`)) return null;
    const counter = await this.#counter(`${kind}-device`, subject);
    return { kind, limit, counter, caller: device.id, since: device.since };
  }

  /** Where an unknown device's attempts at a subject are counted, and those of its network. */
  async #countsOfUnknownDevice(kind: AttemptKind, subject: string): Promise<{ own: Count; network: Count | null }> {
    const limit: SubjectLimit = LIMITS[kind];
    const [counter, caller, network] = await Promise.all([
      this.#counter(kind, subject),
      this.#networkName(),
      limit.network && this.#network !== "" ? this.#networkCount(limit.network) : null,
    ]);
    return { own: { kind, limit, counter, caller }, network };
  }

  async #networkCount(kind: NetworkKind): Promise<Count> {
    const [counter, caller] = await Promise.all([this.#counter(kind, this.#network), this.#networkName()]);
    return { kind, limit: NETWORK_LIMITS[kind], counter, caller };
  }

  #networkName(): Promise<string> {
    return this.#keyring.digest(`caller:${this.#network}`);
  }

  async #counter(kind: AttemptKind | NetworkKind | `${AttemptKind}-device`, subject: string) {
    const name = await this.#keyring.digest(`${kind}:${subject.trim().toLowerCase()}`);
    return this.#namespace.get(this.#namespace.idFromName(name));
  }
}

/** Where a caller's attempts are counted, by which name, and how many are allowed. */
interface Count {
  kind: AttemptKind | NetworkKind;
  limit: Limit;
  counter: DurableObjectStub<AttemptCounter>;
  caller: string;
  /** For a device: when the account last signed in on it, in milliseconds since 1970. */
  since?: number;
}

/**
 * Counts an attempt, or several at once.
 * @returns false when it is not counted, because the account has forgotten the device.
 * @throws {ServiceError} when the limit is reached.
 */
async function consumeAt({ counter, caller, limit, since }: Count, amount?: number): Promise<boolean> {
  const limits = attemptLimits(limit);
  const wait = await (since === undefined
    ? counter.consume(caller, limits, amount)
    : counter.consumeOnDevice(caller, since, limits, amount));
  if (wait === null) return false;
  requireNoWait(limit, wait);
  return true;
}

/** Counts nothing. @throws {ServiceError} when so many more do not fit. */
async function requireRoomAt({ counter, caller, limit }: Count, amount: number): Promise<void> {
  requireNoWait(limit, await counter.secondsToWait(caller, attemptLimits(limit), amount));
}

/** The part of a limit that its counter needs. */
function attemptLimits({ each, total, windowSeconds, pauses, thenPause }: Limit): AttemptLimits {
  return { each, total, windowSeconds, pauses, thenPause };
}

/** @param wait in seconds. @throws {ServiceError} the limit's error when there is one. */
function requireNoWait({ errorType }: Limit, wait: number): void {
  if (wait > 0) throw new ServiceError(errorType, LIMIT_MESSAGES[errorType](wait), { retryAfterSeconds: wait });
}

/** The network of an IP address: the address itself, or the first 64 bits of IPv6, since one connection has all addresses with them. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [left, right] = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => "0"), ...(right ?? [])];
  return groups.slice(0, 4).join(":").toLowerCase();
}
