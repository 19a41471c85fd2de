// Opens a session with e-mail and password.
import type { Models } from "appwrite";
import type { Account, User } from "../../app/contract/account";
import type { SignInValues } from "../../app/contract/sign-in";
import { AppwriteError, isRefusal } from "../appwrite/errors";
import { memberBackend, type Scope } from "../scope";
import { readAccount } from "./account";
import { ServiceError } from "./errors";
import { endCurrentSession } from "./sign-out";

/** Appwrite's own words for it. */
const INVALID_CREDENTIALS = "Invalid credentials. Please check the email and password.";

/**
 * Signs in: ends this browser's session, opens one, loads account and profile. Two round trips to the backend.
 * @throws {ServiceError} `rate_limited`; `user_invalid_credentials`. @throws {AppwriteError} as the backend answers.
 */
export async function signIn(scope: Scope, { email, password }: SignInValues): Promise<{ user: User } & Account> {
  const ending = endCurrentSession(scope);
  const session = await openSession(scope, email, password).finally(() => ending);
  startSession(scope, session, "");
  const backend = memberBackend(scope);
  if (!backend) throw new TypeError("a session was just started");
  try {
    const account = await readAccount(backend, session.userId);
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
export async function openSession(scope: Scope, email: string, password: string): Promise<Models.Session> {
  await scope.limits.count("password", email);
  try {
    const session = await scope.appwrite.admin.account.createEmailPasswordSession({ email, password });
    scope.later("attempts reset", () => scope.limits.reset("password", email));
    return session;
  } catch (error) {
    // What Appwrite calls malformed (no address, fewer than 8 characters) is no account's e-mail or password.
    if (isRefusal(error, "general_argument_invalid")) {
      throw new ServiceError("user_invalid_credentials", INVALID_CREDENTIALS);
    }
    // An outage must not lock anybody out.
    if (error instanceof AppwriteError && error.failure !== "refused") await scope.limits.giveBack("password", email);
    throw error;
  }
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
  const backend = scope.appwrite.member(session.secret, async () => {});
  scope.session.clear();
  scope.later("abandoned session", () => backend.account.deleteSession({ sessionId: session.$id }));
}
