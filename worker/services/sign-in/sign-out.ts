// Ends sessions: this browser's when another begins, and all of them at log-out.
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError, isSessionMissingError } from "../../appwrite/errors";
import { getMemberBackend, type RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { type MemberSession, withSession } from "../account/account";
import { ATTEMPT_DEADLINE_MS, retry } from "../retry-in-background";

/** Ends the session of this browser's cookie, by id; other devices stay signed in. Never fails. */
export async function endCurrentSession(context: RequestContext): Promise<void> {
  const session = context.session.current;
  if (!session) return;
  await endSurely(context, (backend) => backend.account.deleteSession({ sessionId: session.sessionId }));
}

/**
 * Log-out: ends all of the member's sessions. It always succeeds for the person (the specification, point 4): when the
 * backend does not confirm, this session is refused here until it expires, and the deletion is tried again.
 */
export async function signOut(context: RequestContext): Promise<void> {
  await endSurely(context, (backend) => backend.account.deleteSessions());
}

/** Ends one of the member's sessions, by id. This browser's own, "current", ends as at log-out: it always succeeds. */
export async function endSession(context: RequestContext, id: string): Promise<void> {
  const own = context.session.current;
  if (own && (id === "current" || id === own.sessionId)) return endCurrentSession(context);
  await withSession(context, ({ backend }) => backend.account.deleteSession({ sessionId: id }));
}

/** Ends all sessions of a member but one. @throws {AppwriteError} when the backend did not confirm each. */
export async function endOtherSessions({
  backend,
  sessionId,
}: Pick<MemberSession, "backend" | "sessionId">): Promise<void> {
  const { sessions } = await backend.account.listSessions();
  const others = sessions.filter((session) => session.$id !== sessionId);
  await Promise.all(others.map((session) => backend.account.deleteSession({ sessionId: session.$id })));
}

async function endSurely(context: RequestContext, end: (backend: Backend) => Promise<unknown>): Promise<void> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) return;
  context.session.clear();
  try {
    await end(backend);
  } catch (error) {
    if (isAlreadyEnded(error)) return;
    context.warn({ event: "session end not confirmed", ...errorEntry(error) });
    try {
      await context.revocations.revokeSession(session.sessionId, session.expiresAt);
    } catch (failure) {
      // The cookie goes all the same, and the backend is still told.
      context.warn({ event: "session end not noted", ...errorEntry(failure) });
    }
    // Past the refusal that was just noted: what is left is to tell the backend.
    const unchecked = context.appwrite.member(session.secret, async () => {}, ATTEMPT_DEADLINE_MS);
    context.waitUntil("session end", () =>
      retry(async () => {
        try {
          await end(unchecked);
        } catch (failure) {
          if (!isAlreadyEnded(failure)) throw failure;
        }
      }),
    );
  }
}

function isAlreadyEnded(error: unknown): boolean {
  return isSessionMissingError(error) || isAppwriteError(error, "user_session_not_found");
}
