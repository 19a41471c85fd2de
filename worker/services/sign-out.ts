// Ends sessions: this browser's when another begins, and all of them at log-out.
import type { Backend } from "../appwrite/appwrite";
import { AppwriteError, isGuestAnswer, isRefusal } from "../appwrite/errors";
import { errorEntry } from "../log";
import { memberBackend, type Scope } from "../scope";
import { asMember } from "./account";

/** How long a deletion that the backend did not confirm waits before it is tried again, in milliseconds. */
const RETRY_WAITS_MS = [1_000, 3_000, 8_000];
/** With these waits, what one retry may take: all of it fits into the 30 s that the runtime gives late work. */
const RETRY_DEADLINE_MS = 5_000;

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

/** Ends one of the member's sessions, by id; "current" is this browser's. */
export async function endSession(scope: Scope, id: string): Promise<void> {
  await asMember(scope, async (call) => {
    const sessionId = id === "current" ? call.sessionId : id;
    await call.backend.account.deleteSession({ sessionId });
    if (sessionId === call.sessionId) scope.session.clear();
  });
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
    const unchecked = scope.appwrite.member(session.secret, async () => {}, RETRY_DEADLINE_MS);
    scope.later("session end", () => retry(() => end(unchecked)));
  }
}

async function retry(work: () => Promise<unknown>): Promise<void> {
  for (const wait of RETRY_WAITS_MS) {
    await scheduler.wait(wait);
    try {
      await work();
      return;
    } catch (error) {
      if (isAlreadyEnded(error)) return;
      if (!(error instanceof AppwriteError)) throw error;
    }
  }
  throw new AppwriteError("unreachable", "The backend never confirmed that a session ended");
}

function isAlreadyEnded(error: unknown): boolean {
  return isGuestAnswer(error) || isRefusal(error, "user_session_not_found");
}
