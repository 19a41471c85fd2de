// Ends sessions at Appwrite: with the member's session, or with the API key when a limit prevents that.
import type { Backend } from "../../appwrite/appwrite";
import { AppwriteError, isSecondFactorError } from "../../appwrite/errors";
import type { Users } from "../../appwrite/users";
import type { RequestContext } from "../../context";

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
export async function endListedSession(
  context: RequestContext,
  { backend, userId }: SessionOwner,
  sessionId: string,
): Promise<void> {
  await backend.account.get();
  try {
    await backend.account.deleteSession({ sessionId });
  } catch (error) {
    if (!isLimited(error)) throw error;
    await context.appwrite.admin.users.endSession(userId, sessionId);
  }
}

/** Ends all of the user's sessions. @throws {AppwriteError} */
export function endAllSessions(context: RequestContext, owner: SessionOwner): Promise<void> {
  return endWithin(
    context,
    owner,
    ({ account }) => account.deleteSessions(),
    (users) => users.endSessions(owner.userId),
  );
}

/** Ends the user's sessions but one, which may lack its second factor. @throws {AppwriteError} when one of the deletions fails. */
export async function endOtherSessions(
  context: RequestContext,
  owner: SessionOwner & { sessionId: string },
): Promise<void> {
  const ids = await listSessionIds(context, owner);
  const others = ids.filter((id) => id !== owner.sessionId);
  await Promise.all(others.map((id) => endOneSession(context, owner, id)));
}

async function listSessionIds(context: RequestContext, { backend, userId }: SessionOwner): Promise<string[]> {
  try {
    const { sessions } = await backend.account.listSessions();
    return sessions.map(({ $id }) => $id);
  } catch (error) {
    if (!isSecondFactorError(error)) throw error;
    return context.appwrite.admin.users.listSessionIds(userId);
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
