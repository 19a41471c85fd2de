// The factors that a user has, and the checks of what a session has proved.
import type { Caller } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { randomHex } from "../project/ids";
import type { Database } from "../store/database";
import { findAuthenticator } from "../store/mfa";
import { readFactors } from "../store/sessions";
import type { UserRow } from "../store/users";

/** Error messages speak of 5 minutes. A real server waits longer. */
const RECENT_CHALLENGE_MILLISECONDS = 30 * 60 * 1000;
const RECOVERY_CODE_COUNT = 6;
const RECOVERY_CODE_LENGTH = 10;

/** The factors that the user has verified, in the order in which a session gets them. */
export function verifiedFactors(db: Database, user: UserRow): ("totp" | "email" | "phone")[] {
  const { email, email_verified, phone, phone_verified } = user;
  return [
    ...(findAuthenticator(db, user.id)?.is_verified === 1 ? (["totp"] as const) : []),
    ...(email !== null && email_verified === 1 ? (["email"] as const) : []),
    ...(phone !== null && phone_verified === 1 ? (["phone"] as const) : []),
  ];
}

/**
 * Throws user_more_factors_required when a second factor is needed and the session has only one. Without a verified
 * factor one is enough.
 */
export function requireFactors(db: Database, caller: Caller): void {
  if (caller.kind !== "user" || !caller.session || caller.user.mfa === 0) return;
  const minimum = verifiedFactors(db, caller.user).length > 0 ? 2 : 1;
  if (readFactors(caller.session).length < minimum) throw new AppwriteError("user_more_factors_required");
}

/** Throws user_challenge_required unless the session passed a challenge within the last half hour. */
export function requireRecentChallenge(caller: Caller, now: Date): void {
  const passedAt = caller.kind === "user" ? caller.session?.mfa_updated_at : undefined;
  if (!passedAt || now.getTime() - Date.parse(passedAt) > RECENT_CHALLENGE_MILLISECONDS) {
    throw new AppwriteError("user_challenge_required");
  }
}

export function readRecoveryCodes(user: UserRow): string[] {
  return JSON.parse(user.recovery_codes);
}

/** Throws user_recovery_codes_not_found when the user has none. */
export function requireRecoveryCodes(user: UserRow): string[] {
  const codes = readRecoveryCodes(user);
  if (codes.length === 0) throw new AppwriteError("user_recovery_codes_not_found");
  return codes;
}

/** Throws user_recovery_codes_already_exists when the user has some. */
export function requireNoRecoveryCodes(user: UserRow): void {
  if (readRecoveryCodes(user).length > 0) throw new AppwriteError("user_recovery_codes_already_exists");
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => randomHex(RECOVERY_CODE_LENGTH));
}
