// The users endpoints, for servers with an API key. Responses contain password hashes and must not reach a browser.
import { completeUserBody, completeUserModel, sessionBody, sessionModel, tokenModel } from "../account/models";
import { newPasswordRule } from "../account/new-user";
import { hashPassword } from "../account/password";
import { createSession } from "../account/sessions";
import { type Call, json, noContent, type Route } from "../http/call";
import { AppwriteError } from "../http/errors";
import { JWT_SECONDS, NO_SESSION, signJwt } from "../http/jwt";
import { optional, required } from "../http/params";
import { parseQueries, runQueries } from "../http/queries";
import { acceptsOldQuerySyntax } from "../http/response-format";
import { boolean, customId, email, integer, phone, text } from "../http/rules";
import { isoDate } from "../project/clock";
import { randomHex, uniqueId } from "../project/ids";
import { publishSession, publishSessionsDeleted, publishUser } from "../realtime/publish";
import { deleteSession, deleteSessions, findSession, listSessions } from "../store/sessions";
import { insertToken } from "../store/tokens";
import {
  deleteUser,
  findTarget,
  findUser,
  findUserByPhone,
  insertUser,
  listUsers,
  replaceTarget,
  type UserRow,
  updateUser,
} from "../store/users";

const NAME = text(128);
/** A server can clear a name. */
const NAME_OR_EMPTY = text(128, 0);
const TOKEN_LENGTH = integer(4, 128);
const TOKEN_TTL_SECONDS = integer(60, 365 * 24 * 60 * 60);
const JWT_TTL_SECONDS = integer(0, 3600);
const SESSION_READ_SCOPES = ["users.read", "sessions.read"];
/** Guests and users have `sessions.write`, so a real server lets them call these, too, and does little for them. */
const SESSION_WRITE_SCOPES = ["users.write", "sessions.write"];
const QUERYABLE: ReadonlySet<string> = new Set([
  "$id",
  "$createdAt",
  "$updatedAt",
  "name",
  "email",
  "phone",
  "status",
  "passwordUpdate",
  "registration",
  "emailVerification",
  "phoneVerification",
  "labels",
]);

export const userRoutes: Route[] = [
  { method: "POST", paths: ["/v1/users"], scope: "users.write", handle: createUser },
  { method: "GET", paths: ["/v1/users"], scope: "users.read", handle: listAllUsers },
  {
    method: "GET",
    paths: ["/v1/users/:userId"],
    scope: "users.read",
    handle: (call) => json(completeUserBody(call, requireUser(call))),
  },
  { method: "DELETE", paths: ["/v1/users/:userId"], scope: "users.write", handle: removeUser },
  { method: "PATCH", paths: ["/v1/users/:userId/name"], scope: "users.write", handle: renameUser },
  { method: "PATCH", paths: ["/v1/users/:userId/email"], scope: "users.write", handle: changeEmail },
  { method: "PATCH", paths: ["/v1/users/:userId/phone"], scope: "users.write", handle: changePhone },
  { method: "PATCH", paths: ["/v1/users/:userId/password"], scope: "users.write", handle: changePassword },
  { method: "PATCH", paths: ["/v1/users/:userId/status"], scope: "users.write", handle: changeStatus },
  { method: "PATCH", paths: ["/v1/users/:userId/verification"], scope: "users.write", handle: changeVerification },
  {
    method: "PATCH",
    paths: ["/v1/users/:userId/verification/phone"],
    scope: "users.write",
    handle: changePhoneVerification,
  },
  { method: "GET", paths: ["/v1/users/:userId/sessions"], scope: SESSION_READ_SCOPES, handle: listUserSessions },
  { method: "POST", paths: ["/v1/users/:userId/sessions"], scope: SESSION_WRITE_SCOPES, handle: createUserSession },
  { method: "DELETE", paths: ["/v1/users/:userId/sessions"], scope: SESSION_WRITE_SCOPES, handle: deleteUserSessions },
  {
    method: "DELETE",
    paths: ["/v1/users/:userId/sessions/:sessionId"],
    scope: SESSION_WRITE_SCOPES,
    handle: deleteUserSession,
  },
  { method: "POST", paths: ["/v1/users/:userId/tokens"], scope: "users.write", handle: createUserToken },
  { method: "POST", paths: ["/v1/users/:userId/jwts"], scope: "users.write", handle: createUserJwt },
];

async function createUser(call: Call): Promise<Response> {
  const { fields } = call.body;
  const userId = required(fields, "userId", customId);
  const address = optional(fields, "email", email, null);
  const number = optional(fields, "phone", phone, null);
  const secret = optional(fields, "password", newPasswordRule(call.backend), null);
  const name = optional(fields, "name", NAME, "");
  const { db } = call.backend;
  const id = userId === "unique()" ? uniqueId(call.now) : userId;
  const hash = secret === null ? null : await hashPassword(secret);
  const user = db.transaction(() =>
    insertUser(db, { id, email: address, phone: number, name, password: hash, isAccessed: false }, call.now),
  );
  if (!user) throw new AppwriteError("user_already_exists");
  publishUser(call.backend, completeUserModel(db, user), "create");
  return json(completeUserBody(call, user), 201);
}

function listAllUsers(call: Call): Response {
  const { db } = call.backend;
  const queries = parseQueries(call.query.queries, QUERYABLE, acceptsOldQuerySyntax(call.format));
  // Queries see a missing date as null; the response has an empty string.
  const rows = listUsers(db).map((user) => ({
    ...completeUserModel(db, user),
    passwordUpdate: user.password_update || null,
  }));
  const { total, page } = runQueries(rows, queries);
  return json({ total, users: page.map((user) => ({ ...user, passwordUpdate: user.passwordUpdate ?? "" })) });
}

function removeUser(call: Call): Response {
  const user = requireUser(call);
  const { db } = call.backend;
  const model = completeUserModel(db, user);
  db.transaction(() => deleteUser(db, user));
  publishUser(call.backend, model, "delete");
  return noContent();
}

function renameUser(call: Call): Response {
  const name = optional(call.body.fields, "name", NAME_OR_EMPTY, "");
  return updateAndRespond(call, "name", (user) => writeColumns(call, user, { name }));
}

function changeEmail(call: Call): Response {
  const address = required(call.body.fields, "email", email);
  return updateAndRespond(call, "email", (user) => {
    if (findTarget(call.backend.db, address)) throw new AppwriteError("user_target_already_exists");
    replaceTarget(call.backend.db, user.id, "email", address, call.now);
    return writeColumns(call, user, { email: address, email_verified: 0 });
  });
}

/** Like a real server, this rejects any number that is in use, even the user's own. */
function changePhone(call: Call): Response {
  const number = optional(call.body.fields, "number", phone, null);
  return updateAndRespond(call, "phone", (user) => {
    const { db } = call.backend;
    if (number !== null && findTarget(db, number)) throw new AppwriteError("user_target_already_exists");
    const holder = number === null ? null : findUserByPhone(db, number);
    if (holder && holder.id !== user.id) throw new AppwriteError("user_phone_already_exists");
    replaceTarget(db, user.id, "sms", number, call.now);
    return writeColumns(call, user, { phone: number, phone_verified: 0 });
  });
}

/** Also ends all sessions of the user, as Appwrite does by default (a project's setting `invalidateSessions`). */
async function changePassword(call: Call): Promise<Response> {
  requireUser(call);
  const hash = await hashPassword(required(call.body.fields, "password", newPasswordRule(call.backend)));
  const columns = { password: hash, password_update: isoDate(call.now) };
  return updateAndRespond(call, "password", (user) => {
    deleteSessions(call.backend.db, user.id);
    return writeColumns(call, user, columns);
  });
}

function changeStatus(call: Call): Response {
  const isActive = required(call.body.fields, "status", boolean);
  return updateAndRespond(call, "status", (user) => writeColumns(call, user, { status: Number(isActive) }));
}

function changeVerification(call: Call): Response {
  const isVerified = required(call.body.fields, "emailVerification", boolean);
  return updateAndRespond(call, "verification", (user) =>
    writeColumns(call, user, { email_verified: Number(isVerified) }),
  );
}

function changePhoneVerification(call: Call): Response {
  const isVerified = required(call.body.fields, "phoneVerification", boolean);
  return updateAndRespond(call, "verification", (user) =>
    writeColumns(call, user, { phone_verified: Number(isVerified) }),
  );
}

/** Like a real server, this shows the SHA-256 of each secret, which cannot be used as a session. */
function listUserSessions(call: Call): Response {
  const sessions = listSessions(call.backend.db, requireUser(call).id, call.now).map((session) =>
    sessionBody(call, session, { secret: session.secret_hash }),
  );
  return json({ total: sessions.length, sessions });
}

function createUserSession(call: Call): Response {
  const user = requireUser(call);
  const { session, value } = call.backend.db.transaction(() =>
    createSession(call, user, { provider: "server", providerUid: "", factor: "server" }),
  );
  publishSession(call.backend, sessionModel(session), "create");
  return json(sessionBody(call, session, { secret: call.caller.kind === "key" ? value : "" }), 201);
}

function deleteUserSessions(call: Call): Response {
  const user = requireUser(call);
  const { db } = call.backend;
  if (listSessions(db, user.id, call.now).length > 0) requireKey(call);
  db.transaction(() => deleteSessions(db, user.id));
  publishSessionsDeleted(call.backend, completeUserModel(db, user));
  return noContent();
}

function deleteUserSession(call: Call): Response {
  const { db } = call.backend;
  const session = findSession(db, requireUser(call).id, call.param("sessionId"), call.now);
  if (!session) throw new AppwriteError("user_session_not_found");
  requireKey(call);
  db.transaction(() => deleteSession(db, session.id));
  publishSession(call.backend, sessionModel(session, { hasCountry: false }), "delete");
  return noContent();
}

function requireKey({ caller }: Call): void {
  if (caller.kind !== "key") throw new AppwriteError("user_unauthorized");
}

function createUserToken(call: Call): Response {
  const user = requireUser(call);
  const length = optional(call.body.fields, "length", TOKEN_LENGTH, 6);
  const ttlSeconds = optional(call.body.fields, "expire", TOKEN_TTL_SECONDS, 900);
  const { db } = call.backend;
  const secret = randomHex(length);
  const token = db.transaction(() =>
    insertToken(db, { userId: user.id, kind: "server", secret, ttlSeconds }, call.now),
  );
  return json(tokenModel(token, { secret }), 201);
}

/** A JWT without a session, unless `sessionId` names one or is `recent`. Without one no second factor is asked for. */
function createUserJwt(call: Call): Response {
  const user = requireUser(call);
  const sessionId = optional(call.body.fields, "sessionId", text(36), NO_SESSION);
  const seconds = optional(call.body.fields, "duration", JWT_TTL_SECONDS, JWT_SECONDS);
  const sessions = listSessions(call.backend.db, user.id, call.now);
  const session = sessionId === "recent" ? sessions.at(-1) : sessions.find(({ id }) => id === sessionId);
  const claims = { userId: user.id, sessionId: session?.id ?? NO_SESSION };
  return json({ jwt: signJwt(claims, call.backend.settings.jwtSecret, call.now, seconds) }, 201);
}

/** Updates the user in one transaction, publishes the change and responds with the updated user. */
export function updateAndRespond(call: Call, attribute: string, apply: (user: UserRow) => UserRow): Response {
  const changed = call.backend.db.transaction(() => apply(requireUser(call)));
  publishUser(call.backend, completeUserModel(call.backend.db, changed), "update", attribute);
  return json(completeUserBody(call, changed));
}

export function writeColumns(call: Call, user: UserRow, columns: Parameters<typeof updateUser>[2]): UserRow {
  return updateUser(call.backend.db, user, columns, call.now);
}

/** The user that the path names. Throws user_not_found. */
export function requireUser(call: Call): UserRow {
  const user = findUser(call.backend.db, call.param("userId"));
  if (!user) throw new AppwriteError("user_not_found");
  return user;
}
