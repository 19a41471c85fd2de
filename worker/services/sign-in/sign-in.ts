// Opens a session with e-mail and password.
import type { Models } from "appwrite";
import type { Account, User } from "../../../app/contract/account";
import { isEmail } from "../../../app/contract/email";
import { isAppwriteError } from "../../appwrite/errors";
import { type RequestContext, requireMemberBackend } from "../../context";
import { readAccount } from "../account/account";
import { ServiceError } from "../errors";
import { ATTEMPT_DEADLINE_MS, retryInBackground } from "../retry-in-background";
import { type AttemptSubject, withAttemptLimit } from "./password-attempts";
import { endCurrentSession } from "./sign-out";

/** Appwrite's own words for it. */
const INVALID_CREDENTIALS = "Invalid credentials. Please check the email and password.";

/**
 * Signs in: ends this browser's session, opens one, loads account and profile. Two round trips to the backend.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`. @throws {AppwriteError} as the backend answers.
 */
export async function signIn(
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<{ user: User } & Account> {
  const ending = endCurrentSession(context);
  const session = await openSession(context, email, password).finally(() => ending);
  startSession(context, session, "");
  try {
    const account = await readAccount(requireMemberBackend(context), session.userId);
    context.session.rename(account.user.name);
    return account;
  } catch (error) {
    abandonSession(context, session);
    throw error;
  }
}

/**
 * Tests a password, counting the try, and opens a session with it; the cookie is not touched.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`.
 */
export async function openSession(
  context: RequestContext,
  email: string,
  password: string,
  tried: AttemptSubject = { kind: "password", subject: email },
): Promise<Models.Session> {
  // No account has it, and no counter is made for it.
  if (!isEmail(email)) throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
  return withAttemptLimit(context, tried, async () => {
    try {
      return await context.appwrite.admin.account.createEmailPasswordSession({ email, password });
    } catch (error) {
      // What Appwrite calls malformed (no address, a password too short or too long) is no account's e-mail or password.
      if (!isAppwriteError(error, "general_argument_invalid")) throw error;
      throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
    }
  });
}

/** Makes a session this browser's own. */
export function startSession(context: RequestContext, session: Models.Session, name: string): void {
  context.revocations.acceptNewSession(session.$id);
  context.session.start({
    secret: session.secret,
    sessionId: session.$id,
    userId: session.userId,
    name,
    expiresAt: Date.parse(session.expire),
  });
}

/** Gives up a session that was opened for something that then failed; the browser never gets it. */
export function abandonSession(context: RequestContext, session: Models.Session): void {
  context.session.clear();
  endOpenedSession(context, session);
}

/** Ends a session that was only opened to see whether a password or a code is right; nobody has its secret. */
export function endOpenedSession(context: RequestContext, session: Models.Session): void {
  const backend = context.appwrite.member(session.secret, async () => {}, ATTEMPT_DEADLINE_MS);
  retryInBackground(context, "abandoned session", () => backend.account.deleteSession({ sessionId: session.$id }));
}
