// Users and their targets (e-mail addresses and phone numbers) in SQL.
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import type { Database } from "./database";
import { listLogs } from "./logs";
import { deleteMails, listRecipients } from "./mails";
import { deleteCounters } from "./rate-limits";

export type UserRow = {
  id: string;
  email: string | null;
  phone: string | null;
  name: string;
  /** The password's hash; null until the user sets a password. */
  password: string | null;
  password_update: string;
  email_verified: number;
  phone_verified: number;
  status: number;
  labels: string;
  prefs: string;
  registration: string;
  accessed_at: string;
  created_at: string;
  updated_at: string;
  /** Whether a session needs a second factor, if the user has one. */
  mfa: number;
  /** The unused recovery codes, as JSON. */
  recovery_codes: string;
};

export type TargetRow = {
  id: string;
  user_id: string;
  provider_type: string;
  identifier: string;
  created_at: string;
  updated_at: string;
};

export interface NewUser {
  id: string;
  email: string | null;
  phone?: string | null;
  name?: string;
  password: string | null;
  /** Whether the user created the account, which sets the access date. False for a server. */
  isAccessed: boolean;
}

export function findUser(db: Database, id: string): UserRow | null {
  return db.first<UserRow>("SELECT * FROM users WHERE id = ?", id);
}

export function findUserByEmail(db: Database, email: string): UserRow | null {
  return db.first<UserRow>("SELECT * FROM users WHERE email = ?", email);
}

export function findUserByPhone(db: Database, phone: string): UserRow | null {
  return db.first<UserRow>("SELECT * FROM users WHERE phone = ?", phone);
}

export function listUsers(db: Database): UserRow[] {
  return db.all<UserRow>("SELECT * FROM users ORDER BY rowid");
}

export function countUsers(db: Database): number {
  return db.first<{ total: number }>("SELECT COUNT(*) AS total FROM users")?.total ?? 0;
}

export function listTargets(db: Database, userId: string): TargetRow[] {
  return db.all<TargetRow>("SELECT * FROM targets WHERE user_id = ? ORDER BY rowid", userId);
}

export function findTarget(db: Database, identifier: string): TargetRow | null {
  return db.first<TargetRow>("SELECT * FROM targets WHERE identifier = ?", identifier);
}

/** Adds the user and their targets. Returns null, and writes nothing, when the id, e-mail or phone is taken. */
export function insertUser(db: Database, user: NewUser, now: Date): UserRow | null {
  const date = isoDate(now);
  const phone = user.phone ?? null;
  const isTaken =
    findUser(db, user.id) !== null ||
    (user.email !== null && (findUserByEmail(db, user.email) ?? findTarget(db, user.email)) !== null) ||
    (phone !== null && (findUserByPhone(db, phone) ?? findTarget(db, phone)) !== null);
  if (isTaken) return null;
  db.run(
    `INSERT INTO users (id, email, phone, name, password, password_update, email_verified, phone_verified, status,
      labels, prefs, registration, accessed_at, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, 0, 0, 1, '[]', '{}', ?, ?, ?, ?)`,
    user.id,
    user.email,
    phone,
    user.name ?? "",
    user.password,
    user.password === null ? "" : date,
    date,
    user.isAccessed ? date : "",
    date,
    date,
  );
  if (user.email !== null) insertTarget(db, user.id, "email", user.email, now);
  if (phone !== null) insertTarget(db, user.id, "sms", phone, now);
  return findUser(db, user.id);
}

type UserChange = Partial<Omit<UserRow, "id" | "created_at" | "updated_at" | "registration">>;

/** Writes the changed columns and returns the new row. */
export function updateUser(db: Database, user: UserRow, change: UserChange, now: Date): UserRow {
  const changed: UserRow = { ...user, ...change, updated_at: isoDate(now) };
  db.run(
    `UPDATE users SET email = ?, phone = ?, name = ?, password = ?, password_update = ?, email_verified = ?,
      phone_verified = ?, status = ?, labels = ?, prefs = ?, mfa = ?, recovery_codes = ?, accessed_at = ?, updated_at = ?
      WHERE id = ?`,
    changed.email,
    changed.phone,
    changed.name,
    changed.password,
    changed.password_update,
    changed.email_verified,
    changed.phone_verified,
    changed.status,
    changed.labels,
    changed.prefs,
    changed.mfa,
    changed.recovery_codes,
    changed.accessed_at,
    changed.updated_at,
    changed.id,
  );
  return changed;
}

/** Sets the access date without changing `updated_at`. */
export function touchUser(db: Database, user: UserRow, now: Date): UserRow {
  const accessedAt = isoDate(now);
  db.run("UPDATE users SET accessed_at = ? WHERE id = ?", accessedAt, user.id);
  return { ...user, accessed_at: accessedAt };
}

function insertTarget(db: Database, userId: string, type: string, identifier: string, now: Date): void {
  const date = isoDate(now);
  db.run(
    "INSERT INTO targets (id, user_id, provider_type, identifier, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    uniqueId(now),
    userId,
    type,
    identifier,
    date,
    date,
  );
}

/** Creates, updates or (for null) deletes the user's target of `type`. */
export function replaceTarget(db: Database, userId: string, type: string, identifier: string | null, now: Date): void {
  const existing = listTargets(db, userId).find((target) => target.provider_type === type);
  if (identifier === null) {
    db.run("DELETE FROM targets WHERE user_id = ? AND provider_type = ?", userId, type);
  } else if (existing) {
    db.run("UPDATE targets SET identifier = ?, updated_at = ? WHERE id = ?", identifier, isoDate(now), existing.id);
  } else {
    insertTarget(db, userId, type, identifier, now);
  }
}

/**
 * Deletes the user with everything that names them: also their mails, to whichever address, and their rate limits. Documents
 * and files stay, as on a real server.
 */
export function deleteUser(db: Database, user: UserRow): void {
  const contacts = [
    user.email ?? "",
    user.phone ?? "",
    ...listTargets(db, user.id).map(({ identifier }) => identifier),
    ...listRecipients(db, user.id),
    ...listLogs(db, user.id).map(({ user_email }) => user_email),
  ].filter((contact) => contact !== "");
  const ids = ["sessions", "challenges"].flatMap((table) =>
    db.all<{ id: string }>(`SELECT id FROM ${table} WHERE user_id = ?`, user.id).map(({ id }) => id),
  );
  // Fields of a body are counted in lower case.
  const counted = [user.id, ...contacts, ...ids].flatMap((value) => [value, value.toLowerCase()]);
  deleteCounters(db, new Set(counted));
  deleteMails(db, user.id, contacts);
  for (const table of ["sessions", "tokens", "targets", "logs", "authenticators", "challenges"]) {
    db.run(`DELETE FROM ${table} WHERE user_id = ?`, user.id);
  }
  db.run("DELETE FROM users WHERE id = ?", user.id);
}
