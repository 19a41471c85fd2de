// Opens a session with e-mail and password.
import type { Models } from "appwrite";
import type { Account, User } from "../../../app/contract/account";
import { isEmail } from "../../../app/contract/email";
import { isAppwriteError, isSessionEnded, lacksSecondFactor } from "../../appwrite/errors";
import { type RequestContext, requireMemberBackend } from "../../context";
import { ServiceError } from "../../errors";
import type { StartedSession } from "../../session/cutoff";
import { fetchAccount } from "../account/account";
import { ATTEMPT_DEADLINE_MS, retryInBackground } from "../retry-in-background";
import {
  cancelPendingSignIn,
  countAsPending,
  holdSession,
  refundUnlessPending,
} from "../second-factor/pending-sign-in";
import { endOneSession } from "./end-sessions";
import { type AttemptSubject, isWrongPassword, withAttemptLimit } from "./password-attempts";
import { endCurrentSession } from "./sign-out";

/**
 * Where an address has to be proven for joining, a wrong password is answered so many milliseconds after the call began, or later: for an address
 * without an account Appwrite compares no hash, and answers sooner. Elsewhere the sign-up form tells who has an account.
 */
const WRONG_PASSWORD_MS = 500;

/** Appwrite's message. */
const INVALID_CREDENTIALS = "Invalid credentials. Please check the email and password.";

/**
 * Signs in: ends this browser's session, opens a new one, loads account and profile. Two round trips to the backend.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`.
 * @throws {AppwriteError} `user_more_factors_required` when a second factor has to follow: the sign-in is pending then.
 */
export async function signIn(
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<{ user: User } & Account> {
  const previousSessionEnd = endCurrentSession(context);
  const session = await openSession(context, email, password).finally(() => previousSessionEnd);
  startSession(context, session, "");
  return refundUnlessPending(context, email, async () => {
    try {
      const account = await fetchAccount(requireMemberBackend(context), session.userId);
      context.session.rename(account.user.name);
      await context.device.remember(account.user);
      return account;
    } catch (error) {
      if (lacksSecondFactor(error)) holdSession(context, { hasPassword: true, isFirstProof: false, countedFor: email });
      else abandonSession(context, session);
      throw error;
    }
  });
}

/**
 * Checks a password, counting the attempt, and opens a session. Does not change the cookie. A guest's counts as a pending sign-in, too, until
 * the caller knows that it is none.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`.
 */
export async function openSession(
  context: RequestContext,
  email: string,
  password: string,
  attemptSubject: AttemptSubject = { kind: "guest-password", subject: email },
): Promise<Models.Session> {
  // No account can have this e-mail address, so no counter is created for it.
  if (!isEmail(email)) throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
  const open = () => context.appwrite.admin.account.createEmailPasswordSession({ email, password });
  const mayBePending = attemptSubject.kind !== "member-password";
  return withAttemptLimit(context, attemptSubject, async () => {
    const begun = Date.now();
    try {
      return await (mayBePending ? countAsPending(context, email, open) : open());
    } catch (error) {
      // No account can have values that Appwrite calls malformed, such as a password that is too short.
      const isMalformed = isAppwriteError(error, "general_argument_invalid");
      if (mayBePending && context.config.public.requiresEmailProof && (isMalformed || isWrongPassword(error))) {
        await scheduler.wait(Math.max(0, begun + WRONG_PASSWORD_MS - Date.now()));
      }
      if (!isMalformed) throw error;
      throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
    }
  });
}

/**
 * Makes a session this browser's, by storing it in the cookie. It replaces a pending sign-in. The session counts as started when the request
 * arrived: Appwrite may have checked a password that was changed before it answered.
 */
export function startSession(context: RequestContext, session: Models.Session, name: string): StartedSession {
  cancelPendingSignIn(context);
  context.revocations.acceptNewSession(session.$id);
  const started = { sessionId: session.$id, userId: session.userId, startedAt: context.arrivedAt };
  context.session.start({ ...started, secret: session.secret, name, expiresAt: Date.parse(session.expire) });
  return started;
}

/** Clears the cookie and ends a new session, after a later step failed. The browser never gets the session. */
export function abandonSession(context: RequestContext, session: Models.Session): void {
  context.session.clear();
  endOpenedSession(context, session);
}

/** Ends a session that was opened only to check a password or a code. Nobody has its secret. */
export function endOpenedSession(context: RequestContext, session: Models.Session): void {
  const backend = context.appwrite.member(session.secret, async () => {}, ATTEMPT_DEADLINE_MS);
  retryInBackground(context, "abandoned session", async () => {
    try {
      await endOneSession(context, { backend, userId: session.userId }, session.$id);
    } catch (error) {
      // The response to an earlier attempt was lost, or the account is deleted.
      if (!isSessionEnded(error)) throw error;
    }
  });
}
