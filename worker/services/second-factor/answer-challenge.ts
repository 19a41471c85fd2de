// Answers Appwrite's challenge for a second factor with a code that a member typed. Attempts are limited, and a code of an authenticator
// is accepted once: Appwrite accepts it for several challenges within its 30 seconds.
import type { AuthenticationFactor, Models } from "appwrite";
import type { Factor, FactorCode } from "../../../app/contract/second-factor";
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { refundUnsentMail, requireMail } from "../email/mail-server";

/** Whose challenge it is, and the backend with the session that gets the factor. */
export interface ChallengedSession {
  backend: Backend;
  userId: string;
}

/**
 * Answers a challenge, so that the session has the factor. A wrong code counts as an attempt.
 * @param challengeId a challenge that was created before, whose code was mailed. Without it a challenge is created.
 * @throws {ServiceError} `second_factor_wrong`; `second_factor_used` for a code of the authenticator that was accepted before;
 * `second_factor_unavailable` when the account does not have the factor; `rate_limited`.
 * @throws {AppwriteError} `general_rate_limit_exceeded`: Appwrite creates ten challenges per hour and user.
 */
export async function answerChallenge(
  context: RequestContext,
  { backend, userId }: ChallengedSession,
  { factor, code }: FactorCode,
  challengeId?: string,
): Promise<void> {
  await withFactorAttempt(context, userId, async () => {
    const answer = async () => {
      const id = challengeId ?? (await createKnownChallenge(backend, factor)).$id;
      await backend.account.updateMFAChallenge({ challengeId: id, otp: code });
    };
    // Appwrite itself accepts mailed codes and recovery codes only once.
    await (factor === "totp" ? withSingleUse(context, `${userId}:${code}`, answer) : answer());
  });
}

/** Counts a code of the authenticator as used, because it was accepted without a challenge. Never throws. */
export async function markCodeUsed(
  context: RequestContext,
  { userId }: ChallengedSession,
  code: string,
): Promise<void> {
  try {
    await withSingleUse(context, `${userId}:${code}`, async () => {});
  } catch (error) {
    if (!(error instanceof ServiceError)) context.warn({ event: "code not marked as used", ...errorEntry(error) });
  }
}

/**
 * Runs a call that checks a code of the user's second factor. A wrong code counts as an attempt.
 * @throws {ServiceError} `second_factor_wrong`; `rate_limited`; and what `check` throws.
 */
export async function withFactorAttempt(
  context: RequestContext,
  userId: string,
  check: () => Promise<void>,
): Promise<void> {
  await context.limits.consume("second-factor", userId);
  try {
    await check();
  } catch (error) {
    if (isWrongCode(error)) throw new ServiceError("second_factor_wrong", "This code is not right");
    await context.limits.refund("second-factor", userId);
    throw error;
  }
  context.waitUntil("attempt reset", () => context.limits.reset("second-factor", userId));
}

/** Creates a challenge. For the factor "email", Appwrite sends an e-mail with a code to the member's verified address. */
function createChallenge({ account }: Backend, factor: Factor): Promise<Models.MfaChallenge> {
  // The SDK's name for recovery codes, "recoverycode", makes a challenge that no code answers.
  const name: string = factor;
  return account.createMFAChallenge({ factor: name as AuthenticationFactor });
}

/**
 * Sends an e-mail with a code, within the member's limit.
 * @throws {ServiceError} `mail_unavailable`, `rate_limited`; `second_factor_unavailable` when the address is not verified.
 */
export async function mailChallenge(
  context: RequestContext,
  { backend, userId }: ChallengedSession,
): Promise<Models.MfaChallenge> {
  await requireMail(context, "code");
  await context.limits.consume("second-factor-mail", userId);
  try {
    return await createChallenge(backend, "email");
  } catch (error) {
    await refundUnsentMail(context, error, "second-factor-mail", userId);
    throw isAppwriteError(error, "user_email_not_verified") ? factorUnavailableError() : error;
  }
}

/** Appwrite creates a challenge for a missing authenticator as well, and then fails to check the code. */
async function createKnownChallenge(backend: Backend, factor: Factor): Promise<Models.MfaChallenge> {
  const [factors, challenge] = await Promise.all([backend.account.listMFAFactors(), createChallenge(backend, factor)]);
  if (!factors[factor]) throw factorUnavailableError();
  return challenge;
}

/** The error for a factor that the account does not have, or that may not be used for this sign-in. */
export function factorUnavailableError(): ServiceError {
  return new ServiceError("second_factor_unavailable", "This way to confirm is not available here");
}

/** Runs a call that checks a code, unless the same code was accepted within the last minute. */
async function withSingleUse(context: RequestContext, use: string, run: () => Promise<void>): Promise<void> {
  try {
    await context.limits.consume("authenticator-code", use);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError("second_factor_used", "This code was used already");
  }
  try {
    await run();
  } catch (error) {
    // Also when the outcome is unknown: on a bad connection the member sends the same code again.
    await context.limits.refund("authenticator-code", use);
    throw error;
  }
}

/** A code that Appwrite calls malformed is wrong, too. */
function isWrongCode(error: unknown): boolean {
  return isAppwriteError(error, "user_invalid_token", "general_argument_invalid");
}
