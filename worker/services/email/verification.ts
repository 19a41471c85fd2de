// Verification of an e-mail address by a link.
import { VERIFICATION_COOLDOWN_SECONDS } from "../../../app/contract/limits";
import { AppwriteError, isAppwriteError } from "../../appwrite/errors";
import { getMemberBackend, type RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { memberRecords, withSession } from "../account/account";
import { withEmailToken } from "./check-email-token";
import { refundUnsentMail } from "./mail-server";
import { mailboxOf } from "./mailbox-of";

/**
 * Sends the member an e-mail with a link to /verify-email, at most once in `VERIFICATION_COOLDOWN_SECONDS`, and after five to one mailbox
 * ever more seldom, whichever accounts ask for them.
 * @throws {ServiceError} `mail_just_sent`; `rate_limited` when others have asked for that address, too; `network_limited`.
 * @throws {AppwriteError} `user_email_already_verified`.
 */
export async function sendVerification(context: RequestContext): Promise<void> {
  await withSession(context, async (member) => {
    const { backend, userId } = member;
    // First, so that the cookie of a session that has ended does not use up the member's mails.
    const { email, emailVerification } = await memberRecords(context, member).account;
    if (emailVerification) throw alreadyVerifiedError();
    await consumeCooldown(context, userId);
    try {
      await context.limits.consume("verification-mail-mailbox", mailboxOf(email));
    } catch (error) {
      await context.limits.refund("verification-mail", userId);
      throw error;
    }
    try {
      await backend.account.createEmailVerification({ url: `${context.origin}/verify-email` });
    } catch (error) {
      await Promise.all([
        // The member may ask again at once, since nobody can say that a mail went out. Their mailbox has a limit of its own.
        context.limits.refund("verification-mail", userId),
        refundUnsentMail(context, error, "verification-mail-mailbox", mailboxOf(email)),
      ]);
      throw error;
    }
  });
}

async function consumeCooldown({ limits }: RequestContext, userId: string): Promise<void> {
  try {
    await limits.consume("verification-mail", userId);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== "rate_limited") throw error;
    const { retryAfterSeconds = VERIFICATION_COOLDOWN_SECONDS } = error.details;
    throw new ServiceError("mail_just_sent", `We sent a mail a moment ago. Ask again in ${retryAfterSeconds} seconds`, {
      retryAfterSeconds,
    });
  }
}

/**
 * Checks the link's secret. The visitor need not be signed in.
 *
 * Unlike a code, the link ends no sessions, even if it is the first proof of the address. Only a member who is signed in can request it,
 * usually right after sign-up, and often opens the e-mail on another device; ending sessions would sign nearly everybody out. The
 * remaining risk: if somebody else created the account, they stay signed in until the owner of the address ends the other sessions in
 * the settings or sets a new password by a recovery link.
 * @throws {ServiceError} `link_used`, `rate_limited`, `network_limited`.
 * @throws {AppwriteError} `user_invalid_token`; `user_email_already_verified` when that member is signed in.
 */
export async function confirmVerification(context: RequestContext, userId: string, secret: string): Promise<void> {
  const { anonymous } = context.appwrite;
  const verify = () => anonymous.account.updateEmailVerification({ userId, secret });
  try {
    await withEmailToken(context, { kind: "link", userId, secret, limit: "verification-link" }, verify);
  } catch (error) {
    if (isAppwriteError(error, "user_invalid_token")) await throwIfVerified(context, userId);
    throw error;
  }
}

/** Reports an address that is already verified, to the signed-in member only: an older link of theirs fails for this reason. */
async function throwIfVerified(context: RequestContext, userId: string): Promise<void> {
  const backend = getMemberBackend(context);
  if (!backend || context.session.current?.userId !== userId) return;
  try {
    const { emailVerification } = await backend.account.get();
    if (!emailVerification) return;
  } catch (error) {
    context.warn({ event: "verification state not read", ...errorEntry(error) });
    return;
  }
  throw alreadyVerifiedError();
}

/** The same error as Appwrite's. */
function alreadyVerifiedError(): AppwriteError {
  return new AppwriteError("rejected", "User email is already verified", 409, "user_email_already_verified");
}
