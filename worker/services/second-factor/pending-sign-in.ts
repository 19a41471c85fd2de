// A pending sign-in: its session lacks the second factor. Appwrite then refuses almost every call of the session, and so does this Worker,
// since the session is not in the session cookie.
import { PENDING_SIGN_IN_SECONDS } from "../../../app/contract/limits";
import type { Backend } from "../../appwrite/appwrite";
import { isSessionEnded, isSessionMissingError, lacksSecondFactor } from "../../appwrite/errors";
import type { RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import type { PendingSignIn } from "../../session/pending-sign-in";
import { ATTEMPT_DEADLINE_MS, retryInBackground } from "../retry-in-background";

/**
 * The limit of sign-ins that wait for their second factor. An attempt is taken back when no factor is needed, when it is given, and when the
 * sign-in is cancelled.
 */
const PENDING_LIMIT = "pending-sign-in";

/**
 * Counts a sign-in as pending, then opens its session. It is counted before, since opening a session may make Appwrite end the oldest one.
 * Call it within the limit on wrong passwords or codes, which bounds how many of those count for a moment. `refundUnlessPending` follows.
 * @param email the account's.
 * @param open opens the session. When it fails, the sign-in does not count.
 * @throws {ServiceError} `rate_limited`; and what `open` throws.
 */
export async function countAsPending<T>({ limits }: RequestContext, email: string, open: () => Promise<T>): Promise<T> {
  await limits.consume(PENDING_LIMIT, email);
  try {
    return await open();
  } catch (error) {
    // Before the response, since the next try may follow at once.
    await limits.refund(PENDING_LIMIT, email);
    throw error;
  }
}

/**
 * Finishes a sign-in that `countAsPending` has counted, and takes the count back unless the second factor is missing.
 * @param email the account's.
 * @param finish makes the first calls of the session, which show whether the factor is missing.
 * @throws what `finish` throws.
 */
export async function refundUnlessPending<T>(
  context: RequestContext,
  email: string,
  finish: () => Promise<T>,
): Promise<T> {
  const refund = () => context.limits.refund(PENDING_LIMIT, email);
  try {
    const result = await finish();
    context.waitUntil("pending sign-in refund", refund);
    return result;
  } catch (error) {
    if (!lacksSecondFactor(error)) await refund();
    throw error;
  }
}

/** Takes back the count of a sign-in that has waited: it has its factor, or its session has ended. Never throws. */
export function releasePendingSignIn({ limits }: RequestContext, email: string): Promise<void> {
  return limits.release(PENDING_LIMIT, email);
}

/** How the session began, and what it counts for. */
type FirstFactor = Pick<PendingSignIn, "hasPassword" | "isFirstProof" | "countedFor">;

/** For a session that was opened earlier: how it began is not known. */
export const UNKNOWN_FIRST_FACTOR: FirstFactor = { hasPassword: false, isFirstProof: false, countedFor: null };

/** Moves the session of this request from the session cookie to that of a pending sign-in. The browser is a guest until it has the factor. */
export function holdSession(context: RequestContext, firstFactor: FirstFactor): void {
  const session = context.session.current;
  if (!session) return;
  const { secret, sessionId, userId, startedAt, expiresAt } = session;
  cancelPendingSignIn(context);
  context.session.clear();
  retryInBackground(context, "expired pending sign-ins", () =>
    endExpiredPendingSignIns(context, { userId, sessionId }),
  );
  context.pendingSignIn.start({ secret, sessionId, userId, startedAt, sessionExpiresAt: expiresAt, ...firstFactor });
}

/** Ends the user's sessions that never got their second factor in time: at Appwrite they would live on, and take the place of others. */
async function endExpiredPendingSignIns(
  { appwrite }: RequestContext,
  own: { userId: string; sessionId: string },
): Promise<void> {
  const { users } = appwrite.admin;
  const before = Date.now() - PENDING_SIGN_IN_SECONDS * 1000;
  const sessions = await users.listSessions(own.userId);
  const expired = sessions.filter(
    ({ $id, $createdAt, factors }) => $id !== own.sessionId && factors.length < 2 && Date.parse($createdAt) < before,
  );
  await Promise.all(expired.map(({ $id }) => users.endSession(own.userId, $id)));
}

/**
 * Forgets the pending sign-in, if there is one, and ends its session in the background, unless that has its factor by now: then it is the
 * session of whoever gave the factor, and this cookie may be a stolen copy.
 */
export function cancelPendingSignIn(context: RequestContext): void {
  const pending = context.pendingSignIn.stored;
  if (!pending) return;
  context.pendingSignIn.clear();
  // A cookie from before the sign-in was finished: its session is this browser's own by now.
  if (pending.sessionId === context.session.current?.sessionId) return;
  const { account } = context.appwrite.member(pending.secret, async () => {}, ATTEMPT_DEADLINE_MS);
  retryInBackground(context, "pending sign-in end", async () => {
    try {
      await account.get();
    } catch (error) {
      if (isSessionMissingError(error)) return;
      if (!lacksSecondFactor(error)) throw error;
      await endPendingSession(context, pending, account);
    }
  });
}

/** Ends the session, and takes its count back: once, also when copies of the cookie are sent. */
async function endPendingSession(
  context: RequestContext,
  { sessionId, countedFor }: PendingSignIn,
  account: Backend["account"],
): Promise<void> {
  try {
    // The only deletion that Appwrite allows before the second factor.
    await account.deleteSession({ sessionId: "current" });
  } catch (error) {
    if (isSessionEnded(error)) return;
    throw error;
  }
  const isFirst = await context.revocations.revokeSessionOnce(sessionId);
  if (isFirst && countedFor !== null) await releasePendingSignIn(context, countedFor);
}

/** The pending sign-in, and the backend with its session. */
export interface PendingSession {
  pending: PendingSignIn;
  backend: Backend;
}

/**
 * Runs a call with the session of the pending sign-in.
 * @throws {ServiceError} `session_missing` when there is none, its time is over, or its session has ended.
 */
export async function withPendingSignIn<T>(
  context: RequestContext,
  run: (session: PendingSession) => Promise<T>,
): Promise<T> {
  const pending = context.pendingSignIn.current;
  if (!pending) {
    cancelPendingSignIn(context);
    throw new ServiceError("session_missing", "Please sign in first");
  }
  const checkSession = () => context.revocations.requireSessionNotRevoked(pending);
  try {
    return await run({ pending, backend: context.appwrite.member(pending.secret, checkSession) });
  } catch (error) {
    if (!isSessionMissingError(error)) throw error;
    context.pendingSignIn.clear();
    throw new ServiceError("session_missing", "This sign-in has ended. Please sign in again");
  }
}
