// Reads and writes the session cookie, which holds the member's id and name and the backend's session secret.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Keyring } from "./keyring";

export const SESSION_COOKIE = "__Host-session";
/** The longest lifetime that browsers accept for a cookie (RFC 6265bis): 400 days. */
const MAX_AGE_LIMIT_SECONDS = 34_560_000;

const SessionDataSchema = z.object({
  /** The backend's session secret, as `X-Appwrite-Session` wants it. */
  secret: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  /** The member's name, shown in the header. */
  name: z.string(),
  /** When the backend's session ends, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** When the member last proved who they are, by a sign-in or the password, in milliseconds since 1970. */
  provenAt: z._default(z.number(), 0),
});
export type SessionData = z.infer<typeof SessionDataSchema>;

/** The session of one request. A change is written back as one `Set-Cookie` header. */
export class SessionCookie {
  #current: SessionData | null;
  #changed: boolean;
  readonly #keyring: Keyring;
  /** True when the browser sent a cookie, which may have to be cleared. */
  readonly #wasSent: boolean;

  private constructor(keyring: Keyring, current: SessionData | null, wasSent: boolean) {
    this.#keyring = keyring;
    this.#current = current;
    this.#wasSent = wasSent;
    this.#changed = wasSent && current === null;
  }

  /** Reads a `Cookie` header. A cookie that is forged, expired or sealed with an unknown key is cleared. */
  static async read(header: string | null, keyring: Keyring, now = Date.now()): Promise<SessionCookie> {
    const sealed = parse(header ?? "", SESSION_COOKIE)[SESSION_COOKIE];
    if (!sealed) return new SessionCookie(keyring, null, false);
    const parsed = SessionDataSchema.safeParse(await keyring.open("session", sealed));
    const valid = parsed.success && parsed.data.expiresAt > now ? parsed.data : null;
    return new SessionCookie(keyring, valid, true);
  }

  get current(): SessionData | null {
    return this.#current;
  }

  /** Stores a session that was opened by a proof a moment ago. */
  start(data: Omit<SessionData, "provenAt">): void {
    this.#write({ ...data, provenAt: Date.now() });
  }

  /** Notes that the member has just proved who they are. */
  confirm(): void {
    if (this.#current) this.#write({ ...this.#current, provenAt: Date.now() });
  }

  /** Changes the name that the header shows. */
  rename(name: string): void {
    if (this.#current) this.#write({ ...this.#current, name });
  }

  clear(): void {
    if (!this.#current) return;
    this.#current = null;
    // A session that this request has started never reached the browser.
    this.#changed = this.#wasSent;
  }

  #write(data: SessionData): void {
    this.#current = data;
    this.#changed = true;
  }

  /** The `Set-Cookie` value after a change; null when there was none. */
  async setCookie(now = Date.now()): Promise<string | null> {
    if (!this.#changed) return null;
    const common = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
    const session = this.#current;
    if (!session) return serialize(SESSION_COOKIE, "", { ...common, maxAge: 0 });
    const seconds = Math.floor((session.expiresAt - now) / 1000);
    return serialize(SESSION_COOKIE, await this.#keyring.seal("session", session), {
      ...common,
      maxAge: Math.max(0, Math.min(seconds, MAX_AGE_LIMIT_SECONDS)),
    });
  }
}

/** True when a request has a session cookie, valid or not. */
export function hasSessionCookie(header: string | null): boolean {
  return SESSION_COOKIE in parse(header ?? "", SESSION_COOKIE);
}
