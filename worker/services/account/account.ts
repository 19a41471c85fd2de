// The account of this browser's session, its profile and its sessions.
import type { Models } from "appwrite";
import type { Account, Session, User } from "../../../app/contract/account";
import type { Backend } from "../../appwrite/appwrite";
import { isSessionMissingError, isUnauthorized } from "../../appwrite/errors";
import type { ProfileDocument } from "../../appwrite/profiles";
import { getMemberBackend, type RequestContext } from "../../context";
import { ServiceError } from "../errors";
import { toProfile, toSession, toUser } from "./models";

/** The member's ids, and the backend with their session. */
export interface MemberSession {
  backend: Backend;
  userId: string;
  sessionId: string;
}

/**
 * Runs a call with the member's session. Clears the session cookie when the session is invalid.
 * @throws {ServiceError} `session_missing` for a guest and for an invalid session.
 */
export async function withSession<T>(context: RequestContext, run: (member: MemberSession) => Promise<T>): Promise<T> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) throw new ServiceError("session_missing", "Please sign in first");
  try {
    return await run({ backend, userId: session.userId, sessionId: session.sessionId });
  } catch (error) {
    if (!isSessionMissingError(error)) throw error;
    context.session.clear();
    throw new ServiceError("session_missing", "Your session has ended. Please sign in again");
  }
}

/**
 * The account and its profile; both null for a guest. A 401 makes the member a guest (the specification, point 8: "401, missing scope,
 * guests"). Other failures are errors: an outage must neither sign members out nor look like a missing profile.
 */
export async function getAccount(context: RequestContext): Promise<Account> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) return { user: null, profile: null };
  try {
    const { account, profile } = readOnce(context, { backend, ...session });
    const [user, document] = await Promise.all([account, profile]);
    return { user: toUser(user, document), profile: document && toProfile(document) };
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    context.session.clear();
    return { user: null, profile: null };
  }
}

interface MemberReads {
  account: Promise<Models.User>;
  profile: Promise<ProfileDocument | null>;
}

/** By request and session. */
const reads = new WeakMap<RequestContext, Map<string, MemberReads>>();

/** The member's account and profile, which a page with several calls reads once. A call that changes something forgets them. */
export function readOnce(context: RequestContext, { backend, userId, sessionId }: MemberSession): MemberReads {
  const requestReads = reads.get(context) ?? new Map<string, MemberReads>();
  reads.set(context, requestReads);
  const existing = requestReads.get(sessionId);
  if (existing) return existing;
  const read = { account: backend.account.get(), profile: backend.profiles.find(userId) };
  // Whoever awaits one of them may leave the other.
  read.account.catch(() => {});
  read.profile.catch(() => {});
  requestReads.set(sessionId, read);
  return read;
}

/** Forgets what was read: it may have changed. */
export function forgetReads(context: RequestContext): void {
  reads.delete(context);
}

/** Loads account and profile in parallel, and maps them to the API's types. */
export async function readAccount(
  backend: Backend,
  userId: string,
): Promise<{ user: User; profile: Account["profile"] }> {
  const { account, document } = await loadAccount(backend, userId);
  return { user: toUser(account, document), profile: document && toProfile(document) };
}

/** Loads account and profile in parallel, as Appwrite returns them. */
export async function loadAccount(
  backend: Backend,
  userId: string,
): Promise<{ account: Models.User; document: ProfileDocument | null }> {
  const [account, document] = await Promise.all([backend.account.get(), backend.profiles.find(userId)]);
  return { account, document };
}

/** All sessions of the member: this browser's first, then the newest. */
export async function listSessions(context: RequestContext): Promise<Session[]> {
  return withSession(context, async ({ backend, sessionId }) => {
    const { sessions } = await backend.account.listSessions();
    const own = sessions.map((session: Models.Session) => toSession(session, sessionId));
    return own.sort((a, b) => Number(b.current) - Number(a.current) || b.createdAt.localeCompare(a.createdAt));
  });
}
