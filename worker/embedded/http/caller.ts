// Who is calling: a guest, a member by session or JWT, or a server by API key; and what each of them may do.
import type { Backend } from "../backend";
import { SESSION_COOKIE } from "../project/project";
import { findSession, findSessionBySecret, type SessionRow } from "../store/sessions";
import { EVERY_SCOPE, findKeyScopes } from "../store/settings";
import { findUser, touchUser, type UserRow } from "../store/users";
import { AppwriteError } from "./errors";
import { readJwt } from "./jwt";
import { isObject, parseJson } from "./rules";

export type Caller =
  | { kind: "guest" }
  | { kind: "user"; user: UserRow; session: SessionRow; isJustSeen: boolean }
  | { kind: "key"; scopes: string[] };

const VISITOR_SCOPES = [
  "avatars.read",
  "documents.read",
  "documents.write",
  "files.read",
  "files.write",
  "locale.read",
  "sessions.write",
];
const MEMBER_SCOPES = [...VISITOR_SCOPES, "account", "teams.read"];
/** A member counts as seen again after a day. */
const SEEN_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Finds out who calls. A key wins over a session. A dead or garbled session is a guest.
 * Throws user_unauthorized for a wrong key, user_jwt_invalid, and user_blocked.
 */
export function identify(backend: Backend, headers: Headers, now: Date): Caller {
  const key = headers.get("x-appwrite-key");
  if (key) {
    const scopes = findKeyScopes(backend.db, key);
    if (!scopes) throw new AppwriteError("user_unauthorized");
    return { kind: "key", scopes };
  }
  const session = findCalledSession(backend, headers, now) ?? findJwtSession(backend, headers, now);
  const user = session ? findUser(backend.db, session.user_id) : null;
  if (!session || !user) return { kind: "guest" };
  if (user.status === 0) throw new AppwriteError("user_blocked");
  const isUnseen = user.accessed_at === "" || now.getTime() - Date.parse(user.accessed_at) > SEEN_MILLISECONDS;
  return {
    kind: "user",
    user: isUnseen ? touchUser(backend.db, user, now) : user,
    session,
    isJustSeen: isUnseen,
  };
}

/** The living session behind a cookie's value (url-encoded base64 of `{ id, secret }`), or null. */
export function findSessionByValue(backend: Backend, value: string, now: Date): SessionRow | null {
  const parsed = parseJson(decodeBase64(value));
  if (!isObject(parsed) || typeof parsed.id !== "string" || typeof parsed.secret !== "string") return null;
  return findSessionBySecret(backend.db, parsed.id, parsed.secret, now);
}

function findCalledSession(backend: Backend, headers: Headers, now: Date): SessionRow | null {
  for (const value of sessionValues(headers)) {
    const session = findSessionByValue(backend, value, now);
    if (session) return session;
  }
  return null;
}

/** Where a session's value may stand, in the order in which a real server looks. */
function sessionValues(headers: Headers): string[] {
  const cookies = new Map(
    (headers.get("cookie") ?? "").split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  const fallback = parseJson(headers.get("x-fallback-cookies") ?? "");
  const fallbackValue = isObject(fallback) ? fallback[SESSION_COOKIE] : undefined;
  const places: unknown[] = [
    cookies.get(SESSION_COOKIE),
    cookies.get(`${SESSION_COOKIE}_legacy`),
    headers.get("x-appwrite-session"),
    fallbackValue,
  ];
  return places.filter((value): value is string => typeof value === "string" && value !== "");
}

function findJwtSession(backend: Backend, headers: Headers, now: Date): SessionRow | null {
  const jwt = headers.get("x-appwrite-jwt");
  if (!jwt) return null;
  const claims = readJwt(jwt, backend.settings.jwtSecret, now);
  return findSession(backend.db, claims.userId, claims.sessionId, now);
}

function decodeBase64(value: string): string {
  try {
    return atob(decodeURIComponent(value));
  } catch {
    // Neither url-encoded nor base64: no session stands behind it.
    return "";
  }
}

/** The roles that permissions are held against. */
export function rolesOf(caller: Caller): string[] {
  if (caller.kind !== "user") return ["any", "guests"];
  const { id, email_verified, phone_verified } = caller.user;
  const state = email_verified || phone_verified ? "verified" : "unverified";
  return ["any", "users", `user:${id}`, `user:${id}/${state}`, `users/${state}`];
}

/** Throws general_unauthorized_scope, in a real server's words, unless the caller has `scope`. */
export function requireScope(caller: Caller, scope: string, hostname: string): void {
  if (hasScope(caller, scope)) return;
  const [name, role] = describe(caller, hostname);
  throw new AppwriteError("general_unauthorized_scope", `${name} (role: ${role}) missing scopes (["${scope}"])`);
}

function hasScope(caller: Caller, scope: string): boolean {
  if (caller.kind === "guest") return VISITOR_SCOPES.includes(scope);
  if (caller.kind === "user") return MEMBER_SCOPES.includes(scope);
  return scope !== "account" && (caller.scopes.includes(EVERY_SCOPE) || caller.scopes.includes(scope));
}

function describe(caller: Caller, hostname: string): [string, string] {
  if (caller.kind === "guest") return ["User", "guests"];
  if (caller.kind === "key") return [`app.navarambh@service.${hostname}`, "applications"];
  return [caller.user.email ?? "User", "users"];
}

/** The member, where the route's scope has made sure that there is one. */
export function requireMember(caller: Caller): Extract<Caller, { kind: "user" }> {
  if (caller.kind !== "user") throw new AppwriteError("user_unauthorized");
  return caller;
}
