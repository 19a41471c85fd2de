// The session endpoints: create by password or token, list, read, extend and delete.
import {
  byField,
  byIp,
  byIpAndPath,
  byIpAndUser,
  type Call,
  json,
  noContent,
  type RateLimit,
  type Route,
} from "../http/call";
import { requireCallingUser } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { required } from "../http/params";
import { customId, email, password, text } from "../http/rules";
import { databaseDate } from "../project/clock";
import { randomHex, uniqueId } from "../project/ids";
import { publishSession } from "../realtime/publish";
import {
  deleteSession,
  deleteSessions,
  deleteSurplusSessions,
  extendSession,
  findSession,
  insertSession,
  listSessions,
  type NewSession,
  type SessionRow,
} from "../store/sessions";
import { deleteToken, findToken } from "../store/tokens";
import { findUser, findUserByEmail, insertUser, type UserRow, updateUser } from "../store/users";
import { addExpiredCookies, addSessionCookies, encodeSession } from "./cookies";
import { describeDevice } from "./device";
import { logEvent } from "./logs";
import { sessionBody, sessionModel } from "./models";
import { requireRoomForUser } from "./new-user";
import { verifyPassword } from "./password";

const HOUR_SECONDS = 3600;
const SECRET_LENGTH = 256;

const createLimit = (keys: RateLimit["keys"]): RateLimit => ({ hits: 10, windowSeconds: HOUR_SECONDS, keys });
const deleteLimit: RateLimit = { hits: 100, windowSeconds: HOUR_SECONDS, keys: [byIpAndPath] };

export const sessionRoutes: Route[] = [
  {
    method: "POST",
    paths: ["/v1/account/sessions/email", "/v1/account/sessions"],
    scope: "sessions.write",
    limit: { ...createLimit([byField("email")]), isResetOnSuccess: true },
    isGuestOnly: true,
    handle: createEmailPasswordSession,
  },
  {
    method: "POST",
    paths: ["/v1/account/sessions/token"],
    scope: "sessions.write",
    limit: createLimit([(call) => `${byIp(call)},${byField("userId")(call)}`]),
    isGuestOnly: true,
    handle: createTokenSession,
  },
  {
    method: "POST",
    paths: ["/v1/account/sessions/anonymous"],
    scope: "sessions.write",
    limit: { hits: 50, windowSeconds: HOUR_SECONDS, keys: [byIp] },
    isGuestOnly: true,
    handle: createAnonymousSession,
  },
  { method: "GET", paths: ["/v1/account/sessions"], scope: "account", handle: listOwnSessions },
  {
    method: "DELETE",
    paths: ["/v1/account/sessions"],
    scope: "account",
    limit: deleteLimit,
    logEvent: "session.delete",
    handle: deleteOwnSessions,
  },
  { method: "GET", paths: ["/v1/account/sessions/:sessionId"], scope: "account", handle: getOwnSession },
  {
    method: "PATCH",
    paths: ["/v1/account/sessions/:sessionId"],
    scope: "account",
    limit: createLimit([byIpAndUser]),
    logEvent: "session.update",
    handle: extendOwnSession,
  },
  {
    method: "DELETE",
    paths: ["/v1/account/sessions/:sessionId"],
    scope: "account",
    limit: deleteLimit,
    acceptsMissingFactor: true,
    logEvent: "session.delete",
    handle: deleteOwnSession,
  },
];

async function createEmailPasswordSession(call: Call): Promise<Response> {
  const address = required(call.body.fields, "email", email);
  const secret = required(call.body.fields, "password", password);
  const user = findUserByEmail(call.backend.db, address);
  const isRight = await verifyPassword(secret, user?.password ?? null);
  if (!user || !isRight) throw new AppwriteError("user_invalid_credentials");
  if (user.status === 0) throw new AppwriteError("user_blocked");
  const { session, value } = call.backend.db.transaction(() => {
    // Another call may have changed or deleted the user while the password was verified.
    const current = findUser(call.backend.db, user.id);
    if (!current || current.password !== user.password) throw new AppwriteError("user_invalid_credentials");
    return createSession(call, current, { provider: "email", providerUid: address, factor: "password" });
  });
  return newSessionResponse(call, session, value);
}

function createTokenSession(call: Call): Response {
  const userId = required(call.body.fields, "userId", customId);
  const secret = required(call.body.fields, "secret", text(256));
  const { db } = call.backend;
  const token = findToken(db, userId, ["email", "server"], secret, call.now);
  const user = token && findUser(db, userId);
  if (!token || !user) throw new AppwriteError("user_invalid_token");
  const { session, value } = db.transaction(() => {
    const factor = token.kind === "email" ? "email" : "token";
    const created = createSession(call, user, { provider: "token", providerUid: "", factor });
    deleteToken(db, token.id);
    if (token.kind === "email") updateUser(db, user, { email_verified: 1 }, call.now);
    return created;
  });
  return newSessionResponse(call, session, value);
}

function createAnonymousSession(call: Call): Response {
  const { db } = call.backend;
  requireRoomForUser(call.backend);
  const { session, value } = db.transaction(() => {
    const user = insertUser(db, { id: uniqueId(call.now), email: null, password: null, isAccessed: true }, call.now);
    if (!user) throw new AppwriteError("user_already_exists");
    return createSession(call, user, { provider: "anonymous", providerUid: "", factor: "anonymous" });
  });
  return newSessionResponse(call, session, value);
}

/** Adds a session and returns it with its cookie value. A blocked user gets one, too, which is of no use to them. */
export function createSession(
  call: Call,
  user: UserRow,
  origin: Pick<NewSession, "provider" | "providerUid" | "factor">,
): { session: SessionRow; value: string } {
  const secret = randomHex(SECRET_LENGTH);
  const device = describeDevice(call.request.headers.get("user-agent"));
  const { db } = call.backend;
  const session = insertSession(db, { userId: user.id, secret, ip: call.ip, device, ...origin }, call.now);
  if (origin.provider !== "server") deleteSurplusSessions(db, user.id, call.now);
  return { session, value: encodeSession(user.id, secret) };
}

function newSessionResponse(call: Call, session: SessionRow, value: string): Response {
  const user = findUser(call.backend.db, session.user_id);
  if (user) logEvent(call, user, "session.create");
  publishSession(call.backend, sessionModel(session, { isCurrent: true }), "create");
  const secret = call.caller.kind === "key" ? value : "";
  const response = json(sessionBody(call, session, { isCurrent: true, secret }), 201);
  addSessionCookies(call, response.headers, value);
  return response;
}

function listOwnSessions(call: Call): Response {
  const { user, session: current } = requireCallingUser(call.caller);
  const sessions = listSessions(call.backend.db, user.id, call.now).map((session) =>
    sessionBody(call, session, { isCurrent: session.id === current?.id }),
  );
  return json({ total: sessions.length, sessions });
}

function getOwnSession(call: Call): Response {
  const { session: current } = requireCallingUser(call.caller);
  const session = requireOwnSession(call);
  return json(sessionBody(call, session, { isCurrent: session.id === current?.id }));
}

function extendOwnSession(call: Call): Response {
  const { db } = call.backend;
  const session = db.transaction(() => extendSession(db, requireOwnSession(call), call.now));
  const model = sessionBody(call, session, { hasCountry: false });
  // A real server returns the database row here, which has another date format.
  return json({ ...model, expire: databaseDate(session.expire) });
}

function deleteOwnSession(call: Call): Response {
  const { session: current } = requireCallingUser(call.caller);
  const session = requireOwnSession(call);
  const isCurrent = session.id === current?.id;
  call.backend.db.transaction(() => deleteSession(call.backend.db, session.id));
  publishSession(call.backend, sessionModel(session, { isCurrent, hasCountry: isCurrent }), "delete");
  const response = noContent();
  if (isCurrent) addExpiredCookies(call, response.headers);
  return response;
}

function deleteOwnSessions(call: Call): Response {
  const { user, session } = requireCallingUser(call.caller);
  const { db } = call.backend;
  db.transaction(() => deleteSessions(db, user.id));
  // A real server tells of the calling session only.
  if (session) publishSession(call.backend, sessionModel(session, { isCurrent: true }), "delete");
  const response = noContent();
  addExpiredCookies(call, response.headers);
  return response;
}

function requireOwnSession(call: Call): SessionRow {
  const { user, session: current } = requireCallingUser(call.caller);
  const id = call.param("sessionId");
  const session = id === "current" ? current : findSession(call.backend.db, user.id, id, call.now);
  if (!session) throw new AppwriteError("user_session_not_found");
  return session;
}
