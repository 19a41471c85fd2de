// Proving an e-mail address with the link that was mailed to it.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../../app/contract/limits";
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import { getMemberBackend, type RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { type MemberSession, withSession } from "../account/account";
import { ServiceError } from "../errors";
import { withEmailToken } from "./email-token";

/**
 * Mails the member a link to /verify-email, once in `VERIFICATION_COOLDOWN_SECONDS`.
 * @throws {ServiceError} `mail_just_sent`. @throws {AppwriteError} `user_email_already_verified`.
 */
export async function sendVerification(context: RequestContext): Promise<void> {
  await withSession(context, async ({ backend, userId }) => {
    await coolDown(context, { backend, userId });
    try {
      await backend.account.createEmailVerification({ url: `${context.origin}/verify-email` });
    } catch (error) {
      await context.limits.refund("verification-mail", userId);
      throw error;
    }
  });
}

async function coolDown(
  context: RequestContext,
  { backend, userId }: Pick<MemberSession, "backend" | "userId">,
): Promise<void> {
  try {
    await context.limits.consume("verification-mail", userId);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    // The mail of a moment ago may have done its work.
    if ((await backend.account.get()).emailVerification) throw alreadyVerified();
    const { retryAfterSeconds = VERIFICATION_COOLDOWN_SECONDS } = error.details;
    throw new ServiceError("mail_just_sent", `We sent a mail a moment ago. Ask again in ${retryAfterSeconds} seconds`, {
      retryAfterSeconds,
    });
  }
}

/**
 * Takes the link's secret. It proves itself: whoever opens the mail need not be signed in there. Unlike a code, it ends no session,
 * though it may be the first proof of the address: only a session of the account has it mailed, mostly the one on the device where
 * somebody has just joined, and the mail is opened on another. Ending that session would sign out nearly everybody who confirms.
 * What remains: whoever confirms an account that he did not make leaves its maker signed in, until he ends the other sessions in
 * the settings or sets a new password by a mailed link.
 * @throws {ServiceError} `link_used`, `rate_limited`.
 * @throws {AppwriteError} `user_invalid_token`; `user_email_already_verified` where the member himself is signed in.
 */
export async function confirmVerification(context: RequestContext, userId: string, secret: string): Promise<void> {
  const { guest } = context.appwrite;
  const confirm = () => guest.account.updateEmailVerification({ userId, secret });
  try {
    await withEmailToken(context, { kind: "link", userId, secret }, confirm);
  } catch (error) {
    if (isAppwriteError(error, "user_invalid_token")) await refuseIfVerified(context, userId);
    throw error;
  }
}

/** Tells the member himself, and nobody else, that there is nothing left to prove: the link may be an older one of his. */
async function refuseIfVerified(context: RequestContext, userId: string): Promise<void> {
  const backend = getMemberBackend(context);
  if (!backend || context.session.current?.userId !== userId) return;
  try {
    const { emailVerification } = await backend.account.get();
    if (!emailVerification) return;
  } catch (error) {
    context.warn({ event: "verification state not read", ...errorEntry(error) });
    return;
  }
  throw alreadyVerified();
}

/** In Appwrite's own words. */
function alreadyVerified(): AppwriteError {
  return new AppwriteError("rejected", "User email is already verified", 409, "user_email_already_verified");
}
