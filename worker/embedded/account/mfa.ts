// The endpoints of multi-factor authentication: authenticators, recovery codes and challenges.
import { byField, byUser, type Call, json, noContent, type Route } from "../http/call";
import { requireCallingUser, requireSession } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { required } from "../http/params";
import type { Row } from "../http/queries";
import { boolean, oneOf, text } from "../http/rules";
import { challengeMail } from "../mailbox/mail-templates";
import { databaseDate, isoDate } from "../project/clock";
import { randomDigits, sha256Hex } from "../project/ids";
import { publishChallenge, publishMfa, publishSession, publishUser } from "../realtime/publish";
import type { Database } from "../store/database";
import { insertMail } from "../store/mails";
import {
  type ChallengeRow,
  deleteAuthenticator,
  deleteChallenge,
  findAuthenticator,
  findChallenge,
  insertChallenge,
  markAuthenticatorVerified,
  replaceAuthenticator,
} from "../store/mfa";
import { addFactors, findSession, type SessionRow } from "../store/sessions";
import { findUser, type UserRow, updateUser } from "../store/users";
import {
  newRecoveryCodes,
  readRecoveryCodes,
  requireNoRecoveryCodes,
  requireRecoveryCodes,
  verifiedFactors,
} from "./factors";
import { sessionBody, sessionModel, userBody, userModel } from "./models";
import { isTotpCode, newTotpSecret, totpUri } from "./totp";

const HOUR_SECONDS = 3600;
const CODE_LENGTH = 6;
/** The factor that recovery codes answer. */
const RECOVERY_CODE = "recoveryCode";
/**
 * Accepted in any case and stored as given. As on a real server, a challenge for `recoverycode` can never be answered,
 * since answers are checked against `RECOVERY_CODE`.
 */
const FACTOR = oneOf(["email", "phone", "totp", "recoverycode"]);
const CODE = text(256);
const AUTHENTICATOR_PATH = "/v1/account/mfa/authenticators/:type";
const RECOVERY_CODES_PATH = "/v1/account/mfa/recovery-codes";
const CHALLENGE_PATHS = ["/v1/account/mfa/challenges", "/v1/account/mfa/challenge"];

/** The only type of authenticator. */
export const AUTHENTICATOR_TYPE = oneOf(["totp"]);

export const mfaRoutes: Route[] = [
  { method: "PATCH", paths: ["/v1/account/mfa"], scope: "account", logEvent: "user.update", handle: switchMfa },
  {
    method: "GET",
    paths: ["/v1/account/mfa/factors"],
    scope: "account",
    acceptsMissingFactor: true,
    handle: listFactors,
  },
  {
    method: "POST",
    paths: [AUTHENTICATOR_PATH],
    scope: "account",
    logEvent: "user.update",
    handle: createAuthenticator,
  },
  {
    method: "PUT",
    paths: [AUTHENTICATOR_PATH],
    scope: "account",
    logEvent: "user.update",
    handle: verifyAuthenticator,
  },
  {
    method: "DELETE",
    paths: [AUTHENTICATOR_PATH],
    scope: "account",
    needsRecentChallenge: true,
    logEvent: "user.update",
    handle: removeAuthenticator,
  },
  {
    method: "POST",
    paths: [RECOVERY_CODES_PATH],
    scope: "account",
    logEvent: "user.update",
    handle: createRecoveryCodes,
  },
  {
    method: "GET",
    paths: [RECOVERY_CODES_PATH],
    scope: "account",
    needsRecentChallenge: true,
    handle: (call) => json({ recoveryCodes: requireRecoveryCodes(reloadUser(call)) }),
  },
  {
    method: "PATCH",
    paths: [RECOVERY_CODES_PATH],
    scope: "account",
    needsRecentChallenge: true,
    logEvent: "user.update",
    handle: replaceRecoveryCodes,
  },
  {
    method: "POST",
    paths: CHALLENGE_PATHS,
    scope: "account",
    acceptsMissingFactor: true,
    limit: { hits: 10, windowSeconds: HOUR_SECONDS, keys: [byUser] },
    logEvent: "challenge.create",
    handle: createChallenge,
  },
  {
    method: "PUT",
    paths: CHALLENGE_PATHS,
    scope: "account",
    acceptsMissingFactor: true,
    limit: { hits: 10, windowSeconds: HOUR_SECONDS, keys: [byField("challengeId")] },
    logEvent: "challenges.update",
    handle: answerChallenge,
  },
];

/** Switching it on gives the calling session every verified factor, so that it can go on. */
function switchMfa(call: Call): Response {
  const isOn = required(call.body.fields, "mfa", boolean);
  const user = reloadUser(call);
  const session = reloadSession(call);
  const { db } = call.backend;
  const changed = db.transaction(() => {
    if (isOn) addFactors(db, session, verifiedFactors(db, user), call.now);
    return updateUser(db, user, { mfa: Number(isOn) }, call.now);
  });
  publishUser(call.backend, userModel(call.backend.db, changed), "update", "mfa");
  return json(userBody(call, changed));
}

function listFactors(call: Call): Response {
  const user = reloadUser(call);
  return json(factorsModel(call.backend.db, user, readRecoveryCodes(user).length > 0));
}

export function factorsModel(db: Database, user: UserRow, recoveryCode: boolean): Row {
  const factors = verifiedFactors(db, user);
  return {
    totp: factors.includes("totp"),
    phone: factors.includes("phone"),
    email: factors.includes("email"),
    recoveryCode,
  };
}

/** Replaces an authenticator that is not verified yet. */
function createAuthenticator(call: Call): Response {
  requireAuthenticatorType(call);
  const user = reloadUser(call);
  const { db } = call.backend;
  if (findAuthenticator(db, user.id)?.is_verified === 1) throw new AppwriteError("user_authenticator_already_verified");
  const secret = newTotpSecret();
  db.transaction(() => replaceAuthenticator(db, user.id, secret));
  const body = { secret, uri: totpUri(user.email ?? "", secret) };
  publishMfa(call.backend, user.id, "update", body);
  return json(body);
}

function verifyAuthenticator(call: Call): Response {
  requireAuthenticatorType(call);
  const otp = required(call.body.fields, "otp", CODE);
  const user = reloadUser(call);
  const session = reloadSession(call);
  const { db } = call.backend;
  const authenticator = findAuthenticator(db, user.id);
  if (!authenticator) throw new AppwriteError("user_authenticator_not_found");
  if (authenticator.is_verified === 1) throw new AppwriteError("user_authenticator_already_verified");
  if (!isTotpCode(otp, authenticator.secret, call.now)) throw new AppwriteError("user_invalid_token");
  db.transaction(() => {
    markAuthenticatorVerified(db, user.id);
    addFactors(db, session, ["totp"], call.now);
  });
  publishUser(call.backend, userModel(call.backend.db, user), "update", "mfa");
  return json(userBody(call, user));
}

/** MFA stays on: another verified factor may still be asked for. */
function removeAuthenticator(call: Call): Response {
  requireAuthenticatorType(call);
  const user = reloadUser(call);
  const { db } = call.backend;
  if (!findAuthenticator(db, user.id)) throw new AppwriteError("user_authenticator_not_found");
  db.transaction(() => deleteAuthenticator(db, user.id));
  publishMfa(call.backend, user.id, "delete", []);
  return noContent();
}

function requireAuthenticatorType(call: Call): void {
  required({ type: call.param("type") }, "type", AUTHENTICATOR_TYPE);
}

function createRecoveryCodes(call: Call): Response {
  const user = reloadUser(call);
  requireNoRecoveryCodes(user);
  return json({ recoveryCodes: saveRecoveryCodes(call, user) }, 201);
}

function replaceRecoveryCodes(call: Call): Response {
  const user = reloadUser(call);
  requireRecoveryCodes(user);
  return json({ recoveryCodes: saveRecoveryCodes(call, user) });
}

/** Gives the user new recovery codes. Their old ones are void. */
export function saveRecoveryCodes(call: Call, user: UserRow): string[] {
  const { db } = call.backend;
  const codes = newRecoveryCodes();
  db.transaction(() => updateUser(db, user, { recovery_codes: JSON.stringify(codes) }, call.now));
  publishMfa(call.backend, user.id, "update", { recoveryCodes: codes });
  return codes;
}

/** Makes a challenge even for a factor that the user does not have, unless a code has to be sent for it. */
function createChallenge(call: Call): Response {
  const factor = required(call.body.fields, "factor", FACTOR);
  const user = reloadUser(call);
  const { db } = call.backend;
  const recipient = challengeRecipient(user, factor);
  const code = recipient === null ? null : randomDigits(CODE_LENGTH);
  const challenge = db.transaction(() => {
    if (recipient !== null && code !== null) insertMail(db, challengeMail(user, recipient, code), call.now);
    return insertChallenge(db, user.id, factor, code, call.now);
  });
  const body = challengeModel(challenge);
  publishChallenge(call.backend, body);
  return json(body, 201);
}

/** Where the code is sent; null for a factor whose codes are not sent. Throws when the user has not verified it. */
function challengeRecipient(user: UserRow, factor: string): string | null {
  if (factor === "email") {
    if (user.email === null || user.email_verified === 0) throw new AppwriteError("user_email_not_verified");
    return user.email;
  }
  if (factor === "phone") {
    if (user.phone === null) throw new AppwriteError("user_phone_not_found");
    if (user.phone_verified === 0) throw new AppwriteError("user_phone_not_verified");
    return user.phone;
  }
  return null;
}

function challengeModel(challenge: ChallengeRow): Row {
  return {
    $id: challenge.id,
    $createdAt: challenge.created_at,
    userId: challenge.user_id,
    expire: challenge.expire,
  };
}

/** Passes a challenge: the session gets its factor, and is published as a new one. Throws user_invalid_token for a wrong code or an unknown challenge. */
function answerChallenge(call: Call): Response {
  const challengeId = required(call.body.fields, "challengeId", text(256));
  const otp = required(call.body.fields, "otp", CODE);
  const user = reloadUser(call);
  const session = reloadSession(call);
  const { db } = call.backend;
  const passed = db.transaction(() => {
    const challenge = findChallenge(db, user.id, challengeId);
    if (!challenge || !acceptCode(call, user, challenge, otp)) throw new AppwriteError("user_invalid_token");
    deleteChallenge(db, challenge.id);
    return addFactors(db, session, [challenge.factor], call.now, isoDate(call.now));
  });
  // A real server returns the database row here, which has another date format and no country.
  const row = { mfaUpdatedAt: databaseDate(passed.mfa_updated_at) };
  publishSession(call.backend, { ...sessionModel(passed, { hasCountry: false }), ...row }, "create");
  return json({ ...sessionBody(call, passed, { hasCountry: false }), ...row });
}

/** Whether the code answers the challenge. A recovery code is used up by it. */
function acceptCode(call: Call, user: UserRow, challenge: ChallengeRow, code: string): boolean {
  const { db } = call.backend;
  switch (challenge.factor) {
    case "totp": {
      const authenticator = findAuthenticator(db, user.id);
      // A real server fails without an authenticator.
      if (!authenticator) throw new AppwriteError("general_unknown");
      return isTotpCode(code, authenticator.secret, call.now);
    }
    case RECOVERY_CODE: {
      const codes = readRecoveryCodes(user);
      if (!codes.includes(code)) return false;
      const unused = codes.filter((each) => each !== code);
      updateUser(db, user, { recovery_codes: JSON.stringify(unused) }, call.now);
      return true;
    }
    default:
      return challenge.code_hash === sha256Hex(code);
  }
}

/** The user who calls, as they are now: another call may have changed them while the body was read. */
function reloadUser(call: Call): UserRow {
  const { user } = requireCallingUser(call.caller);
  const current = findUser(call.backend.db, user.id);
  if (!current) throw new AppwriteError("user_not_found");
  return current;
}

/** Like `reloadUser`, for the session. Throws user_session_not_found, also for a caller without one. */
function reloadSession(call: Call): SessionRow {
  const { user, session } = requireSession(call.caller);
  const current = findSession(call.backend.db, user.id, session.id, call.now);
  if (!current) throw new AppwriteError("user_session_not_found");
  return current;
}
