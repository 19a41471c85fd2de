// Sessions in SQL. Of a secret only the SHA-256 is stored.
import { addSeconds, isoDate } from "../project/clock";
import { sha256Hex, uniqueId } from "../project/ids";
import type { Database } from "./database";

export type SessionRow = {
  id: string;
  user_id: string;
  secret_hash: string;
  provider: string;
  provider_uid: string;
  ip: string;
  device: string;
  factors: string;
  expire: string;
  created_at: string;
  updated_at: string;
  /** When the session last passed a challenge; empty until then. */
  mfa_updated_at: string;
};

export interface NewSession {
  userId: string;
  secret: string;
  provider: "email" | "token" | "anonymous" | "server";
  providerUid: string;
  factor: string;
  ip: string;
  device: Record<string, string>;
}

export const SESSION_SECONDS = 365 * 24 * 60 * 60;
/** When a user who signs in exceeds this, their oldest sessions are deleted. Those that a server creates may exceed it. */
const SESSIONS_MAX = 10;

export function insertSession(db: Database, session: NewSession, now: Date): SessionRow {
  const row: SessionRow = {
    id: uniqueId(now),
    user_id: session.userId,
    secret_hash: sha256Hex(session.secret),
    provider: session.provider,
    provider_uid: session.providerUid,
    ip: session.ip,
    device: JSON.stringify(session.device),
    factors: JSON.stringify([session.factor]),
    expire: isoDate(addSeconds(now, SESSION_SECONDS)),
    created_at: isoDate(now),
    updated_at: isoDate(now),
    mfa_updated_at: "",
  };
  db.run("DELETE FROM sessions WHERE expire <= ?", isoDate(now));
  db.run(
    `INSERT INTO sessions (id, user_id, secret_hash, provider, provider_uid, ip, device, factors, expire, created_at,
      updated_at, mfa_updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  return row;
}

/** Deletes the oldest sessions of a user who has too many. */
export function deleteSurplusSessions(db: Database, userId: string, now: Date): void {
  const surplus = listSessions(db, userId, now).slice(0, -SESSIONS_MAX);
  for (const { id } of surplus) deleteSession(db, id);
}

/** The user's unexpired session with this secret, or null. */
export function findSessionBySecret(db: Database, userId: string, secret: string, now: Date): SessionRow | null {
  return db.first<SessionRow>(
    "SELECT * FROM sessions WHERE secret_hash = ? AND user_id = ? AND expire > ?",
    sha256Hex(secret),
    userId,
    isoDate(now),
  );
}

export function findSession(db: Database, userId: string, id: string, now: Date): SessionRow | null {
  return db.first<SessionRow>(
    "SELECT * FROM sessions WHERE id = ? AND user_id = ? AND expire > ?",
    id,
    userId,
    isoDate(now),
  );
}

export function listSessions(db: Database, userId: string, now: Date): SessionRow[] {
  return db.all<SessionRow>(
    "SELECT * FROM sessions WHERE user_id = ? AND expire > ? ORDER BY rowid",
    userId,
    isoDate(now),
  );
}

/** Sets the expiry as if the session were created now. */
export function extendSession(db: Database, session: SessionRow, now: Date): SessionRow {
  const expire = isoDate(addSeconds(now, SESSION_SECONDS));
  db.run("UPDATE sessions SET expire = ? WHERE id = ?", expire, session.id);
  return { ...session, expire };
}

/** The factors by which the session has been authenticated. */
export function readFactors(session: SessionRow): string[] {
  return JSON.parse(session.factors);
}

/** Adds the factors that the session lacks. Sets the date of its last challenge if one is given. */
export function addFactors(
  db: Database,
  session: SessionRow,
  factors: readonly string[],
  now: Date,
  challengePassedAt: string = session.mfa_updated_at,
): SessionRow {
  const changed: SessionRow = {
    ...session,
    factors: JSON.stringify([...new Set([...readFactors(session), ...factors])]),
    updated_at: isoDate(now),
    mfa_updated_at: challengePassedAt,
  };
  const { factors: json, updated_at, mfa_updated_at, id } = changed;
  db.run(
    "UPDATE sessions SET factors = ?, updated_at = ?, mfa_updated_at = ? WHERE id = ?",
    json,
    updated_at,
    mfa_updated_at,
    id,
  );
  return changed;
}

export function deleteSession(db: Database, id: string): void {
  db.run("DELETE FROM sessions WHERE id = ?", id);
}

/** Deletes every session of the user except `exceptId`. */
export function deleteSessions(db: Database, userId: string, exceptId: string | null = null): void {
  db.run("DELETE FROM sessions WHERE user_id = ? AND id IS NOT ?", userId, exceptId);
}
