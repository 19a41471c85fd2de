// Finishes a pending sign-in: the member gives the second factor, and the browser gets the session.
import type { Account, User } from "../../../app/contract/account";
import { FACTORS, type Factor, type FactorCode } from "../../../app/contract/second-factor";
import type { PendingSignInState } from "../../../app/contract/second-factor-responses";
import { lacksSecondFactor, mayHaveSucceeded } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import type { PendingSignIn } from "../../session/pending-sign-in";
import { fetchAccount } from "../account/account";
import { answerChallenge, factorUnavailableError, mailChallenge } from "./answer-challenge";
import { type PendingSession, releasePendingSignIn, withPendingSignIn } from "./pending-sign-in";
import { countRecoveryCodes } from "./state";

/** What the page needs to ask for the second factor. @throws {ServiceError} `session_missing` without a pending sign-in. */
export async function readPendingSignIn(context: RequestContext): Promise<PendingSignInState> {
  return withPendingSignIn(context, async ({ pending, backend }) => {
    const [known, mayUseEmail] = await Promise.all([
      backend.account.listMFAFactors(),
      mayUseEmailFactor(context, pending),
    ]);
    return {
      factors: FACTORS.filter((factor) => known[factor] && (factor !== "email" || mayUseEmail)),
      isEmailSent: pending.emailChallengeId !== null,
      expiresAt: new Date(pending.expiresAt).toISOString(),
    };
  });
}

/**
 * Sends an e-mail with a code. Only the code of the newest e-mail is accepted.
 * @throws {ServiceError} `session_missing` without a pending sign-in; `second_factor_unavailable`; `rate_limited`; `mail_unavailable`.
 */
export async function sendFactorMail(context: RequestContext): Promise<void> {
  await withPendingSignIn(context, async ({ pending, backend }) => {
    if (!(await mayUseEmailFactor(context, pending))) throw factorUnavailableError();
    const challenge = await mailChallenge(context, { backend, userId: pending.userId });
    context.pendingSignIn.setEmailChallenge(challenge.$id);
  });
}

interface FinishedSignIn extends Account {
  user: User;
  /** True when the first factor was also the first proof of the e-mail address. */
  isFirstProof: boolean;
  /** The number of unused recovery codes, after one was used; null otherwise, or when it is not known. */
  recoveryCodesLeft: number | null;
}

/**
 * Checks the code and starts the session. A code whose answer was lost may be sent again with the same pending sign-in.
 * @throws {ServiceError} `session_missing` without a pending sign-in; those of `answerChallenge`.
 */
export async function finishSignIn(context: RequestContext, answer: FactorCode): Promise<FinishedSignIn> {
  return withPendingSignIn(context, async (session) => {
    const { pending } = session;
    const account = await confirmSession(context, session, answer);
    const { secret, sessionId, userId, sessionExpiresAt, isFirstProof } = pending;
    const recoveryCodesLeft = answer.factor === "recoveryCode" ? await countRecoveryCodes(context, userId) : null;
    const { name } = account.user;
    context.session.start({
      secret,
      sessionId,
      userId,
      name,
      startedAt: pending.startedAt,
      expiresAt: sessionExpiresAt,
    });
    context.pendingSignIn.clear();
    await context.device.remember(account.user);
    const { countedFor } = pending;
    if (countedFor !== null)
      context.waitUntil("pending sign-in release", () => releasePendingSignIn(context, countedFor));
    if (pending.hasPassword && answer.factor !== "email") {
      context.waitUntil("mailed password vouched for", () =>
        context.revocations.forgetMailedPassword(userId, context.arrivedAt),
      );
    }
    return { ...account, isFirstProof, recoveryCodesLeft };
  });
}

/**
 * Gives the session its second factor. When the code was accepted from this pending sign-in before, but the response was lost, Appwrite
 * and this Worker call it wrong or used; the session then has its factor.
 */
async function confirmSession(
  context: RequestContext,
  { pending, backend }: PendingSession,
  { factor, code }: FactorCode,
): Promise<Account & { user: User }> {
  const { sessionId, userId, emailChallengeId } = pending;
  const recordCode = () => recordFactorCode(context, pending, code);
  try {
    await requireUsable(context, pending, factor);
    const challengeId = factor === "email" ? (emailChallengeId ?? undefined) : undefined;
    await answerChallenge(context, { backend, userId }, { factor, code }, challengeId);
  } catch (error) {
    if (mayHaveSucceeded(error)) await recordCode();
    if (!isRejectedCode(error) || !(await context.revocations.wasFactorCodeRecorded(sessionId, code))) throw error;
    return fetchAccount(backend, userId).catch((innerError: unknown) => {
      throw lacksSecondFactor(innerError) ? error : innerError;
    });
  }
  await recordCode();
  return fetchAccount(backend, userId);
}

/**
 * Records that a code was accepted for the session, or may have been, so that it can be sent again when the response is lost. Never throws:
 * the session has its factor either way.
 */
async function recordFactorCode(
  { revocations, warn }: RequestContext,
  { sessionId, expiresAt }: PendingSignIn,
  code: string,
): Promise<void> {
  try {
    await revocations.markFactorCode(sessionId, code, expiresAt);
  } catch (error) {
    warn({ event: "code of a second factor not recorded", ...errorEntry(error) });
  }
}

/** @throws {ServiceError} `second_factor_unavailable` for an e-mail code that may not be used, or was not sent. */
async function requireUsable(context: RequestContext, pending: PendingSignIn, factor: Factor): Promise<void> {
  if (factor !== "email") return;
  if (pending.emailChallengeId === null || !(await mayUseEmailFactor(context, pending))) throw factorUnavailableError();
}

/**
 * True when a code by e-mail proves more than the first factor did. It does not after a one-time code by e-mail, and neither when the
 * password was set by a mailed link: whoever reads the mails could do both.
 */
async function mayUseEmailFactor({ revocations }: RequestContext, pending: PendingSignIn): Promise<boolean> {
  return pending.hasPassword && !(await revocations.hasMailedPassword(pending.userId));
}

function isRejectedCode(error: unknown): boolean {
  return error instanceof ServiceError && (error.type === "second_factor_wrong" || error.type === "second_factor_used");
}
