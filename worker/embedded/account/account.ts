// The account endpoints: create, read, update, block and delete.
import { byIp, type Call, json, noContent, type Route } from "../http/call";
import { requireCallingUser } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { NO_SESSION, signJwt } from "../http/jwt";
import { optional, required } from "../http/params";
import { formatUser } from "../http/response-format";
import { customId, email, InvalidValue, isObject, password, phone, type Rule, text } from "../http/rules";
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import { publishUser } from "../realtime/publish";
import { deleteSessions } from "../store/sessions";
import {
  deleteUser,
  findTarget,
  findUser,
  findUserByEmail,
  findUserByPhone,
  insertUser,
  replaceTarget,
  type UserRow,
  updateUser,
} from "../store/users";
import { addExpiredCookies } from "./cookies";
import { logEvent } from "./logs";
import { userBody, userModel } from "./models";
import { newPasswordRule, requireRoomForUser } from "./new-user";
import { hashPassword, verifyPassword } from "./password";

const HOUR_SECONDS = 3600;
const NAME = text(128);
/** Of their JSON. */
const PREFERENCES_MAX_LENGTH = 65_535;

/** Unlike other objects, preferences are not accepted as a JSON string. */
const preferences: Rule<Record<string, unknown>> = (value) => {
  if (!isObject(value) || JSON.stringify(value).length > PREFERENCES_MAX_LENGTH) {
    throw new InvalidValue("Value must be a valid object.");
  }
  return value;
};

/** A current password. It is compared with the stored one, so that its length is not checked. */
const passwordToCompare = text(256, 0);

export const accountRoutes: Route[] = [
  {
    method: "POST",
    paths: ["/v1/account"],
    scope: "sessions.write",
    limit: { hits: 10, windowSeconds: HOUR_SECONDS, keys: [byIp] },
    handle: createAccount,
  },
  { method: "GET", paths: ["/v1/account"], scope: "account", handle: getAccount },
  { method: "DELETE", paths: ["/v1/account"], scope: "account", handle: deleteAccount },
  {
    method: "GET",
    paths: ["/v1/account/prefs"],
    scope: "account",
    handle: (call) => json(JSON.parse(requireCallingUser(call.caller).user.prefs)),
  },
  { method: "PATCH", paths: ["/v1/account/prefs"], scope: "account", logEvent: "user.update", handle: updatePrefs },
  { method: "PATCH", paths: ["/v1/account/name"], scope: "account", logEvent: "user.update", handle: updateName },
  { method: "PATCH", paths: ["/v1/account/email"], scope: "account", logEvent: "user.update", handle: updateEmail },
  { method: "PATCH", paths: ["/v1/account/phone"], scope: "account", logEvent: "user.update", handle: updatePhone },
  {
    method: "PATCH",
    paths: ["/v1/account/password"],
    scope: "account",
    limit: { hits: 10, windowSeconds: HOUR_SECONDS, keys: [byIp] },
    logEvent: "user.update",
    handle: updatePassword,
  },
  { method: "PATCH", paths: ["/v1/account/status"], scope: "account", handle: blockAccount },
  {
    method: "POST",
    paths: ["/v1/account/jwts", "/v1/account/jwt"],
    scope: "account",
    limit: { hits: 120, windowSeconds: 60, keys: [(call) => `user:${requireCallingUser(call.caller).user.id}`] },
    handle: createJwt,
  },
  {
    method: "GET",
    paths: ["/v1/account/identities"],
    scope: "account",
    handle: () => json({ total: 0, identities: [] }),
  },
];

async function createAccount(call: Call): Promise<Response> {
  const { fields } = call.body;
  const userId = required(fields, "userId", customId);
  const address = required(fields, "email", email);
  const secret = required(fields, "password", newPasswordRule(call.backend));
  const name = optional(fields, "name", NAME, "");
  requireRoomForUser(call.backend);
  const { db } = call.backend;
  const id = userId === "unique()" ? uniqueId(call.now) : userId;
  // Checked before hashing, which is slow.
  if (findUser(db, id) ?? findUserByEmail(db, address)) throw new AppwriteError("user_already_exists");
  const hash = await hashPassword(secret);
  const user = db.transaction(() =>
    insertUser(db, { id, email: address, name, password: hash, isAccessed: true }, call.now),
  );
  if (!user) throw new AppwriteError("user_already_exists");
  publishUser(call.backend, userModel(call.backend.db, user), "create");
  logEvent(call, user, "user.create");
  return json(userBody(call, user), 201);
}

function getAccount(call: Call): Response {
  const { user, hasNewAccessDate } = requireCallingUser(call.caller);
  return json(formatUser(userModel(call.backend.db, user, { hasNewAccessDate }), call.format));
}

function deleteAccount(call: Call): Response {
  const { user } = requireCallingUser(call.caller);
  const { db } = call.backend;
  const model = userModel(db, user);
  db.transaction(() => deleteUser(db, user));
  publishUser(call.backend, model, "delete");
  return noContent();
}

function updatePrefs(call: Call): Response {
  const prefs = required(call.body.fields, "prefs", preferences);
  return updateOwnUser(call, { prefs: JSON.stringify(prefs) }, "prefs");
}

function updateName(call: Call): Response {
  return updateOwnUser(call, { name: required(call.body.fields, "name", NAME) }, "name");
}

async function updateEmail(call: Call): Promise<Response> {
  const address = required(call.body.fields, "email", email);
  const secret = required(call.body.fields, "password", password);
  const { user } = requireCallingUser(call.caller);
  // A user without a password sets their first one here.
  const hash = user.password === null ? await hashPassword(secret) : user.password;
  await requirePassword(secret, hash);
  const { db } = call.backend;
  const changed = db.transaction(() => {
    const current = reloadUser(call, user.id);
    if (findTarget(db, address)) throw new AppwriteError("user_target_already_exists");
    replaceTarget(db, user.id, "email", address, call.now);
    // Another call may have set a password while this one was hashed.
    if (current.password !== user.password) throw new AppwriteError("user_invalid_credentials");
    const firstPassword = user.password === null ? { password: hash, password_update: isoDate(call.now) } : {};
    return updateUser(db, current, { email: address, email_verified: 0, ...firstPassword }, call.now);
  });
  publishUser(call.backend, userModel(call.backend.db, changed), "update", "email");
  return json(userBody(call, changed));
}

async function updatePhone(call: Call): Promise<Response> {
  const number = required(call.body.fields, "phone", phone);
  const secret = required(call.body.fields, "password", passwordToCompare);
  const { user } = requireCallingUser(call.caller);
  await requirePassword(secret, user.password);
  const { db } = call.backend;
  const changed = db.transaction(() => {
    const current = reloadUser(call, user.id);
    // A number that a server sets becomes a target, which its own user cannot set again. A number that a user sets
    // becomes none, but replaces the target of their old number.
    if (findTarget(db, number)) throw new AppwriteError("user_target_already_exists");
    const holder = findUserByPhone(db, number);
    if (holder && holder.id !== user.id) throw new AppwriteError("user_phone_already_exists");
    if (current.phone !== null && findTarget(db, current.phone)) {
      replaceTarget(db, user.id, "sms", number, call.now);
    }
    return updateUser(db, current, { phone: number, phone_verified: 0 }, call.now);
  });
  publishUser(call.backend, userModel(call.backend.db, changed), "update", "phone");
  return json(userBody(call, changed));
}

async function updatePassword(call: Call): Promise<Response> {
  const secret = required(call.body.fields, "password", newPasswordRule(call.backend));
  const oldSecret = optional(call.body.fields, "oldPassword", passwordToCompare, "");
  const { user, session } = requireCallingUser(call.caller);
  if (user.password !== null) await requirePassword(oldSecret, user.password);
  const hash = await hashPassword(secret);
  const { db } = call.backend;
  const changed = db.transaction(() => {
    const current = reloadUser(call, user.id);
    deleteSessions(db, user.id, session?.id);
    return updateUser(db, current, { password: hash, password_update: isoDate(call.now) }, call.now);
  });
  publishUser(call.backend, userModel(call.backend.db, changed), "update", "password");
  return json(userBody(call, changed));
}

function blockAccount(call: Call): Response {
  const response = updateOwnUser(call, { status: 0 }, "status");
  addExpiredCookies(call, response.headers);
  return response;
}

function createJwt(call: Call): Response {
  const { user, session } = requireCallingUser(call.caller);
  const claims = { userId: user.id, sessionId: session?.id ?? NO_SESSION };
  return json({ jwt: signJwt(claims, call.backend.settings.jwtSecret, call.now) }, 201);
}

function updateOwnUser(call: Call, columns: Parameters<typeof updateUser>[2], attribute: string): Response {
  const { user } = requireCallingUser(call.caller);
  const { db } = call.backend;
  const changed = db.transaction(() => updateUser(db, reloadUser(call, user.id), columns, call.now));
  publishUser(call.backend, userModel(call.backend.db, changed), "update", attribute);
  return json(userBody(call, changed));
}

async function requirePassword(secret: string, hash: string | null): Promise<void> {
  if (!(await verifyPassword(secret, hash))) throw new AppwriteError("user_invalid_credentials");
}

/** The current row: another call may have changed or deleted the user while a password was hashed. */
function reloadUser(call: Call, id: string): UserRow {
  const user = findUser(call.backend.db, id);
  if (!user) throw new AppwriteError("user_not_found");
  return user;
}
