// The project's settings, made on first use and kept: ids, the API keys and the secrets.

import { randomHex } from "../project/ids";
import { BUCKET_ID, COLLECTION_ID, DATABASE_ID, PROJECT_ID } from "../project/project";
import type { Database } from "./database";

export interface Settings {
  projectId: string;
  databaseId: string;
  collectionId: string;
  bucketId: string;
  /** A key that may do everything a key can. */
  apiKey: string;
  /** A key that may only read documents, as a real project's console can make one. */
  restrictedApiKey: string;
  /** For the site's own cookie; the embedded Appwrite has no use for it. */
  sessionSecret: string;
  /** Signs JWTs; never given out. */
  jwtSecret: string;
}

/** A scope of `*` stands for every scope that a key can have. */
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
  if (row) return row.secret;
  const secret = `standard_${randomHex(API_KEY_LENGTH)}`;
  db.run("INSERT INTO api_keys (secret, scopes) VALUES (?, ?)", secret, scopes);
  return secret;
}

function loadSecret(db: Database, name: string): string {
  const row = db.first<{ value: string }>("SELECT value FROM settings WHERE name = ?", name);
  if (row) return row.value;
  const value = randomHex(SECRET_LENGTH);
  db.run("INSERT INTO settings (name, value) VALUES (?, ?)", name, value);
  return value;
}
