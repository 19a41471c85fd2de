// Ends sessions at Appwrite: with the member's session, or with the API key when a limit prevents that. Records which
// sessions of other devices have ended: public pages read only the cookie, and would go on showing the name.
import type { Backend } from "../../appwrite/appwrite";
import { AppwriteError, isSecondFactorError } from "../../appwrite/errors";
import type { Users } from "../../appwrite/users";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";

/** Whose sessions to end, and the backend with one of them. */
export interface SessionOwner {
  backend: Backend;
  userId: string;
}

/** Ends one of the user's sessions. @throws {AppwriteError} */
export function endOneSession(context: RequestContext, owner: SessionOwner, sessionId: string): Promise<void> {
  return endWithin(
    context,
    owner,
    ({ account }) => account.deleteSession({ sessionId }),
    (users) => users.endSession(owner.userId, sessionId),
  );
}

/**
 * Ends another session that the member chose from the list. The account is read first: Appwrite lets a session that lacks its second factor
 * end others, and whoever has the password alone would sign the owner out.
 * @throws {AppwriteError}
 */
export async function endListedSession(context: RequestContext, owner: SessionOwner, sessionId: string): Promise<void> {
  await owner.backend.account.get();
  await endOneSession(context, owner, sessionId);
  await recordSessionEnd(context, sessionId);
}

/** Ends all of the user's sessions. @throws {AppwriteError} */
export async function endAllSessions(context: RequestContext, owner: SessionOwner): Promise<void> {
  const before = Date.now();
  // It fails for a session that has ended, so that a stolen cookie of one signs nobody out.
  await endWithin(
    context,
    owner,
    ({ account }) => account.deleteSessions(),
    (users) => users.endSessions(owner.userId),
  );
  await recordSignOut(context, owner.userId, before);
}

/** Ends all of a user's sessions with the API key, for somebody who proved that they read the user's mails. @throws {AppwriteError} */
export async function endAllSessionsWithKey(context: RequestContext, userId: string): Promise<void> {
  const before = Date.now();
  await context.appwrite.admin.users.endSessions(userId);
  await recordSignOut(context, userId, before);
}

/** Whose sessions but one are meant. That one may lack its second factor. */
type OtherSessions = SessionOwner & { sessionId: string };

/** Ends the user's sessions but one. @throws {AppwriteError} when one of the deletions fails. */
export async function endOtherSessions(context: RequestContext, owner: OtherSessions): Promise<void> {
  const ids = await listOtherSessionIds(context, owner);
  await Promise.all(ids.flatMap((id) => [endOneSession(context, owner, id), recordSessionEnd(context, id)]));
}

/** The ids of the user's sessions but one. @throws {AppwriteError} */
export async function listOtherSessionIds(context: RequestContext, owner: OtherSessions): Promise<string[]> {
  const sessions = await listSessions(context, owner);
  return sessions.map(({ $id }) => $id).filter((id) => id !== owner.sessionId);
}

async function listSessions({ appwrite }: RequestContext, { backend, userId }: SessionOwner) {
  try {
    return (await backend.account.listSessions()).sessions;
  } catch (error) {
    if (!isSecondFactorError(error)) throw error;
    return appwrite.admin.users.listSessions(userId);
  }
}

/** Records that a session has ended. Never throws. */
export async function recordSessionEnd(context: RequestContext, sessionId: string): Promise<void> {
  await record(context, () => context.revocations.revokeSession(sessionId));
}

/** Records that all of a user's sessions that began before a time (in milliseconds since 1970) have ended. Never throws. */
export async function recordSignOut(context: RequestContext, userId: string, before: number): Promise<void> {
  await record(context, () => context.revocations.noteSignOut(userId, before));
}

/**
 * Records the end of all sessions when the backend has none from before a time: the answer to their deletion was lost. The cookie of a session
 * that had ended before proves nothing, so the others are looked for.
 */
export async function recordSignOutIfAllEnded(context: RequestContext, userId: string, before: number): Promise<void> {
  const sessions = await context.appwrite.admin.users.listSessions(userId);
  if (sessions.every(({ $createdAt }) => Date.parse($createdAt) >= before))
    await recordSignOut(context, userId, before);
}

async function record({ warn }: RequestContext, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    warn({ event: "sign-out not recorded", ...errorEntry(error) });
  }
}

/**
 * Appwrite allows a hundred deletions of sessions per hour and IP address, which a whole college may share, and none to a session that
 * lacks its second factor. Neither rule holds for the API key. The key ends sessions only for a caller whose own session is valid, so
 * that a stolen cookie of an ended session ends no other.
 */
async function endWithin(
  context: RequestContext,
  { backend }: SessionOwner,
  end: (backend: Backend) => Promise<unknown>,
  endWithKey: (users: Users) => Promise<void>,
): Promise<void> {
  try {
    await end(backend);
  } catch (error) {
    if (!isLimited(error) && !isSecondFactorError(error)) throw error;
    if (isLimited(error)) await requireValidSession(backend);
    await endWithKey(context.appwrite.admin.users);
  }
}

function isLimited(error: unknown): boolean {
  return error instanceof AppwriteError && error.status === 429;
}

/** @throws {AppwriteError} when the session has ended. */
async function requireValidSession({ account }: Backend): Promise<void> {
  try {
    await account.get();
  } catch (error) {
    if (!isSecondFactorError(error)) throw error;
  }
}
