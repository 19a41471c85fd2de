// Ends sessions: this browser's when another begins, and all of them at log-out.
import type { Backend } from "../appwrite/appwrite";
import { isGuestAnswer, isRefusal } from "../appwrite/errors";
import { errorEntry } from "../log";
import { memberBackend, type Scope } from "../scope";
import { asMember, type MemberCall } from "./account";
import { LATE_DEADLINE_MS, retry } from "./finish-surely";

/** Ends the session of this browser's cookie, by id; other devices stay signed in. Never fails. */
export async function endCurrentSession(scope: Scope): Promise<void> {
  const session = scope.session.current;
  if (!session) return;
  await endSurely(scope, (backend) => backend.account.deleteSession({ sessionId: session.sessionId }));
}

/**
 * Log-out: ends all of the member's sessions. It always succeeds for the person (the specification, point 4): when the
 * backend does not confirm, this session is refused here until it expires, and the deletion is tried again.
 */
export async function signOut(scope: Scope): Promise<void> {
  await endSurely(scope, (backend) => backend.account.deleteSessions());
}

/** Ends one of the member's sessions, by id. This browser's own, "current", ends as at log-out: it always succeeds. */
export async function endSession(scope: Scope, id: string): Promise<void> {
  const own = scope.session.current;
  if (own && (id === "current" || id === own.sessionId)) return endCurrentSession(scope);
  await asMember(scope, ({ backend }) => backend.account.deleteSession({ sessionId: id }));
}

/** Ends all sessions of a member but one. @throws {AppwriteError} when the backend did not confirm each. */
export async function endOtherSessions({
  backend,
  sessionId,
}: Pick<MemberCall, "backend" | "sessionId">): Promise<void> {
  const { sessions } = await backend.account.listSessions();
  const others = sessions.filter((session) => session.$id !== sessionId);
  await Promise.all(others.map((session) => backend.account.deleteSession({ sessionId: session.$id })));
}

async function endSurely(scope: Scope, end: (backend: Backend) => Promise<unknown>): Promise<void> {
  const session = scope.session.current;
  const backend = memberBackend(scope);
  if (!session || !backend) return;
  scope.session.clear();
  try {
    await end(backend);
  } catch (error) {
    if (isAlreadyEnded(error)) return;
    scope.warn({ event: "session end not confirmed", ...errorEntry(error) });
    try {
      await scope.endings.endSession(session.sessionId, session.expiresAt);
    } catch (failure) {
      // The cookie goes all the same, and the backend is still told.
      scope.warn({ event: "session end not noted", ...errorEntry(failure) });
    }
    // Past the refusal that was just noted: what is left is to tell the backend.
    const unchecked = scope.appwrite.member(session.secret, async () => {}, LATE_DEADLINE_MS);
    scope.later("session end", () =>
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
  return isGuestAnswer(error) || isRefusal(error, "user_session_not_found");
}
