// The endpoints that send an e-mail with a secret: e-mail verification, password recovery and one-time codes.
import { byField, byIp, byUser, type Call, json, type RateLimit, type Route } from "../http/call";
import { requireCallingUser } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import { boolean, customId, email, phone, platformUrl, text } from "../http/rules";
import { codeMail, recoveryMail, verificationMail } from "../mailbox/mail-templates";
import { isoDate } from "../project/clock";
import { randomDigits, randomHex, uniqueId } from "../project/ids";
import { publishToken } from "../realtime/publish";
import { insertMail } from "../store/mails";
import { listPlatformHosts } from "../store/platforms";
import { deleteSessions } from "../store/sessions";
import { deleteToken, findToken, insertToken, type TokenRow } from "../store/tokens";
import { findUser, findUserByEmail, insertUser, type UserRow, updateUser } from "../store/users";
import { logEvent } from "./logs";
import { tokenModel } from "./models";
import { newPasswordRule, requireRoomForUser } from "./new-user";
import { hashPassword } from "./password";
import { securityPhrase } from "./phrases";

const HOUR_SECONDS = 3600;
const LINK_SECONDS = 3600;
const CODE_SECONDS = 900;
const LINK_SECRET_LENGTH = 256;
const CODE_LENGTH = 6;

const hourlyLimit = (...keys: RateLimit["keys"]): RateLimit => ({ hits: 10, windowSeconds: HOUR_SECONDS, keys });

export const tokenRoutes: Route[] = [
  {
    method: "POST",
    paths: ["/v1/account/verifications/email", "/v1/account/verification"],
    scope: "account",
    limit: hourlyLimit(byUser),
    logEvent: "verification.create",
    handle: sendVerification,
  },
  {
    method: "PUT",
    paths: ["/v1/account/verifications/email", "/v1/account/verification"],
    scope: null,
    limit: hourlyLimit(byField("userId")),
    handle: confirmVerification,
  },
  {
    method: "POST",
    paths: ["/v1/account/recovery"],
    scope: "sessions.write",
    limit: hourlyLimit(byField("email"), byIp),
    handle: sendRecovery,
  },
  {
    method: "PUT",
    paths: ["/v1/account/recovery"],
    scope: "sessions.write",
    limit: hourlyLimit(byField("userId")),
    handle: confirmRecovery,
  },
  {
    method: "POST",
    paths: ["/v1/account/tokens/email"],
    scope: "sessions.write",
    limit: hourlyLimit(byField("email"), byIp),
    handle: sendCode,
  },
  {
    method: "POST",
    paths: ["/v1/account/tokens/phone"],
    scope: "sessions.write",
    limit: hourlyLimit(byField("phone"), byIp),
    handle: rejectPhoneCode,
  },
];

function sendVerification(call: Call): Response {
  const url = required(call.body.fields, "url", platformUrl(listPlatformHosts(call.backend.db)));
  const { user } = requireCallingUser(call.caller);
  if (user.email_verified === 1) throw new AppwriteError("user_email_already_verified");
  return tokenResponse(call, sendLink(call, user, "verification", url));
}

function confirmVerification(call: Call): Response {
  const { db } = call.backend;
  const userId = required(call.body.fields, "userId", customId);
  const secret = required(call.body.fields, "secret", text(256));
  const { token, user } = requireToken(call, userId, "verification", secret);
  const changed = db.transaction(() => {
    deleteToken(db, token.id);
    return updateUser(db, user, { email_verified: 1 }, call.now);
  });
  publishToken(call.backend, "verification", token, "update");
  logEvent(call, changed, "verification.update");
  return json(tokenModel(token));
}

function sendRecovery(call: Call): Response {
  const address = required(call.body.fields, "email", email);
  const url = required(call.body.fields, "url", platformUrl(listPlatformHosts(call.backend.db)));
  const user = findUserByEmail(call.backend.db, address);
  if (!user) throw new AppwriteError("user_not_found");
  if (user.status === 0) throw new AppwriteError("user_blocked");
  logEvent(call, user, "recovery.create");
  return tokenResponse(call, sendLink(call, user, "recovery", url));
}

async function confirmRecovery(call: Call): Promise<Response> {
  const { db } = call.backend;
  const userId = required(call.body.fields, "userId", customId);
  const secret = required(call.body.fields, "secret", text(256));
  const newPassword = required(call.body.fields, "password", newPasswordRule(call.backend));
  requireToken(call, userId, "recovery", secret);
  const hash = await hashPassword(newPassword);
  const { token, changed } = db.transaction(() => {
    // Checked again, since another call may have used the token while the password was hashed.
    const { token, user } = requireToken(call, userId, "recovery", secret);
    deleteToken(db, token.id);
    deleteSessions(db, userId);
    const columns = { password: hash, password_update: isoDate(call.now), email_verified: 1 };
    return { token, changed: updateUser(db, user, columns, call.now) };
  });
  publishToken(call.backend, "recovery", token, "update");
  logEvent(call, changed, "recovery.update");
  return json(tokenModel(token));
}

/** Sends a one-time code. Creates the user when the address is new. */
function sendCode(call: Call): Response {
  const userId = required(call.body.fields, "userId", customId);
  const address = required(call.body.fields, "email", email);
  const phrase = optional(call.body.fields, "phrase", boolean, false) ? securityPhrase() : "";
  const { db } = call.backend;
  const code = randomDigits(CODE_LENGTH);
  const token = db.transaction(() => {
    const user = findUserByEmail(db, address) ?? createUserForCode(call, userId, address);
    insertMail(db, codeMail(user, code, phrase), call.now);
    return insertToken(db, { userId: user.id, kind: "email", secret: code, ttlSeconds: CODE_SECONDS }, call.now);
  });
  return tokenResponse(call, { token, secret: code, phrase });
}

function createUserForCode(call: Call, userId: string, address: string): UserRow {
  requireRoomForUser(call.backend);
  const id = userId === "unique()" ? uniqueId(call.now) : userId;
  const user = insertUser(call.backend.db, { id, email: address, password: null, isAccessed: true }, call.now);
  if (!user) throw new AppwriteError("user_already_exists");
  return user;
}

function rejectPhoneCode(call: Call): Response {
  required(call.body.fields, "userId", customId);
  required(call.body.fields, "phone", phone);
  throw new AppwriteError("general_phone_disabled");
}

/** Writes the token and its e-mail in one transaction. */
function sendLink(
  call: Call,
  user: UserRow,
  kind: "verification" | "recovery",
  url: string,
): { token: TokenRow; secret: string } {
  const { db } = call.backend;
  const secret = randomHex(LINK_SECRET_LENGTH);
  const token = db.transaction(() => {
    const token = insertToken(db, { userId: user.id, kind, secret, ttlSeconds: LINK_SECONDS }, call.now);
    const link = new URL(url);
    link.searchParams.set("userId", user.id);
    link.searchParams.set("secret", secret);
    link.searchParams.set("expire", token.expire);
    const template = kind === "verification" ? verificationMail : recoveryMail;
    insertMail(db, template(user, link.href), call.now);
    return token;
  });
  publishToken(call.backend, kind, token, "create");
  return { token, secret };
}

/** Throws user_not_found, and user_invalid_token when the secret is wrong, used or expired. */
function requireToken(
  call: Call,
  userId: string,
  kind: "verification" | "recovery",
  secret: string,
): { token: TokenRow; user: UserRow } {
  const user = findUser(call.backend.db, userId);
  if (!user) throw new AppwriteError("user_not_found");
  const token = findToken(call.backend.db, userId, [kind], secret, call.now);
  if (!token) throw new AppwriteError("user_invalid_token");
  return { token, user };
}

function tokenResponse(call: Call, created: { token: TokenRow; secret: string; phrase?: string }): Response {
  const secret = call.caller.kind === "key" ? created.secret : "";
  return json(tokenModel(created.token, { secret, phrase: created.phrase ?? "" }), 201);
}
