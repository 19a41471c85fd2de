// The user, session, token and target as response bodies.

import type { Call } from "../http/call";
import type { Row } from "../http/queries";
import { formatSession, formatUser } from "../http/response-format";
import { databaseDate } from "../project/clock";
import type { Database } from "../store/database";
import { readFactors, type SessionRow } from "../store/sessions";
import type { TokenRow } from "../store/tokens";
import { listTargets, type TargetRow, type UserRow } from "../store/users";
import { HASH_DESCRIPTION } from "./password";

const FREE_EMAIL_DOMAINS = ["gmail.com", "outlook.com", "hotmail.com", "yahoo.com", "proton.me", "icloud.com"];

const DISPOSABLE_EMAIL_DOMAINS = ["mailinator.com", "guerrillamail.com", "10minutemail.com", "yopmail.com"];

/** The user as the account endpoints return it. */
export function userModel(db: Database, user: UserRow, { hasNewAccessDate = false } = {}): Row {
  const { $id, $createdAt, $updatedAt, name, ...rest } = completeUserModel(db, user);
  const { password: _, hash: __, hashOptions: ___, ...own } = rest;
  const model = { $id, $createdAt, $updatedAt, name, ...own };
  return hasNewAccessDate ? { ...model, accessedAt: databaseDate(user.accessed_at) } : model;
}

/** The user as the users endpoints return it to a server, with the password's hash. */
export function completeUserModel(db: Database, user: UserRow): Row {
  const email = user.email?.trim() ?? null;
  const domain = email?.split("@")[1] ?? "";
  const isFree = FREE_EMAIL_DOMAINS.includes(domain);
  const isDisposable = DISPOSABLE_EMAIL_DOMAINS.includes(domain);
  return {
    $id: user.id,
    $createdAt: user.created_at,
    $updatedAt: user.updated_at,
    name: user.name,
    password: user.password ?? "",
    ...HASH_DESCRIPTION,
    registration: user.registration,
    status: user.status === 1,
    labels: JSON.parse(user.labels),
    passwordUpdate: user.password_update,
    email: user.email ?? "",
    phone: user.phone ?? "",
    emailVerification: user.email_verified === 1,
    emailCanonical: email,
    emailIsFree: isFree,
    emailIsDisposable: isDisposable,
    emailIsCorporate: email !== null && !isFree && !isDisposable,
    emailIsCanonical: true,
    phoneVerification: user.phone_verified === 1,
    mfa: user.mfa === 1,
    prefs: JSON.parse(user.prefs),
    targets: listTargets(db, user.id).map(targetModel),
    accessedAt: user.accessed_at,
    impersonator: false,
    impersonatorUserId: null,
  };
}

/** The user in the response format of `call`. */
export function userBody(call: Call, user: UserRow): Row {
  return formatUser(userModel(call.backend.db, user), call.format);
}

export function completeUserBody(call: Call, user: UserRow): Row {
  return formatUser(completeUserModel(call.backend.db, user), call.format);
}

function targetModel(target: TargetRow): Row {
  return {
    $id: target.id,
    $createdAt: target.created_at,
    $updatedAt: target.updated_at,
    name: "",
    userId: target.user_id,
    providerId: null,
    providerType: target.provider_type,
    identifier: target.identifier,
    expired: false,
  };
}

/** `secret` is empty unless a server calls. Some responses lack the country. */
export function sessionModel(session: SessionRow, { isCurrent = false, secret = "", hasCountry = true } = {}): Row {
  return {
    $id: session.id,
    $createdAt: session.created_at,
    $updatedAt: session.updated_at,
    userId: session.user_id,
    expire: session.expire,
    provider: session.provider,
    providerUid: session.provider_uid,
    providerAccessToken: "",
    providerAccessTokenExpiry: "",
    providerRefreshToken: "",
    ip: session.ip,
    ...JSON.parse(session.device),
    countryCode: "--",
    countryName: hasCountry ? "Unknown" : "",
    current: isCurrent,
    factors: readFactors(session),
    secret,
    mfaUpdatedAt: session.mfa_updated_at,
  };
}

export function sessionBody(call: Call, session: SessionRow, options: Parameters<typeof sessionModel>[1]): Row {
  return formatSession(sessionModel(session, options), call.format);
}

/** `secret` is empty unless a server calls, `phrase` unless one was requested. */
export function tokenModel(token: TokenRow, { secret = "", phrase = "" } = {}): Row {
  return {
    $id: token.id,
    $createdAt: token.created_at,
    userId: token.user_id,
    secret,
    expire: token.expire,
    phrase,
  };
}
