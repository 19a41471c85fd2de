// Reads and writes the cookie that says which accounts have signed in on this device. It signs nobody in: attempts from a device that an
// account knows are only counted apart from those of unknown devices.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Keyring } from "./keyring";

export const DEVICE_COOKIE = "__Host-device";
/** How long a device is known after a sign-in: 400 days, the longest lifetime that browsers accept for a cookie (RFC 6265bis). */
export const DEVICE_SECONDS = 34_560_000;
/** How many names a device keeps, the newest first: user id and e-mail address of five accounts. */
const NAMES_MAX = 10;

const DeviceSchema = z.object({
  /** Random. Attempts are counted by it. */
  id: z.string(),
  /** Keyed hashes of the user ids and e-mail addresses that signed in. */
  names: z.array(z.string()),
  /** When each of the names was noted last, in milliseconds since 1970, in their order. Cookies from before this was noted have none. */
  since: z._default(z.array(z.number()), []),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
});
type Device = z.infer<typeof DeviceSchema>;

/** A device that an account knows. */
export interface KnownDevice {
  id: string;
  /** When the account last signed in on it, in milliseconds since 1970; 0 when the cookie is older than that note. */
  since: number;
}

/** The device of one request. A change is written back as one `Set-Cookie` header. */
export class DeviceCookie {
  readonly #keyring: Keyring;
  /** As the browser sent it. */
  readonly #received: Device | null;
  /** When the request came, in milliseconds since 1970. */
  readonly #receivedAt: number;
  #device: Device | null;
  #changed = false;

  private constructor(keyring: Keyring, device: Device | null, receivedAt: number) {
    this.#keyring = keyring;
    this.#receivedAt = receivedAt;
    this.#received = device;
    this.#device = device;
  }

  /** Reads a `Cookie` header. A cookie that is forged or expired counts as none. */
  static async read(header: string | null, keyring: Keyring, now = Date.now()): Promise<DeviceCookie> {
    const sealed = parse(header ?? "", DEVICE_COOKIE)[DEVICE_COOKIE];
    const parsed = sealed ? DeviceSchema.safeParse(await keyring.open("device", sealed)) : null;
    return new DeviceCookie(keyring, parsed?.success && parsed.data.expiresAt > now ? parsed.data : null, now);
  }

  /** The id of a device on which an account has signed in before this request; null for any other. */
  get id(): string | null {
    return this.#received?.id ?? null;
  }

  /** The device when the account has signed in on it before this request; null otherwise. @param account a user id or an e-mail address */
  async knownBy(account: string): Promise<KnownDevice | null> {
    const device = this.#received;
    if (!device) return null;
    // Also the names by an older secret, so that its rotation makes no device unknown.
    const names = await this.#namesOf(account);
    const index = device.names.findIndex((name) => names.includes(name));
    return index < 0 ? null : { id: device.id, since: device.since[index] ?? 0 };
  }

  /**
   * Makes the device known to an account that has just signed in, or has a new password.
   * @param since from when on, in milliseconds since 1970. Without it from when the request came: a new password may have been set while it
   * was answered.
   */
  async remember({ id, email }: { id: string; email: string }, since = this.#receivedAt): Promise<void> {
    const [idNames, emailNames] = await Promise.all([this.#namesOf(id), this.#namesOf(email)]);
    const replaced = [...idNames, ...emailNames];
    const known = this.#device?.names.map((name, index) => ({ name, since: this.#device?.since[index] ?? 0 })) ?? [];
    const others = known.filter(({ name }) => !replaced.includes(name));
    const own = [idNames[0], emailNames[0]].flatMap((name) => (name ? [{ name, since }] : []));
    const notes = [...own, ...others].slice(0, NAMES_MAX);
    this.#device = {
      id: this.#device?.id ?? crypto.randomUUID(),
      names: notes.map(({ name }) => name),
      since: notes.map((note) => note.since),
      expiresAt: Date.now() + DEVICE_SECONDS * 1000,
    };
    this.#changed = true;
  }

  /** The `Set-Cookie` value after a change; null when there was none. */
  async setCookie(): Promise<string | null> {
    if (!this.#changed) return null;
    const sealed = await this.#keyring.seal("device", this.#device);
    return serialize(DEVICE_COOKIE, sealed, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      maxAge: DEVICE_SECONDS,
    });
  }

  /**
   * The names of an account by all secrets, the newest first. Short, since the cookie is sent with every request. It is sealed, so nobody can
   * look for another account with the same name.
   */
  async #namesOf(account: string): Promise<string[]> {
    const digests = await this.#keyring.digests(`device:${account.trim().toLowerCase()}`);
    return digests.map((digest) => digest.slice(0, 16));
  }
}
