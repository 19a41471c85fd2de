// The SQL schema: one list of statements for each version. Never edit a released version; add a new one.

const VERSION_1 = [
  "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
  "CREATE TABLE api_keys (secret TEXT PRIMARY KEY, scopes TEXT NOT NULL)",
  `CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT UNIQUE,
    phone TEXT UNIQUE,
    name TEXT NOT NULL,
    password TEXT,
    password_update TEXT NOT NULL,
    email_verified INTEGER NOT NULL,
    phone_verified INTEGER NOT NULL,
    status INTEGER NOT NULL,
    labels TEXT NOT NULL,
    prefs TEXT NOT NULL,
    registration TEXT NOT NULL,
    accessed_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE targets (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    provider_type TEXT NOT NULL,
    identifier TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  "CREATE INDEX targets_user ON targets (user_id)",
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL UNIQUE,
    provider TEXT NOT NULL,
    provider_uid TEXT NOT NULL,
    ip TEXT NOT NULL,
    device TEXT NOT NULL,
    factors TEXT NOT NULL,
    expire TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  "CREATE INDEX sessions_user ON sessions (user_id)",
  `CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    expire TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,
  "CREATE INDEX tokens_user ON tokens (user_id, kind)",
  `CREATE TABLE documents (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    data TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  "CREATE INDEX documents_owner ON documents (data ->> '$.id')",
  `CREATE TABLE buckets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    file_security INTEGER NOT NULL,
    maximum_file_size INTEGER NOT NULL,
    allowed_file_extensions TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE files (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    bucket_id TEXT NOT NULL REFERENCES buckets(id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    signature TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size_original INTEGER NOT NULL,
    size_stored INTEGER NOT NULL,
    chunks_total INTEGER NOT NULL,
    is_complete INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (bucket_id, id)
  )`,
  `CREATE TABLE file_parts (
    file_sequence INTEGER NOT NULL REFERENCES files(sequence) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    size INTEGER NOT NULL,
    object_key TEXT NOT NULL,
    PRIMARY KEY (file_sequence, part)
  )`,
  `CREATE TABLE mails (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    recipient TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    greeting TEXT NOT NULL,
    body TEXT NOT NULL,
    link TEXT,
    code TEXT,
    phrase TEXT,
    created_at TEXT NOT NULL
  )`,
  `CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY,
    window_start INTEGER NOT NULL,
    window_end INTEGER NOT NULL,
    hits INTEGER NOT NULL
  )`,
];

const VERSION_2 = [
  "ALTER TABLE buckets ADD COLUMN enabled INTEGER NOT NULL DEFAULT 1",
  "ALTER TABLE buckets ADD COLUMN encryption INTEGER NOT NULL DEFAULT 1",
  "ALTER TABLE files ADD COLUMN encryption INTEGER NOT NULL DEFAULT 1",
  `CREATE TABLE logs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_email TEXT NOT NULL,
    user_name TEXT NOT NULL,
    ip TEXT NOT NULL,
    device TEXT NOT NULL,
    time TEXT NOT NULL
  )`,
  "CREATE INDEX logs_user ON logs (user_id, sequence)",
  "CREATE INDEX logs_time ON logs (time)",
];

/** Until now there was one collection, which the code described. */
const VERSION_3 = [
  `CREATE TABLE databases (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE TABLE collections (
    database_id TEXT NOT NULL REFERENCES databases(id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    document_security INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (database_id, id)
  )`,
  ...["attributes", "indexes"].map(
    (table) => `CREATE TABLE ${table} (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      database_id TEXT NOT NULL,
      collection_id TEXT NOT NULL,
      key TEXT NOT NULL,
      definition TEXT NOT NULL,
      available_at INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      UNIQUE (database_id, collection_id, key),
      FOREIGN KEY (database_id, collection_id) REFERENCES collections (database_id, id)
    )`,
  ),
  `CREATE TABLE platforms (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hostname TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  // SQLite cannot drop a constraint of a table, so documents move to a new one.
  "ALTER TABLE documents RENAME TO documents_of_users",
  "DROP INDEX documents_owner",
  `CREATE TABLE documents (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    database_id TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (database_id, collection_id, id)
  )`,
  `INSERT INTO documents (sequence, database_id, collection_id, id, data, permissions, created_at, updated_at)
    SELECT sequence, 'main', 'users', id, data, permissions, created_at, updated_at FROM documents_of_users`,
  "DROP TABLE documents_of_users",
  "CREATE INDEX documents_user_id ON documents (data ->> '$.id')",
];

const VERSION_4 = [
  "ALTER TABLE users ADD COLUMN mfa INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE users ADD COLUMN recovery_codes TEXT NOT NULL DEFAULT '[]'",
  "ALTER TABLE sessions ADD COLUMN mfa_updated_at TEXT NOT NULL DEFAULT ''",
  `CREATE TABLE authenticators (
    user_id TEXT PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    is_verified INTEGER NOT NULL
  )`,
  `CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    factor TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    expire TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,
  "CREATE INDEX challenges_user ON challenges (user_id)",
];

const VERSION_5 = [
  "ALTER TABLE mails ADD COLUMN user_id TEXT NOT NULL DEFAULT ''",
  `UPDATE mails SET user_id = COALESCE(
    (SELECT id FROM users WHERE recipient IN (users.email, users.phone)), '')`,
  "CREATE INDEX mails_user ON mails (user_id)",
];

export const MIGRATIONS: readonly (readonly string[])[] = [VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];
