// SQL for the authenticators and challenges of multi-factor authentication. A mailed code is stored as its SHA-256 hash only.
import { addSeconds, isoDate } from "../project/clock";
import { sha256Hex, uniqueId } from "../project/ids";
import type { Database } from "./database";

export type AuthenticatorRow = {
  user_id: string;
  /** In base32. */
  secret: string;
  is_verified: number;
};

export type ChallengeRow = {
  id: string;
  user_id: string;
  factor: string;
  /** Empty for a factor whose codes are not sent. */
  code_hash: string;
  expire: string;
  created_at: string;
};

const CHALLENGE_SECONDS = 3600;

export function findAuthenticator(db: Database, userId: string): AuthenticatorRow | null {
  return db.first<AuthenticatorRow>("SELECT * FROM authenticators WHERE user_id = ?", userId);
}

/** Replaces the user's authenticator by an unverified one. */
export function replaceAuthenticator(db: Database, userId: string, secret: string): void {
  db.run("INSERT OR REPLACE INTO authenticators (user_id, secret, is_verified) VALUES (?, ?, 0)", userId, secret);
}

export function markAuthenticatorVerified(db: Database, userId: string): void {
  db.run("UPDATE authenticators SET is_verified = 1 WHERE user_id = ?", userId);
}

export function deleteAuthenticator(db: Database, userId: string): void {
  db.run("DELETE FROM authenticators WHERE user_id = ?", userId);
}

/** @param code the code that is sent to the user, or null */
export function insertChallenge(
  db: Database,
  userId: string,
  factor: string,
  code: string | null,
  now: Date,
): ChallengeRow {
  const row: ChallengeRow = {
    id: uniqueId(now),
    user_id: userId,
    factor,
    code_hash: code === null ? "" : sha256Hex(code),
    expire: isoDate(addSeconds(now, CHALLENGE_SECONDS)),
    created_at: isoDate(now),
  };
  db.run(
    "INSERT INTO challenges (id, user_id, factor, code_hash, expire, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    ...Object.values(row),
  );
  return row;
}

/** The user's challenge, or null. Like a real server, this finds one that has expired. */
export function findChallenge(db: Database, userId: string, id: string): ChallengeRow | null {
  return db.first<ChallengeRow>("SELECT * FROM challenges WHERE id = ? AND user_id = ?", id, userId);
}

export function deleteChallenge(db: Database, id: string): void {
  db.run("DELETE FROM challenges WHERE id = ?", id);
}
