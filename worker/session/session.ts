// Reads and writes the session cookie, which holds the member's id and name and the backend's session secret.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Keyring } from "./keyring";

export const SESSION_COOKIE = "__Host-session";
const DAY_MS = 86_400_000;
/** A session ends when it was not used for this long. */
const IDLE_MS = 30 * DAY_MS;
/** A session ends this long after its sign-in, however much it is used. */
export const SESSION_LIFETIME_MS = 180 * DAY_MS;
/** A cookie is renewed by the next response when it is older than this. */
const RENEWAL_MS = DAY_MS;

/** Cookies sealed before this day have no start; they count as started then. */
const STARTS_NOTED_AT = Date.parse("2026-11-24T00:00:00Z");

const SessionDataSchema = z.object({
  /** The backend's session secret, as `X-Appwrite-Session` wants it. */
  secret: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  /** The member's name, shown in the header. */
  name: z.string(),
  /** When the backend's session ends, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** When the member last authenticated, by a sign-in or the password, in milliseconds since 1970. */
  provenAt: z._default(z.number(), 0),
  /** The challenge whose code was mailed before switching the second factor on; null when none waits. */
  emailChallengeId: z._default(z.nullable(z.string()), null),
  /** What the member's app was given while the second factor is being switched on (`otpauth:`, with the secret); null when none waits. */
  authenticatorUri: z._default(z.nullable(z.string()), null),
  /** When the member signed in, in milliseconds since 1970; 0 in a cookie from before this was noted. */
  startedAt: z._default(z.number(), 0),
  /** When the cookie was last written, in milliseconds since 1970. */
  usedAt: z._default(z.number(), 0),
});
export type SessionData = z.infer<typeof SessionDataSchema>;

type EnrolmentProgress = Pick<SessionData, "emailChallengeId" | "authenticatorUri">;
const NO_ENROLMENT: EnrolmentProgress = { emailChallengeId: null, authenticatorUri: null };

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

  /** Reads a `Cookie` header. A cookie that is forged, unused for too long, expired or sealed with an unknown key is cleared. */
  static async read(header: string | null, keyring: Keyring, now = Date.now()): Promise<SessionCookie> {
    const sealed = parse(header ?? "", SESSION_COOKIE)[SESSION_COOKIE];
    if (!sealed) return new SessionCookie(keyring, null, false);
    const parsed = SessionDataSchema.safeParse(await keyring.open("session", sealed));
    const session = parsed.success ? withStart(parsed.data) : null;
    return new SessionCookie(keyring, session && expiryOf(session) > now ? session : null, true);
  }

  get current(): SessionData | null {
    return this.#current;
  }

  /** Stores a session whose member has just proven who they are. */
  start(data: Omit<SessionData, "provenAt" | keyof EnrolmentProgress | "usedAt">): void {
    const now = Date.now();
    this.#write({ ...data, provenAt: now, ...NO_ENROLMENT, usedAt: now });
  }

  /**
   * Notes that the member has just given the password. A key for the app waits no longer: in an old copy of the cookie the password would
   * show it again.
   */
  markAuthenticated(): void {
    if (this.#current) this.#write({ ...this.#current, authenticatorUri: null, provenAt: Date.now() });
  }

  /** Stores how far switching the second factor on has come: a challenge, then the address for the app, and nothing when it has ended. */
  setEnrolment(progress: Partial<EnrolmentProgress>): void {
    if (this.#current) this.#write({ ...this.#current, ...NO_ENROLMENT, ...progress });
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

  /** The `Set-Cookie` value after a change, and once a day; null otherwise. */
  async setCookie(now = Date.now()): Promise<string | null> {
    const common = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
    const session = this.#current && { ...this.#current, usedAt: now };
    if (!this.#changed && !(this.#current && this.#current.usedAt + RENEWAL_MS < now)) return null;
    if (!session) return serialize(SESSION_COOKIE, "", { ...common, maxAge: 0 });
    return serialize(SESSION_COOKIE, await this.#keyring.seal("session", session), {
      ...common,
      maxAge: Math.max(0, Math.floor((expiryOf(session) - now) / 1000)),
    });
  }
}

/** A session whose cookie does not say when it began has a fixed beginning, so that a copy of the cookie does not last for ever. */
function withStart(session: SessionData): SessionData {
  return session.startedAt > 0 ? session : { ...session, startedAt: STARTS_NOTED_AT };
}

/** When a session expires unless it is used before, in milliseconds since 1970. */
function expiryOf({ expiresAt, startedAt, usedAt }: SessionData): number {
  return Math.min(expiresAt, startedAt + SESSION_LIFETIME_MS, (usedAt || startedAt) + IDLE_MS);
}

/** True when a request has a session cookie, valid or not. */
export function hasSessionCookie(header: string | null): boolean {
  return SESSION_COOKIE in parse(header ?? "", SESSION_COOKIE);
}
