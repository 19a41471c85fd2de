// Single-use tokens for verification, recovery and signing in, in SQL. Of a secret only the SHA-256 is stored.
import { addSeconds, isoDate } from "../project/clock";
import { sha256Hex, uniqueId } from "../project/ids";
import type { Database } from "./database";

export type TokenKind = "verification" | "recovery" | "email" | "server";

export type TokenRow = {
  id: string;
  user_id: string;
  kind: string;
  secret_hash: string;
  expire: string;
  created_at: string;
};

export interface NewToken {
  userId: string;
  kind: TokenKind;
  secret: string;
  ttlSeconds: number;
}

export function insertToken(db: Database, token: NewToken, now: Date): TokenRow {
  const row: TokenRow = {
    id: uniqueId(now),
    user_id: token.userId,
    kind: token.kind,
    secret_hash: sha256Hex(token.secret),
    expire: isoDate(addSeconds(now, token.ttlSeconds)),
    created_at: isoDate(now),
  };
  db.run("DELETE FROM tokens WHERE expire <= ?", row.created_at);
  db.run(
    "INSERT INTO tokens (id, user_id, kind, secret_hash, expire, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    ...Object.values(row),
  );
  return row;
}

/** The user's unused, unexpired token with this secret, or null. */
export function findToken(
  db: Database,
  userId: string,
  kinds: readonly TokenKind[],
  secret: string,
  now: Date,
): TokenRow | null {
  const row = db.first<TokenRow>(
    "SELECT * FROM tokens WHERE user_id = ? AND secret_hash = ? AND expire > ?",
    userId,
    sha256Hex(secret),
    isoDate(now),
  );
  return row && kinds.some((kind) => kind === row.kind) ? row : null;
}

export function deleteToken(db: Database, id: string): void {
  db.run("DELETE FROM tokens WHERE id = ?", id);
}
