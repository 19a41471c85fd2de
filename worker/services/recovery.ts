// A new password for somebody who forgot it.
import type { Models } from "appwrite";
import { AppwriteError, isRefusal } from "../appwrite/errors";
import { errorEntry } from "../log";
import type { Scope } from "../scope";
import { ServiceError } from "./errors";
import { finishSoon } from "./finish-surely";
import { endMailedSecrets, withMailedSecret } from "./mailed-secret";

/**
 * Mails a link to /reset-password, after the answer is out, so that nothing in it tells whether the address is known. Beyond
 * the limit nothing is sent, and nothing says so: whoever used it up must not keep the owner from going on, who has mails enough.
 * @throws {AppwriteError} `down`, for every address alike.
 */
export async function sendRecovery(scope: Scope, email: string): Promise<void> {
  try {
    await scope.limits.count("mail", email);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    scope.warn({ event: "recovery mail not sent", reason: "rate_limited" });
    return;
  }
  if (scope.appwrite.isDown) throw new AppwriteError("down", "Appwrite has stopped answering");
  scope.later("recovery mail", () => mailRecovery(scope, email));
}

async function mailRecovery(scope: Scope, email: string): Promise<void> {
  let link: Models.Token;
  try {
    link = await scope.appwrite.admin.account.createRecovery({ email, url: `${scope.origin}/reset-password` });
  } catch (error) {
    if (isRefusal(error, "user_not_found")) return;
    throw error;
  }
  try {
    await scope.mailedSecrets.note("link", link);
  } catch (error) {
    // The link is out, and works. All that is lost: a password chosen by other means within its hour does not end it.
    scope.warn({ event: "recovery link not noted", ...errorEntry(error) });
  }
}

/**
 * Takes the link's secret and sets the new password; every session of the account is ended, this browser's included, and every
 * recovery link and code that was mailed before.
 * @throws {ServiceError} `rate_limited`, `link_used`. @throws {AppwriteError} `user_invalid_token`, for an unknown user too.
 */
export async function setRecoveredPassword(
  scope: Scope,
  { userId, secret, password }: { userId: string; secret: string; password: string },
): Promise<void> {
  const { admin } = scope.appwrite;
  const link = { kind: "link", userId, secret } as const;
  await withMailedSecret(scope, link, () => admin.account.updateRecovery({ userId, secret, password }));
  if (scope.session.current?.userId === userId) scope.session.clear();
  // Some versions of Appwrite keep old sessions alive; and whoever holds the mailbox must not stay locked out by
  // the guesses that made him reset.
  await Promise.all([
    finishSoon(scope, "sessions after recovery", () => admin.users.endSessions(userId)),
    endMailedSecrets(scope, userId),
    forgetGuesses(scope, userId).catch((error: unknown) =>
      scope.warn({ event: "guesses not forgotten", ...errorEntry(error) }),
    ),
  ]);
}

async function forgetGuesses(scope: Scope, userId: string): Promise<void> {
  await scope.limits.reset("code", userId);
  const user = await scope.appwrite.admin.users.find(userId);
  if (user) await scope.limits.reset("password", user.email);
}
