// A new password for somebody who forgot it.
import type { Models } from "appwrite";
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { ServiceError } from "../errors";
import { tryThenRetryInBackground } from "../retry-in-background";
import { revokeEmailTokens, withEmailToken } from "./email-token";

/**
 * Mails a link to /reset-password, after the answer is out, so that nothing in it tells whether the address is known. Beyond
 * the limit nothing is sent, and nothing says so: whoever used it up must not keep the owner from going on, who has mails enough.
 * @throws {AppwriteError} `down`, for every address alike.
 */
export async function sendRecovery(context: RequestContext, email: string): Promise<void> {
  try {
    await context.limits.consume("mail", email);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    context.warn({ event: "recovery mail not sent", reason: "rate_limited" });
    return;
  }
  if (context.appwrite.isDown) throw new AppwriteError("down", "Appwrite has stopped answering");
  context.waitUntil("recovery mail", () => mailRecovery(context, email));
}

async function mailRecovery(context: RequestContext, email: string): Promise<void> {
  let link: Models.Token;
  try {
    link = await context.appwrite.admin.account.createRecovery({ email, url: `${context.origin}/reset-password` });
  } catch (error) {
    if (isAppwriteError(error, "user_not_found")) return;
    throw error;
  }
  try {
    await context.emailTokens.register("link", link);
  } catch (error) {
    // The link is out, and works. All that is lost: a password chosen by other means within its hour does not end it.
    context.warn({ event: "recovery link not noted", ...errorEntry(error) });
  }
}

/**
 * Takes the link's secret and sets the new password; every session of the account is ended, this browser's included, and every
 * recovery link and code that was mailed before.
 * @throws {ServiceError} `rate_limited`, `link_used`. @throws {AppwriteError} `user_invalid_token`, for an unknown user too.
 */
export async function setRecoveredPassword(
  context: RequestContext,
  { userId, secret, password }: { userId: string; secret: string; password: string },
): Promise<void> {
  const { admin } = context.appwrite;
  const link = { kind: "link", userId, secret } as const;
  await withEmailToken(context, link, () => admin.account.updateRecovery({ userId, secret, password }));
  if (context.session.current?.userId === userId) context.session.clear();
  // Some versions of Appwrite keep old sessions alive; and whoever holds the mailbox must not stay locked out by
  // the guesses that made him reset.
  await Promise.all([
    tryThenRetryInBackground(context, "sessions after recovery", () => admin.users.endSessions(userId)),
    revokeEmailTokens(context, userId),
    forgetGuesses(context, userId).catch((error: unknown) =>
      context.warn({ event: "guesses not forgotten", ...errorEntry(error) }),
    ),
  ]);
}

async function forgetGuesses(context: RequestContext, userId: string): Promise<void> {
  await context.limits.resetAll("code", userId);
  const user = await context.appwrite.admin.users.find(userId);
  if (user) await context.limits.resetAll("password", user.email);
}
