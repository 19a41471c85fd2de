// The account of this browser's session, its profile and its sessions.
import type { Models } from "appwrite";
import type { Account, Session, User } from "../../../app/contract/account";
import type { Backend } from "../../appwrite/appwrite";
import { isAppwriteError, isSessionMissingError, isUnauthorized, lacksSecondFactor } from "../../appwrite/errors";
import type { ProfileDocument } from "../../appwrite/profiles";
import { getMemberBackend, type RequestContext } from "../../context";
import { ServiceError } from "../../errors";
import { errorEntry } from "../../log";
import { holdSession, UNKNOWN_FIRST_FACTOR } from "../second-factor/pending-sign-in";
import { toAccount, toSession } from "./models";

/** The member's ids, and the backend with their session. */
export interface MemberSession {
  backend: Backend;
  userId: string;
  sessionId: string;
  /** Since when it is signed in, in milliseconds since 1970. */
  startedAt: number;
}

/**
 * Runs a call with the member's session. Clears the session cookie when the session is invalid. When it lacks a second factor, which was
 * switched on after the sign-in, it becomes a pending sign-in.
 * @throws {ServiceError} `session_missing` for a guest and for an invalid session.
 */
export async function withSession<T>(context: RequestContext, run: (member: MemberSession) => Promise<T>): Promise<T> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) throw new ServiceError("session_missing", "Please sign in first");
  try {
    const { userId, sessionId, startedAt } = session;
    return await run({ backend, userId, sessionId, startedAt });
  } catch (error) {
    if (lacksSecondFactor(error)) holdSession(context, UNKNOWN_FIRST_FACTOR);
    if (!isSessionMissingError(error) && !(await hasSessionEnded(context, backend, error))) throw error;
    context.session.clear();
    throw new ServiceError("session_missing", "Your session has ended. Please sign in again");
  }
}

/**
 * True when the session ended between two calls of this request. Appwrite then answers `user_unauthorized`, as for another user's record, so the
 * account is asked for.
 */
async function hasSessionEnded({ warn }: RequestContext, { account }: Backend, error: unknown): Promise<boolean> {
  if (!isAppwriteError(error, "user_unauthorized")) return false;
  try {
    await account.get();
    return false;
  } catch (accountError) {
    const isEnded = isSessionMissingError(accountError);
    if (!isEnded) warn({ event: "session not checked", ...errorEntry(accountError) });
    return isEnded;
  }
}

/**
 * The account and its profile; both null for a guest. The session cookie gets the account's name, which the header shows. A 401 makes
 * the member a guest (the specification, point 8: "401, missing scope, guests"). Other failures are errors: an outage must neither sign members out nor look like a missing profile.
 */
export async function getAccountOrGuest(context: RequestContext): Promise<Account> {
  const session = context.session.current;
  const backend = getMemberBackend(context);
  if (!session || !backend) return { user: null, profile: null };
  try {
    const { account, profile } = memberRecords(context, { backend, ...session });
    const [user, document] = await Promise.all([account, profile]);
    // It was changed on another device.
    if (user.name !== session.name) context.session.rename(user.name);
    return toAccount(user, document);
  } catch (error) {
    if (lacksSecondFactor(error)) holdSession(context, UNKNOWN_FIRST_FACTOR);
    if (!isUnauthorized(error)) throw error;
    context.session.clear();
    return { user: null, profile: null };
  }
}

/** The member's records as Appwrite has them. Each is read when it is first used, and once. */
class MemberRecords {
  readonly #member: MemberSession;
  #account: Promise<Models.User> | undefined;
  #profile: Promise<ProfileDocument | null> | undefined;

  constructor(member: MemberSession) {
    this.#member = member;
  }

  get account(): Promise<Models.User> {
    this.#account ??= handled(this.#member.backend.account.get());
    return this.#account;
  }

  get profile(): Promise<ProfileDocument | null> {
    this.#profile ??= handled(this.#member.backend.profiles.find(this.#member.userId));
    return this.#profile;
  }
}

/** No unhandled rejection when a caller that asked for both records awaits only one. */
function handled<T>(read: Promise<T>): Promise<T> {
  read.catch(() => {});
  return read;
}

/** What each request has read, by session id. */
const records = new WeakMap<RequestContext, Map<string, MemberRecords>>();

/** The member's account and profile, which a page with several calls reads once. A call that changes something forgets them. */
export function memberRecords(context: RequestContext, member: MemberSession): MemberRecords {
  const bySession = records.get(context) ?? new Map<string, MemberRecords>();
  records.set(context, bySession);
  const read = bySession.get(member.sessionId) ?? new MemberRecords(member);
  bySession.set(member.sessionId, read);
  return read;
}

/** Forgets what was read: it may have changed. */
export function forgetMemberRecords(context: RequestContext): void {
  records.delete(context);
}

/** Fetches account and profile in parallel, in the API's types. For a session that this request has just opened. */
export async function fetchAccount(backend: Backend, userId: string): Promise<Account & { user: User }> {
  const [account, document] = await Promise.all([backend.account.get(), backend.profiles.find(userId)]);
  return toAccount(account, document);
}

/** All sessions of the member: this browser's first, then the newest. */
export async function listSessions(context: RequestContext): Promise<Session[]> {
  return withSession(context, async ({ backend, sessionId }) => {
    const { sessions } = await backend.account.listSessions();
    const own = sessions.map((session: Models.Session) => toSession(session, sessionId));
    return own.sort((a, b) => Number(b.current) - Number(a.current) || b.createdAt.localeCompare(a.createdAt));
  });
}
