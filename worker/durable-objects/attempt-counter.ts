// Counts attempts to guess a password, a code or a link's secret, and limits how many of some requests are made. A Durable Object, so
// that the count holds for all of Cloudflare's locations.
import { DurableObject } from "cloudflare:workers";

const HOUR_SECONDS = 3600;

/** How many attempts are allowed: `each` caller, and in `total`. The window is an hour by default. */
export interface AttemptLimits {
  each: number;
  total: number;
  windowSeconds?: number;
  /** With pauses, see `exponentialBackoff`; without them, see `fixedWindow`. */
  pauses?: Pauses;
  /** Only without pauses: beyond the limit, one attempt is allowed after each such pause. Unset, none is until the window ends. */
  thenPause?: Pause;
}

interface Pauses {
  each: Pause;
  total: Pause;
}

/** A pause that doubles with each attempt beyond the limit. In seconds. */
interface Pause {
  first: number;
  longest: number;
}

interface Attempts {
  count: number;
  /** The time of the last attempt, in milliseconds since 1970. */
  lastAt: number;
  /** The time of the attempt before, to which a refund returns; 0 when there was none. */
  previousAt?: number;
}
type Callers = Record<string, Attempts>;

interface Window {
  callers: Callers;
  /** When the attempts are forgotten, in milliseconds since 1970. */
  endsAt: number;
}

/** Of so many callers the attempts are kept, and those of earlier ones are forgotten: a Durable Object stores at most 2 MB as one value. */
const CALLERS_MAX = 5_000;

const NO_ATTEMPTS: Attempts = { count: 0, lastAt: 0 };
const NEVER: Pause = { first: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY };

/** The devices that an account has forgotten: those on which it last signed in before a time. */
interface ForgottenDevices {
  /** In milliseconds since 1970. */
  before: number;
  /** When their cookies have expired, in milliseconds since 1970. */
  until: number;
}

/** An attempt to count, or several at once. */
interface AttemptRequest {
  caller: string;
  amount: number;
  now: number;
}

/** What to store for an attempt that is allowed, or when it will be, in milliseconds since 1970. */
type Decision = { window: Window } | { allowedAt: number };

/** One object per kind and subject. Its name and the callers' names are keyed hashes, so it stores no e-mail or IP address. */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one attempt of a caller, or several at once.
   * @returns 0 when it is allowed, otherwise the seconds until the next one is.
   */
  async consume(caller: string, limits: AttemptLimits, amount = 1, now = Date.now()): Promise<number> {
    const stored = await this.#read();
    const decision = decide(stored, limits, { caller, amount, now });
    if ("allowedAt" in decision) return secondsUntil(decision.allowedAt, now);
    await this.#write(decision.window);
    if (!stored || stored.endsAt <= now) await this.ctx.storage.setAlarm(decision.window.endsAt);
    return 0;
  }

  /** What `consume` would return. Counts nothing. */
  async secondsToWait(caller: string, limits: AttemptLimits, amount: number, now = Date.now()): Promise<number> {
    const decision = decide(await this.#read(), limits, { caller, amount, now });
    return "allowedAt" in decision ? secondsUntil(decision.allowedAt, now) : 0;
  }

  /**
   * Counts one attempt of a device that the account knows, or several at once.
   * @param since when the account last signed in on it, in milliseconds since 1970.
   * @returns as `consume`; null, and counts nothing, when the account has forgotten the device.
   */
  async consumeOnDevice(
    deviceId: string,
    since: number,
    limits: AttemptLimits,
    amount?: number,
  ): Promise<number | null> {
    const forgotten = await this.#forgottenDevices();
    return forgotten && since < forgotten.before ? null : this.consume(deviceId, limits, amount);
  }

  /** Forgets the devices on which the account signed in before a time, but not their attempts. Both in milliseconds since 1970. */
  async forgetDevices({ before, until }: ForgottenDevices): Promise<void> {
    const earlier = await this.#forgottenDevices();
    await this.ctx.storage.put<ForgottenDevices>("devices", {
      before: Math.max(before, earlier?.before ?? 0),
      until: Math.max(until, earlier?.until ?? 0),
    });
    // The window's comes earlier, and sets this one.
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
  }

  /**
   * Takes back one attempt of a caller, such as one that the backend could not check, or several at once. The pause that it began is over,
   * and the one before it counts again.
   */
  async refund(caller: string, amount = 1): Promise<void> {
    const window = await this.#read();
    const own = window?.callers[caller];
    if (!window || !own) return;
    const count = Math.max(0, own.count - amount);
    const refunded = { ...own, count, lastAt: own.previousAt ?? own.lastAt };
    await this.#write({ ...window, callers: { ...window.callers, [caller]: refunded } });
  }

  /** Takes back one attempt of a caller that was made a while ago. The time of the last one stays, since later ones may count. */
  async release(caller: string): Promise<void> {
    const window = await this.#read();
    const own = window?.callers[caller];
    if (!window || !own) return;
    const released = { ...own, count: Math.max(0, own.count - 1) };
    await this.#write({ ...window, callers: { ...window.callers, [caller]: released } });
  }

  /** Deletes a caller's attempts after a success. Those of other callers stay, since they may be guesses. */
  async reset(caller: string): Promise<void> {
    const window = await this.#read();
    if (!window) return;
    const { [caller]: _, ...others } = window.callers;
    await this.#write({ ...window, callers: others });
  }

  /** Deletes all callers' attempts, because the secret has changed. */
  async resetAll(): Promise<void> {
    await this.ctx.storage.delete("window");
  }

  /** Deletes what has lapsed. The attempts may be kept for longer than when the alarm was set. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    const [window, devices] = [await this.#read(), await this.#forgottenDevices()];
    const ends = { window: window?.endsAt ?? 0, devices: devices?.until ?? 0 };
    const left = Object.values(ends).filter((end) => end > now);
    if (left.length === 0) return this.ctx.storage.deleteAll();
    await this.ctx.storage.delete(Object.entries(ends).flatMap(([key, end]) => (end > now ? [] : [key])));
    await this.ctx.storage.setAlarm(Math.min(...left));
  }

  #forgottenDevices(): Promise<ForgottenDevices | undefined> {
    return this.ctx.storage.get<ForgottenDevices>("devices");
  }

  #read(): Promise<Window | undefined> {
    return this.ctx.storage.get<Window>("window");
  }

  #write(window: Window): Promise<void> {
    return this.ctx.storage.put("window", window);
  }
}

function decide(
  stored: Window | undefined,
  { each, total, windowSeconds = HOUR_SECONDS, pauses, thenPause }: AttemptLimits,
  request: AttemptRequest,
): Decision {
  const limits = { each, total, windowMs: windowSeconds * 1000 };
  return pauses
    ? exponentialBackoff(stored?.callers ?? {}, { ...limits, pauses }, request)
    : fixedWindow(stored, { ...limits, thenPause }, request);
}

function secondsUntil(time: number, now: number): number {
  return Math.ceil((time - now) / 1000);
}

interface WindowLimits {
  each: number;
  total: number;
  windowMs: number;
}

/** Allows a number of attempts from the first one until the window is over, and beyond it one now and then, if at all. */
function fixedWindow(
  stored: Window | undefined,
  { each, total, windowMs, thenPause = NEVER }: WindowLimits & { thenPause?: Pause },
  request: AttemptRequest,
): Decision {
  const { caller, amount, now } = request;
  const { callers, endsAt } = stored && stored.endsAt > now ? stored : { callers: {}, endsAt: now + windowMs };
  const own = ofCaller(callers, caller);
  const fits = own.count + amount <= each && ofAll(callers).count + amount <= total;
  const allowedAt = fits ? now : Math.min(endsAt, own.lastAt + pauseMs(thenPause, own.count - each));
  return allowedAt > now ? { allowedAt } : { window: { callers: withAttempt(callers, request), endsAt } };
}

/**
 * Allows a number of attempts, and beyond it one after a pause, which doubles each time. A caller is forgotten after a window without an
 * attempt.
 */
function exponentialBackoff(
  stored: Callers,
  { each, total, windowMs, pauses }: WindowLimits & { pauses: Pauses },
  request: AttemptRequest,
): Decision {
  const { caller, amount, now } = request;
  const callers = Object.fromEntries(Object.entries(stored).filter(([, { lastAt }]) => lastAt + windowMs > now));
  const allowedAt = Math.max(
    pauseEnd(ofCaller(callers, caller), amount, each, pauses.each),
    pauseEnd(ofAll(callers), amount, total, pauses.total),
  );
  if (allowedAt > now) return { allowedAt };
  return { window: { callers: withAttempt(callers, request), endsAt: now + windowMs } };
}

/** When the next attempts are allowed, in milliseconds since 1970; 0 for now. */
function pauseEnd({ count, lastAt }: Attempts, amount: number, limit: number, pause: Pause): number {
  return count + amount <= limit ? 0 : lastAt + pauseMs(pause, count - limit);
}

/** How long a pause is after so many attempts beyond the limit, in milliseconds. */
function pauseMs({ first, longest }: Pause, beyond: number): number {
  return Math.min(longest, first * 2 ** Math.max(0, beyond)) * 1000;
}

function ofCaller(callers: Callers, caller: string): Attempts {
  return callers[caller] ?? NO_ATTEMPTS;
}

function ofAll(callers: Callers): Attempts {
  const all = Object.values(callers);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    lastAt: Math.max(0, ...all.map(({ lastAt }) => lastAt)),
  };
}

function withAttempt(callers: Callers, { caller, amount, now }: AttemptRequest): Callers {
  const { count, lastAt } = ofCaller(callers, caller);
  const all = Object.entries({ ...callers, [caller]: { count: count + amount, lastAt: now, previousAt: lastAt } });
  if (all.length <= CALLERS_MAX) return Object.fromEntries(all);
  return Object.fromEntries(all.sort(([, a], [, b]) => b.lastAt - a.lastAt).slice(0, CALLERS_MAX));
}
