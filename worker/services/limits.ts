// Counts attempts, e-mails and uploads, and refuses those beyond the limits of `limit-table.ts`. They hold across all of Cloudflare's locations.
import type { AttemptCounter, AttemptLimits } from "../durable-objects/attempt-counter";
import { ServiceError } from "../errors";
import { networkOf } from "../http/network-of";
import { errorEntry, type LogEntry } from "../log";
import { DEVICE_SECONDS, type DeviceCookie } from "../session/device";
import type { Keyring } from "../session/keyring";
import {
  type AccountNames,
  type AttemptKind,
  LIMITS,
  type Limit,
  NETWORK_LIMITS,
  type NetworkKind,
  type SubjectLimit,
} from "./limit-table";

/** The messages when a limit is reached, by error type; the argument is the wait in seconds. */
const LIMIT_MESSAGES: Record<Limit["errorType"], (seconds: number) => string> = {
  rate_limited: (seconds) => {
    const minutes = Math.ceil(seconds / 60);
    return `Too many tries. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again`;
  },
  network_limited: () => "Many people are trying this from this network",
  too_many_uploads: () => "Too many files in the last hour",
};

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

  /** Takes back one attempt that was made a while ago. Never throws. */
  async release(kind: AttemptKind, subject: string): Promise<void> {
    const { own } = await this.#counts(kind, subject);
    try {
      await own.counter.release(own.caller);
    } catch (error) {
      this.#warn({ event: "attempt not refunded", kind, ...errorEntry(error) });
    }
  }

  /** Deletes this caller's attempts after a success. The network gets one back: its others may be guesses. */
  async reset(kind: AttemptKind, subject: string): Promise<void> {
    const { own, network } = await this.#counts(kind, subject);
    await Promise.all([own.counter.reset(own.caller), network && this.#refundAt(network)]);
  }

  /** Deletes this caller's attempts alone: their network may not be the one by which they were counted. */
  async resetOwn(kind: AttemptKind, subject: string): Promise<void> {
    const { own } = await this.#counts(kind, subject);
    await own.counter.reset(own.caller);
  }

  /** Deletes everybody's attempts, because the secret has changed. */
  async resetAll(kind: AttemptKind, subject: string): Promise<void> {
    const counters = await Promise.all([this.#counter(kind, subject), this.#counter(`${kind}-device`, subject)]);
    await Promise.all(counters.map((counter) => counter.resetAll()));
  }

  /**
   * Makes all devices unknown that an account knows, because it has a new password: somebody else may have known the one before. What
   * they have tried still counts, so that a new password is no way to more tries. A device that the account remembers from then on is known.
   * @param before when it got the password, in milliseconds since 1970.
   */
  async forgetDevices(account: AccountNames, before: number): Promise<void> {
    const until = Date.now() + DEVICE_SECONDS * 1000;
    const kinds = Object.entries(LIMITS as Record<AttemptKind, SubjectLimit>) as [AttemptKind, SubjectLimit][];
    await Promise.all(
      kinds.map(async ([kind, { knowsDevicesBy: by, countsAs }]) => {
        if (by && !countsAs)
          await (await this.#counter(`${kind}-device`, account[by])).forgetDevices({ before, until });
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
    const counter = await this.#counter(`${limit.countsAs ?? kind}-device`, subject);
    return { kind, limit, counter, caller: device.id, since: device.since };
  }

  /** Where an unknown device's attempts at a subject are counted, and those of its network. */
  async #countsOfUnknownDevice(kind: AttemptKind, subject: string): Promise<{ own: Count; network: Count | null }> {
    const limit: SubjectLimit = LIMITS[kind];
    const [counter, caller, network] = await Promise.all([
      this.#counter(limit.countsAs ?? kind, subject),
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
