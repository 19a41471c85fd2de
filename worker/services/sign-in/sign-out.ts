// Ends sessions: this browser's when another one starts, and all of the member's at sign-out.
import { isSessionEnded } from "../../appwrite/errors";
import { getMemberBackend, type RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { withSession } from "../account/account";
import { requireRecentProof } from "../account/recent-proof";
import { ATTEMPT_DEADLINE_MS, retry } from "../retry-in-background";
import { cancelPendingSignIn } from "../second-factor/pending-sign-in";
import { endAllSessions, endListedSession, endOneSession, type SessionOwner } from "./end-sessions";

/** Ends this browser's session; other devices stay signed in. Never throws. */
export async function endCurrentSession(context: RequestContext): Promise<void> {
  const session = context.session.current;
  if (!session) return;
  await endWithRetry(context, (owner) => endOneSession(context, owner, session.sessionId));
}

/**
 * Signs out: ends all of the member's sessions. It always succeeds for the member (the specification, point 4): when the backend fails,
 * this Worker rejects the session until it expires, and retries the deletion in the background.
 */
export async function signOut(context: RequestContext): Promise<void> {
  cancelPendingSignIn(context);
  await endWithRetry(context, async (owner) => {
    // It fails for a session that has ended, so that a stolen cookie of one signs nobody out.
    await endAllSessions(context, owner);
    await note(context, () => context.revocations.noteSignOut(owner.userId));
  });
}

/**
 * Ends one of the member's sessions, by id. Ending this browser's own, also named "current", succeeds even if the backend fails.
 * Another one takes a recent proof: whoever finds the phone unlocked may not sign the owner out elsewhere.
 * @throws {ServiceError} `session_missing` for a guest; `password_required`.
 */
export async function endSession(context: RequestContext, id: string): Promise<void> {
  const own = context.session.current;
  if (own && (id === "current" || id === own.sessionId)) {
    await endCurrentSession(context);
    // Afterwards: calls with a revoked session are refused.
    await note(context, () => context.revocations.revokeSession(own.sessionId, own.expiresAt));
    return;
  }
  await withSession(context, (member) => {
    requireRecentProof(context);
    return endListedSession(context, member, id);
  });
}

/** Notes a log-out for public pages, which do not ask Appwrite. Never throws. */
async function note(context: RequestContext, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    context.warn({ event: "log-out not noted", ...errorEntry(error) });
  }
}

async function endWithRetry(context: RequestContext, end: (owner: SessionOwner) => Promise<void>): Promise<void> {
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
      await context.revocations.revokeSession(session.sessionId, session.expiresAt);
    } catch (innerError) {
      // The cookie is cleared anyway, and the retries below go on.
      context.warn({ event: "session not revoked", ...errorEntry(innerError) });
    }
    // Without the revocation check, which would reject these calls.
    const backendWithoutCheck = context.appwrite.member(session.secret, async () => {}, ATTEMPT_DEADLINE_MS);
    context.waitUntil("session end", () =>
      retry(async () => {
        try {
          await end({ backend: backendWithoutCheck, userId: session.userId });
        } catch (innerError) {
          if (!isSessionEnded(innerError)) throw innerError;
        }
      }),
    );
  }
}
