// Ends sessions: this browser's when another one starts, and all of the member's at sign-out.
import { isSessionEnded } from "../../appwrite/errors";
import { getMemberBackend, type RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { withSession } from "../account/account";
import { requireRecentAuthentication } from "../account/recent-authentication";
import { ATTEMPT_DEADLINE_MS, retry } from "../retry-in-background";
import { cancelPendingSignIn } from "../second-factor/pending-sign-in";
import {
  endAllSessions,
  endEarlierSessions,
  endListedSession,
  endOneSession,
  recordSessionEnd,
  type SessionOwner,
} from "./end-sessions";

/** Ends this browser's session; other devices stay signed in. Never throws. */
export async function endCurrentSession(context: RequestContext): Promise<void> {
  const session = context.session.current;
  if (!session) return;
  await endWithRetry(context, (owner) => endOneSession(context, owner, session.sessionId));
  // Afterwards, since calls with a revoked session are refused.
  await recordSessionEnd(context, session.sessionId);
}

/**
 * Signs out: ends all of the member's sessions. It always succeeds for the member (the specification, point 4): when the backend fails,
 * this Worker rejects the sessions until they expire, and retries the deletion in the background.
 */
export async function signOut(context: RequestContext): Promise<void> {
  cancelPendingSignIn(context);
  const before = Date.now();
  await endWithRetry(context, (owner) => endAllSessions(context, owner), {
    revoke: ({ userId }) => context.revocations.revokeSessionsBefore(userId, before, null),
    // Whoever signed in again meanwhile stays in.
    endLater: (owner) => endEarlierSessions(context, owner, before),
  });
}

/**
 * Ends one of the member's sessions, by id. Ending this browser's own, also named "current", succeeds even if the backend fails.
 * Another one needs a recent authentication: whoever finds the phone unlocked may not sign the owner out elsewhere.
 * @throws {ServiceError} `session_missing` for a guest; `password_required`.
 */
export async function endSession(context: RequestContext, id: string): Promise<void> {
  const own = context.session.current;
  if (own && (id === "current" || id === own.sessionId)) {
    await endCurrentSession(context);
    return;
  }
  await withSession(context, (member) => {
    requireRecentAuthentication(context);
    return endListedSession(context, member, id);
  });
}

type EndSessions = (owner: SessionOwner) => Promise<void>;

/**
 * Ends sessions with this browser's own, whose cookie is cleared at once. Retries in the background when the backend fails.
 * @param revoke has this Worker reject what the backend has not confirmed. Not called for a session of which the backend says that it has
 * ended, so that a stolen cookie of one signs nobody out while the backend works.
 * @param endLater what the retries do.
 */
async function endWithRetry(
  context: RequestContext,
  end: EndSessions,
  { revoke, endLater = end }: { revoke?: EndSessions; endLater?: EndSessions } = {},
): Promise<void> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) return;
  context.session.clear();
  try {
    await end({ backend, userId: session.userId });
  } catch (error) {
    if (isSessionEnded(error)) return;
    context.warn({ event: "session end not confirmed", ...errorEntry(error) });
    try {
      await revoke?.({ backend, userId: session.userId });
    } catch (innerError) {
      // The cookie is cleared anyway, and the retries below go on.
      context.warn({ event: "session not revoked", ...errorEntry(innerError) });
    }
    // Without the revocation check, which would reject these calls.
    const backendWithoutCheck = context.appwrite.member(session.secret, async () => {}, ATTEMPT_DEADLINE_MS);
    const owner = { backend: backendWithoutCheck, userId: session.userId };
    context.waitUntil("session end", () =>
      retry(async () => {
        try {
          await endLater(owner);
        } catch (innerError) {
          if (!isSessionEnded(innerError)) throw innerError;
        }
      }),
    );
  }
}
