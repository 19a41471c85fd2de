// Reads and writes the cookie of a pending sign-in: a session of the backend that lacks its second factor. It is not the session cookie,
// so nothing that looks for a member finds one.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import { PENDING_SIGN_IN_SECONDS } from "../../app/contract/limits";
import type { Keyring } from "./keyring";

export const PENDING_SIGN_IN_COOKIE = "__Host-second-factor";
/** The browser keeps the cookie longer than the sign-in is valid, so that the backend's session is ended when the visitor comes back. */
const COOKIE_SECONDS = 3600;

const PendingSignInSchema = z.object({
  /** The backend's session secret, as `X-Appwrite-Session` wants it. */
  secret: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  /** When the first factor was given, in milliseconds since 1970. A cookie of an older version counts as new: it is valid for ten minutes. */
  startedAt: z._default(z.number(), () => Date.now()),
  /** When the backend's session ends, in milliseconds since 1970. */
  sessionExpiresAt: z.number(),
  /** Until when the second factor may be given, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** True when the first factor was the password. After an e-mail with a code, another e-mail proves nothing more. */
  hasPassword: z.boolean(),
  /** True when the first factor was also the first proof of the e-mail address. */
  isFirstProof: z.boolean(),
  /** The e-mail address for which it counts as a pending sign-in; null when it does not. */
  countedFor: z._default(z.nullable(z.string()), null),
  /** The challenge whose code was mailed last; null when none was. */
  emailChallengeId: z.nullable(z.string()),
});
export type PendingSignIn = z.infer<typeof PendingSignInSchema>;

/** The pending sign-in of one request. A change is written back as one `Set-Cookie` header. */
export class PendingSignInCookie {
  readonly #keyring: Keyring;
  #stored: PendingSignIn | null;
  #changed: boolean;

  private constructor(keyring: Keyring, stored: PendingSignIn | null, changed: boolean) {
    this.#keyring = keyring;
    this.#stored = stored;
    this.#changed = changed;
  }

  /** Reads a `Cookie` header. A cookie that is forged or sealed with an unknown key is cleared. */
  static async read(header: string | null, keyring: Keyring): Promise<PendingSignInCookie> {
    const sealed = parse(header ?? "", PENDING_SIGN_IN_COOKIE)[PENDING_SIGN_IN_COOKIE];
    if (!sealed) return new PendingSignInCookie(keyring, null, false);
    const parsed = PendingSignInSchema.safeParse(await keyring.open("second-factor", sealed));
    return new PendingSignInCookie(keyring, parsed.success ? parsed.data : null, !parsed.success);
  }

  /** The pending sign-in; null when there is none, or its time is over. */
  get current(): PendingSignIn | null {
    return this.#stored && this.#stored.expiresAt > Date.now() ? this.#stored : null;
  }

  /** The pending sign-in, also when its time is over: its session still has to be ended. */
  get stored(): PendingSignIn | null {
    return this.#stored;
  }

  /** Starts a pending sign-in. Its time begins now. */
  start(data: Omit<PendingSignIn, "expiresAt" | "emailChallengeId">): void {
    this.#write({ ...data, expiresAt: Date.now() + PENDING_SIGN_IN_SECONDS * 1000, emailChallengeId: null });
  }

  /** Stores the challenge whose code was mailed. It replaces the one before. */
  setEmailChallenge(emailChallengeId: string): void {
    if (this.#stored) this.#write({ ...this.#stored, emailChallengeId });
  }

  clear(): void {
    if (this.#stored) this.#write(null);
  }

  /** The `Set-Cookie` value after a change; null when there was none. */
  async setCookie(): Promise<string | null> {
    if (!this.#changed) return null;
    const common = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
    if (!this.#stored) return serialize(PENDING_SIGN_IN_COOKIE, "", { ...common, maxAge: 0 });
    const sealed = await this.#keyring.seal("second-factor", this.#stored);
    return serialize(PENDING_SIGN_IN_COOKIE, sealed, { ...common, maxAge: COOKIE_SECONDS });
  }

  #write(data: PendingSignIn | null): void {
    this.#stored = data;
    this.#changed = true;
  }
}

/** True when a request has the cookie of a pending sign-in, valid or not. */
export function hasPendingSignInCookie(header: string | null): boolean {
  return PENDING_SIGN_IN_COOKIE in parse(header ?? "", PENDING_SIGN_IN_COOKIE);
}
