// Reads and writes the cookie that says which accounts have signed in on this device. It signs nobody in: attempts from a device that an
// account knows are only counted apart from those of strangers.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Keyring } from "./keyring";

export const DEVICE_COOKIE = "__Host-device";
/** How long a device is known after a sign-in: 400 days, the longest lifetime that browsers accept for a cookie (RFC 6265bis). */
const DEVICE_SECONDS = 34_560_000;
/** How many names a device keeps, the newest first: user id and e-mail address of five accounts. */
const NAMES_MAX = 10;

const DeviceSchema = z.object({
  /** Random. Attempts are counted by it. */
  id: z.string(),
  /** Keyed hashes of the user ids and e-mail addresses that signed in. */
  names: z.array(z.string()),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
});
type Device = z.infer<typeof DeviceSchema>;

/** The device of one request. A change is written back as one `Set-Cookie` header. */
export class DeviceCookie {
  readonly #keyring: Keyring;
  /** As the browser sent it. */
  readonly #received: Device | null;
  #device: Device | null;
  #changed = false;

  private constructor(keyring: Keyring, device: Device | null) {
    this.#keyring = keyring;
    this.#received = device;
    this.#device = device;
  }

  /** Reads a `Cookie` header. A cookie that is forged or expired counts as none. */
  static async read(header: string | null, keyring: Keyring, now = Date.now()): Promise<DeviceCookie> {
    const sealed = parse(header ?? "", DEVICE_COOKIE)[DEVICE_COOKIE];
    const parsed = sealed ? DeviceSchema.safeParse(await keyring.open("device", sealed)) : null;
    return new DeviceCookie(keyring, parsed?.success && parsed.data.expiresAt > now ? parsed.data : null);
  }

  /** The device's id when the account has signed in on it before this request; null otherwise. @param account a user id or an e-mail address */
  async idFor(account: string): Promise<string | null> {
    const device = this.#received;
    if (!device) return null;
    // Also the names by an older secret, so that its rotation makes no device a stranger.
    const names = await this.#namesOf(account);
    return names.some((name) => device.names.includes(name)) ? device.id : null;
  }

  /** Makes the device known to an account that has just signed in. */
  async remember({ id, email }: { id: string; email: string }): Promise<void> {
    const [idNames, emailNames] = await Promise.all([this.#namesOf(id), this.#namesOf(email)]);
    const replaced = [...idNames, ...emailNames];
    const others = this.#device?.names.filter((name) => !replaced.includes(name)) ?? [];
    this.#device = {
      id: this.#device?.id ?? crypto.randomUUID(),
      names: [...idNames.slice(0, 1), ...emailNames.slice(0, 1), ...others].slice(0, NAMES_MAX),
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
