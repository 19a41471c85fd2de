// The project's ids, API keys and secrets. Keys and secrets are generated on first use and stored.

import { randomHex } from "../project/ids";
import { BUCKET_ID, COLLECTION_ID, DATABASE_ID, PROJECT_ID } from "../project/project";
import type { Database } from "./database";

export interface Settings {
  projectId: string;
  databaseId: string;
  collectionId: string;
  bucketId: string;
  /** A key with all scopes. */
  apiKey: string;
  /** A key with the scope `documents.read` only, to test missing scopes. */
  restrictedApiKey: string;
  /** Encrypts the site's session cookie. The embedded Appwrite does not use it. */
  sessionSecret: string;
  /** Signs JWTs. Never sent to anyone. */
  jwtSecret: string;
}

/** Grants every scope that an API key can have. */
export const ALL_SCOPES = "*";
const API_KEY_LENGTH = 256;
const SECRET_LENGTH = 64;

export function loadSettings(db: Database): Settings {
  return {
    projectId: PROJECT_ID,
    databaseId: DATABASE_ID,
    collectionId: COLLECTION_ID,
    bucketId: BUCKET_ID,
    ...db.transaction(() => ({
      apiKey: loadApiKey(db, ALL_SCOPES),
      restrictedApiKey: loadApiKey(db, "documents.read"),
      sessionSecret: loadSecret(db, "sessionSecret"),
      jwtSecret: loadSecret(db, "jwtSecret"),
    })),
  };
}

/** The scopes of an API key, or null when there is no such key. */
export function findKeyScopes(db: Database, secret: string): string[] | null {
  const row = db.first<{ scopes: string }>("SELECT scopes FROM api_keys WHERE secret = ?", secret);
  return row ? row.scopes.split(" ") : null;
}

function loadApiKey(db: Database, scopes: string): string {
  const row = db.first<{ secret: string }>("SELECT secret FROM api_keys WHERE scopes = ?", scopes);
  return row ? row.secret : createApiKey(db, [scopes]);
}

/** Creates an API key and returns its secret. */
export function createApiKey(db: Database, scopes: readonly string[]): string {
  const secret = `standard_${randomHex(API_KEY_LENGTH)}`;
  db.run("INSERT INTO api_keys (secret, scopes) VALUES (?, ?)", secret, scopes.join(" "));
  return secret;
}

function loadSecret(db: Database, name: string): string {
  return loadSetting(db, name, () => randomHex(SECRET_LENGTH));
}

/** The stored value; on first use, that of `makeValue`. */
export function loadSetting(db: Database, name: string, makeValue: () => string): string {
  const stored = readSetting(db, name);
  if (stored !== null) return stored;
  const value = makeValue();
  writeSetting(db, name, value);
  return value;
}

export function readSetting(db: Database, name: string): string | null {
  return db.first<{ value: string }>("SELECT value FROM settings WHERE name = ?", name)?.value ?? null;
}

export function writeSetting(db: Database, name: string, value: string): void {
  db.run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value);
}
