// Ends sessions at Appwrite: with the member's session, or with the API key when a limit prevents that. Records them as revoked, so that this
// site refuses them whether or not Appwrite has confirmed it, and public pages, which read only the cookie, stop showing the name.
import type { Backend } from "../../appwrite/appwrite";
import { isRateLimited, isSecondFactorError } from "../../appwrite/errors";
import type { Users } from "../../appwrite/users";
import type { RequestContext } from "../../context";
import { errorEntry } from "../../log";
import { type Cutoff, isCutOff, type StartedSession } from "../../session/cutoff";
import { tryThenRetryInBackground } from "../retry-in-background";

/** Whose sessions to end, and the backend with one of them. */
export interface SessionOwner {
  backend: Backend;
  userId: string;
}

/** Sessions that began before a time, in milliseconds since 1970, except one if given. */
interface SessionsBefore {
  before: number;
  except: StartedSession | null;
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
  await recordCutoff(context, owner.userId, { before });
}

/**
 * Ends all of a user's sessions with the API key, for somebody who proved that they read the user's mails. This site refuses them at once,
 * and Appwrite ends them, with retries in the background that leave those which began since. Never throws.
 * @param task its name in the log
 * @returns whether this site refuses them.
 */
export async function endAllSessionsWithKey(context: RequestContext, task: string, userId: string): Promise<boolean> {
  const before = Date.now();
  const [isRecorded] = await Promise.all([
    recordCutoff(context, userId, { before }),
    tryThenRetryInBackground(
      context,
      task,
      () => context.appwrite.admin.users.endSessions(userId),
      () => endAtAppwrite(context, userId, { before, except: null }),
    ),
  ]);
  return isRecorded;
}

/**
 * Ends a user's sessions that began before a time, except one if given. This site refuses them at once, and Appwrite ends them, with retries in
 * the background. Never throws.
 * @param task its name in the log
 * @returns whether this site refuses them.
 */
export async function endSessionsBefore(
  context: RequestContext,
  task: string,
  userId: string,
  cutoff: SessionsBefore,
): Promise<boolean> {
  const [isRecorded] = await Promise.all([
    recordCutoff(context, userId, cutoff),
    tryThenRetryInBackground(context, task, () => endAtAppwrite(context, userId, cutoff)),
  ]);
  return isRecorded;
}

/**
 * Ends the user's sessions from before a time, a while after the member asked for it: a session that began since goes on. The record is there
 * already. @throws {AppwriteError}, also when the owner's session has ended.
 */
export async function endEarlierSessions(context: RequestContext, owner: SessionOwner, before: number): Promise<void> {
  await requireValidSession(owner.backend);
  await endAtAppwrite(context, owner.userId, { before, except: null });
}

async function endAtAppwrite(
  { appwrite }: RequestContext,
  userId: string,
  { before, except }: SessionsBefore,
): Promise<void> {
  const { users } = appwrite.admin;
  const earlier = sessionsBeforeCutoff(await users.listSessions(userId), {
    before,
    exceptSessionId: except?.sessionId ?? null,
  });
  await Promise.all(earlier.map(({ $id }) => users.endSession(userId, $id)));
}

/** The sessions that a cutoff ends. */
function sessionsBeforeCutoff<T extends { $id: string; $createdAt: string }>(
  sessions: readonly T[],
  cutoff: Cutoff,
): T[] {
  return sessions.filter(({ $id, $createdAt }) =>
    isCutOff(cutoff, { sessionId: $id, startedAt: Date.parse($createdAt) }),
  );
}

/** Whose sessions except one are meant. That one may lack its second factor. */
export type OtherSessions = SessionOwner & StartedSession;

/**
 * Ends the user's sessions except one. This site refuses them at once, and Appwrite ends them, with retries in the background that leave those
 * which began since. Never throws.
 * @param task its name in the log
 * @returns whether this site refuses them.
 */
export async function endOtherSessions(context: RequestContext, task: string, owner: OtherSessions): Promise<boolean> {
  const { userId, sessionId, startedAt } = owner;
  const before = Date.now();
  const end = (sessions: readonly { $id: string }[]) =>
    Promise.all(sessions.map(({ $id }) => endOneSession(context, owner, $id)));
  const listOthers = async () => (await listSessions(context, owner)).filter(({ $id }) => $id !== sessionId);
  const [isRecorded] = await Promise.all([
    recordCutoff(context, userId, { before, except: { sessionId, userId, startedAt } }),
    tryThenRetryInBackground(
      context,
      task,
      async () => end(await listOthers()),
      async () => end(sessionsBeforeCutoff(await listOthers(), { before, exceptSessionId: sessionId })),
    ),
  ]);
  return isRecorded;
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

/**
 * Records that a user's sessions have ended: those from before a time, except one if given. Never throws.
 * @returns whether it is recorded.
 */
export async function recordCutoff(
  context: RequestContext,
  userId: string,
  { before = Date.now(), except = null }: Partial<SessionsBefore> = {},
): Promise<boolean> {
  return record(context, () => context.revocations.revokeSessionsBefore(userId, before, except));
}

async function record({ warn }: RequestContext, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    warn({ event: "session end not recorded", ...errorEntry(error) });
    return false;
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
    if (!isRateLimited(error) && !isSecondFactorError(error)) throw error;
    if (isRateLimited(error)) await requireValidSession(backend);
    await endWithKey(context.appwrite.admin.users);
  }
}

/** @throws {AppwriteError} when the session has ended. */
async function requireValidSession({ account }: Backend): Promise<void> {
  try {
    await account.get();
  } catch (error) {
    if (!isSecondFactorError(error)) throw error;
  }
}
