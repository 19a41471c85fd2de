// Opens a session with e-mail and password.
import type { Models } from "appwrite";
import type { Account, User } from "../../app/contract/account";
import { isEmail } from "../../app/contract/email";
import { isRefusal } from "../appwrite/errors";
import { requireMemberBackend, type Scope } from "../scope";
import { readAccount } from "./account";
import { ServiceError } from "./errors";
import { finishSurely, LATE_DEADLINE_MS } from "./finish-surely";
import { countingAttempts, type Tried } from "./guesses";
import { endCurrentSession } from "./sign-out";

/** Appwrite's own words for it. */
const INVALID_CREDENTIALS = "Invalid credentials. Please check the email and password.";

/**
 * Signs in: ends this browser's session, opens one, loads account and profile. Two round trips to the backend.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`. @throws {AppwriteError} as the backend answers.
 */
export async function signIn(
  scope: Scope,
  { email, password }: { email: string; password: string },
): Promise<{ user: User } & Account> {
  const ending = endCurrentSession(scope);
  const session = await openSession(scope, email, password).finally(() => ending);
  startSession(scope, session, "");
  try {
    const account = await readAccount(requireMemberBackend(scope), session.userId);
    scope.session.rename(account.user.name);
    return account;
  } catch (error) {
    abandonSession(scope, session);
    throw error;
  }
}

/**
 * Tests a password, counting the try, and opens a session with it; the cookie is not touched.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`.
 */
export async function openSession(
  scope: Scope,
  email: string,
  password: string,
  tried: Tried = { kind: "password", subject: email },
): Promise<Models.Session> {
  // No account has it, and no counter is made for it.
  if (!isEmail(email)) throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
  return countingAttempts(scope, tried, async () => {
    try {
      return await scope.appwrite.admin.account.createEmailPasswordSession({ email, password });
    } catch (error) {
      // What Appwrite calls malformed (no address, a password too short or too long) is no account's e-mail or password.
      if (!isRefusal(error, "general_argument_invalid")) throw error;
      throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
    }
  });
}

/** Makes a session this browser's own. */
export function startSession(scope: Scope, session: Models.Session, name: string): void {
  scope.endings.acceptNew(session.$id);
  scope.session.start({
    secret: session.secret,
    sessionId: session.$id,
    userId: session.userId,
    name,
    expiresAt: Date.parse(session.expire),
  });
}

/** Gives up a session that was opened for something that then failed; the browser never gets it. */
export function abandonSession(scope: Scope, session: Models.Session): void {
  scope.session.clear();
  endOpenedSession(scope, session);
}

/** Ends a session that was only opened to see whether a password or a code is right; nobody has its secret. */
export function endOpenedSession(scope: Scope, session: Models.Session): void {
  const backend = scope.appwrite.member(session.secret, async () => {}, LATE_DEADLINE_MS);
  finishSurely(scope, "abandoned session", () => backend.account.deleteSession({ sessionId: session.$id }));
}
