// Password recovery by an e-mailed link.
import type { Models } from "appwrite";
import { AppwriteError, isAppwriteError, isOutcomeUnknown } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { requireGoodPassword } from "../account/new-password";
import { ServiceError } from "../errors";
import { tryThenRetryInBackground } from "../retry-in-background";
import { revokeEmailTokens, withEmailToken } from "./check-email-token";
import { requireMail } from "./mail-server";

/**
 * Sends an e-mail with a link to /reset-password in the background, so that the response does not reveal whether the address is known.
 * Beyond the limit nothing is sent, but the response is the same: the owner has received enough links by then.
 * @throws {AppwriteError} `down` while the circuit is open, `overloaded` while Appwrite has too many calls to work on, for every address.
 * @throws {ServiceError} `mail_unavailable` while Appwrite is known to send no e-mails, for every address.
 */
export async function sendRecovery(context: RequestContext, email: string): Promise<void> {
  // Now, since nobody would learn that the call in the background was not made.
  await context.appwrite.admit();
  try {
    await context.limits.consume("recovery-mail", email);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    context.warn({ event: "recovery mail not sent", reason: "rate_limited" });
    return;
  }
  await requireMail(context);
  if (context.appwrite.isDown) throw new AppwriteError("down", "Appwrite has stopped answering");
  context.waitUntil("recovery mail", () => sendRecoveryMail(context, email));
}

async function sendRecoveryMail(context: RequestContext, email: string): Promise<void> {
  let link: Models.Token;
  try {
    link = await context.appwrite.admin.account.createRecovery({ email, url: `${context.origin}/reset-password` });
  } catch (error) {
    // The visitor gets the same response for every address, so these are no errors.
    if (isAppwriteError(error, "user_not_found", "user_blocked")) return;
    throw error;
  }
  try {
    await context.emailTokens.add("link", link);
  } catch (error) {
    // The link was sent and works. It only stays valid if the password is changed in another way within the hour.
    context.warn({ event: "recovery link not registered", ...errorEntry(error) });
  }
}

/**
 * Checks the link's secret and sets the new password. Ends all sessions of the account, including this browser's, and revokes all links
 * and codes that were e-mailed before.
 * @throws {ServiceError} `password_too_common`, `rate_limited`, `link_used`. @throws {AppwriteError} `user_invalid_token`, also for an unknown user.
 */
export async function setRecoveredPassword(
  context: RequestContext,
  { userId, secret, password }: { userId: string; secret: string; password: string },
): Promise<void> {
  const { admin } = context.appwrite;
  // Not compared with the name: without the link's secret nobody may find out whose link it is.
  await requireGoodPassword(context, password, { name: "", email: "" });
  const link = { kind: "link", userId, secret } as const;
  await withEmailToken(context, link, async () => {
    // No password is set while the record of mailed passwords cannot be reached.
    await context.revocations.hasMailedPassword(userId);
    try {
      await admin.account.updateRecovery({ userId, secret, password });
    } catch (error) {
      if (isOutcomeUnknown(error)) await markMailedPassword(context, userId);
      throw error;
    }
  });
  if (context.session.current?.userId === userId) context.session.clear();
  // Some versions of Appwrite keep old sessions. The attempts are reset, so that somebody's guesses do not keep the owner waiting.
  await Promise.all([
    markMailedPassword(context, userId),
    tryThenRetryInBackground(context, "sessions after recovery", () => admin.users.endSessions(userId)),
    revokeEmailTokens(context, userId),
    admitOwner(context, userId).catch((error: unknown) =>
      context.warn({ event: "attempts not reset", ...errorEntry(error) }),
    ),
  ]);
}

/** Whoever reads the mails has the password now. A code by e-mail would prove nothing more. */
function markMailedPassword(context: RequestContext, userId: string): Promise<void> {
  return tryThenRetryInBackground(context, "mailed password record", async () => {
    try {
      await context.revocations.markMailedPassword(userId);
    } catch (error) {
      throw new AppwriteError("unreachable", `The record of mailed passwords failed: ${String(error)}`);
    }
  });
}

/** Forgets the attempts at the old secrets, and lets this device know the account: whoever reads the mails is no stranger. */
async function admitOwner(context: RequestContext, userId: string): Promise<void> {
  await context.limits.resetAll("code", userId);
  const user = await context.appwrite.admin.users.find(userId);
  if (!user) return;
  await context.limits.resetAll("guest-password", user.email);
  await context.device.remember({ id: userId, email: user.email });
}
