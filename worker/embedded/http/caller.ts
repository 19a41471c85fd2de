// Authentication: a caller is a guest, a user (by session or JWT) or a server (by API key). Each has roles and scopes.
import type { Backend } from "../backend";
import { SESSION_COOKIE } from "../project/project";
import { findSession, findSessionBySecret, type SessionRow } from "../store/sessions";
import { ALL_SCOPES, findKeyScopes } from "../store/settings";
import { findUser, touchUser, type UserRow } from "../store/users";
import { AppwriteError } from "./errors";
import { NO_SESSION, verifyJwt } from "./jwt";
import { isObject, parseJson } from "./rules";

export type Caller =
  | { kind: "guest" }
  | {
      kind: "user";
      user: UserRow;
      /** Null with a JWT that a server has made. */
      session: SessionRow | null;
      /** Whether this call has written the user's access date. */
      hasNewAccessDate: boolean;
    }
  | { kind: "key"; scopes: string[] };

const GUEST_SCOPES = [
  "avatars.read",
  "documents.read",
  "documents.write",
  "files.read",
  "files.write",
  "locale.read",
  "sessions.write",
];
const USER_SCOPES = [...GUEST_SCOPES, "account", "teams.read"];
/** How long an access date is kept before a call renews it. */
const ACCESS_DATE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Authenticates the caller. An API key takes precedence over a session. An expired or malformed session makes a guest.
 * Throws user_unauthorized for a wrong key, user_jwt_invalid, and user_blocked.
 */
export function identify(backend: Backend, headers: Headers, now: Date): Caller {
  const key = headers.get("x-appwrite-key");
  if (key) {
    const scopes = findKeyScopes(backend.db, key);
    if (!scopes) throw new AppwriteError("user_unauthorized");
    return { kind: "key", scopes };
  }
  const identity = findIdentity(backend, headers, now);
  const user = identity && findUser(backend.db, identity.userId);
  if (!identity || !user) return { kind: "guest" };
  if (user.status === 0) throw new AppwriteError("user_blocked");
  const hasNewAccessDate =
    user.accessed_at === "" || now.getTime() - Date.parse(user.accessed_at) > ACCESS_DATE_MILLISECONDS;
  return {
    kind: "user",
    user: hasNewAccessDate ? touchUser(backend.db, user, now) : user,
    session: identity.session,
    hasNewAccessDate,
  };
}

/** The session encoded in `value` (base64 of `{ id, secret }`); null if it does not exist. */
export function findEncodedSession(backend: Backend, value: string, now: Date): SessionRow | null {
  const parsed = parseJson(decodeBase64(value));
  if (!isObject(parsed) || typeof parsed.id !== "string" || typeof parsed.secret !== "string") return null;
  return findSessionBySecret(backend.db, parsed.id, parsed.secret, now);
}

/** The session in the cookies or headers, if it exists. */
export function findSessionInHeaders(backend: Backend, headers: Headers, now: Date): SessionRow | null {
  for (const value of encodedSessions(headers)) {
    const session = findEncodedSession(backend, value, now);
    if (session) return session;
  }
  return null;
}

/** The values of the cookies and headers that can carry a session, in the order in which a real server reads them. */
function encodedSessions(headers: Headers): string[] {
  const cookies = new Map(
    (headers.get("cookie") ?? "").split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  const fallback = parseJson(headers.get("x-fallback-cookies") ?? "");
  const fallbackValue = isObject(fallback) ? fallback[SESSION_COOKIE] : undefined;
  const candidates: unknown[] = [
    decodePercent(cookies.get(SESSION_COOKIE)),
    decodePercent(cookies.get(`${SESSION_COOKIE}_legacy`)),
    headers.get("x-appwrite-session"),
    fallbackValue,
  ];
  return candidates.filter((value): value is string => typeof value === "string" && value !== "");
}

/** The user and session that the headers name. */
function findIdentity(
  backend: Backend,
  headers: Headers,
  now: Date,
): { userId: string; session: SessionRow | null } | null {
  const session = findSessionInHeaders(backend, headers, now);
  if (session) return { userId: session.user_id, session };
  const jwt = headers.get("x-appwrite-jwt");
  if (!jwt) return null;
  const { userId, sessionId } = verifyJwt(jwt, backend.settings.jwtSecret, now);
  if (sessionId === NO_SESSION) return { userId, session: null };
  const jwtSession = findSession(backend.db, userId, sessionId, now);
  return jwtSession && { userId, session: jwtSession };
}

function decodeBase64(value: string): string {
  try {
    return atob(value);
  } catch {
    // No session has this value.
    return "";
  }
}

/** Decodes a cookie's value, which is URL-encoded. Returns a malformed one as it is. */
function decodePercent(value = ""): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The roles that permissions are checked against. */
export function rolesOf(caller: Caller): string[] {
  if (caller.kind !== "user") return ["any", "guests"];
  const { id, email_verified, phone_verified } = caller.user;
  const state = email_verified || phone_verified ? "verified" : "unverified";
  return ["any", "users", `user:${id}`, `user:${id}/${state}`, `users/${state}`];
}

/** Throws general_unauthorized_scope, with a real server's message, unless the caller has one of `scopes`. */
export function requireScope(caller: Caller, scopes: readonly string[], hostname: string): void {
  if (scopes.some((scope) => hasScope(caller, scope))) return;
  const [name, role] = nameAndRole(caller, hostname);
  const missing = JSON.stringify(scopes);
  throw new AppwriteError("general_unauthorized_scope", `${name} (role: ${role}) missing scopes (${missing})`);
}

function hasScope(caller: Caller, scope: string): boolean {
  if (caller.kind === "guest") return GUEST_SCOPES.includes(scope);
  if (caller.kind === "user") return USER_SCOPES.includes(scope);
  return scope !== "account" && (caller.scopes.includes(ALL_SCOPES) || caller.scopes.includes(scope));
}

function nameAndRole(caller: Caller, hostname: string): [string, string] {
  if (caller.kind === "guest") return ["User", "guests"];
  if (caller.kind === "key") return [`app.navarambh@service.${hostname}`, "applications"];
  return [caller.user.email ?? "User", "users"];
}

/** The user who calls. The scope `account` makes sure of them; otherwise this throws user_unauthorized. */
export function requireCallingUser(caller: Caller): Extract<Caller, { kind: "user" }> {
  if (caller.kind !== "user") throw new AppwriteError("user_unauthorized");
  return caller;
}

/** The user who calls and their session. Throws user_session_not_found for a caller with a server's JWT. */
export function requireSession(caller: Caller): { user: UserRow; session: SessionRow } {
  const { user, session } = requireCallingUser(caller);
  if (!session) throw new AppwriteError("user_session_not_found");
  return { user, session };
}
