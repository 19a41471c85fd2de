// Buckets, files and file parts (uploaded chunks), in SQL. The bytes are in R2.
import { isoDate } from "../project/clock";
import type { Database } from "./database";

type BucketRow = {
  id: string;
  name: string;
  permissions: string;
  file_security: number;
  enabled: number;
  encryption: number;
  maximum_file_size: number;
  allowed_file_extensions: string;
  created_at: string;
  updated_at: string;
};

export interface BucketSettings {
  name: string;
  permissions: string[];
  hasFileSecurity: boolean;
  isEnabled: boolean;
  /** Whether files are said to be encrypted. Their bytes are stored as they are in any case. */
  hasEncryption: boolean;
  maximumFileSize: number;
  allowedFileExtensions: string[];
}

export interface Bucket extends BucketSettings {
  id: string;
  createdAt: string;
  updatedAt: string;
}

type FileRow = {
  sequence: number;
  bucket_id: string;
  id: string;
  name: string;
  permissions: string;
  signature: string;
  mime_type: string;
  size_original: number;
  size_stored: number;
  chunks_total: number;
  is_complete: number;
  encryption: number;
  created_at: string;
  updated_at: string;
  chunks_uploaded: number;
};

export interface StoredFile {
  sequence: number;
  bucketId: string;
  id: string;
  name: string;
  permissions: string[];
  /** MD5 of the bytes; empty until the upload is complete. */
  signature: string;
  mimeType: string;
  /** The size that the client announced. */
  size: number;
  /** The number of bytes received; 0 until the upload is complete. */
  storedSize: number;
  chunksTotal: number;
  chunksUploaded: number;
  isComplete: boolean;
  isEncrypted: boolean;
  createdAt: string;
  updatedAt: string;
}

export type FilePartRow = { part: number; size: number; object_key: string };

const FILE_QUERY =
  "SELECT files.*, (SELECT COUNT(*) FROM file_parts WHERE file_sequence = sequence) AS chunks_uploaded FROM files";

export function findBucket(db: Database, id: string): Bucket | null {
  const row = db.first<BucketRow>("SELECT * FROM buckets WHERE id = ?", id);
  return (
    row && {
      id: row.id,
      name: row.name,
      permissions: JSON.parse(row.permissions),
      hasFileSecurity: row.file_security === 1,
      isEnabled: row.enabled === 1,
      hasEncryption: row.encryption === 1,
      maximumFileSize: row.maximum_file_size,
      allowedFileExtensions: JSON.parse(row.allowed_file_extensions),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  );
}

/** Adds the bucket; null when its id is taken. */
export function insertBucket(db: Database, id: string, settings: BucketSettings, now: Date): Bucket | null {
  if (findBucket(db, id)) return null;
  db.run(
    `INSERT INTO buckets (id, name, permissions, file_security, enabled, encryption, maximum_file_size,
      allowed_file_extensions, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    ...columnsOf(settings),
    isoDate(now),
    isoDate(now),
  );
  return findBucket(db, id);
}

export function updateBucket(db: Database, bucket: Bucket, settings: BucketSettings, now: Date): Bucket {
  const updatedAt = isoDate(now);
  db.run(
    `UPDATE buckets SET name = ?, permissions = ?, file_security = ?, enabled = ?, encryption = ?,
      maximum_file_size = ?, allowed_file_extensions = ?, updated_at = ? WHERE id = ?`,
    ...columnsOf(settings),
    updatedAt,
    bucket.id,
  );
  return { ...bucket, ...settings, updatedAt };
}

/** Deletes a bucket that has no files. */
export function deleteBucket(db: Database, bucket: Bucket): void {
  db.run("DELETE FROM buckets WHERE id = ?", bucket.id);
}

function columnsOf(settings: BucketSettings): (string | number)[] {
  return [
    settings.name,
    JSON.stringify(settings.permissions),
    Number(settings.hasFileSecurity),
    Number(settings.isEnabled),
    Number(settings.hasEncryption),
    settings.maximumFileSize,
    JSON.stringify(settings.allowedFileExtensions),
  ];
}

/** The size of all files created since then, incomplete ones included. */
export function countBytesSince(db: Database, since: Date): number {
  const row = db.first<{ total: number | null }>(
    "SELECT SUM(size) AS total FROM file_parts JOIN files ON sequence = file_sequence WHERE created_at >= ?",
    isoDate(since),
  );
  return row?.total ?? 0;
}

export function findFile(db: Database, bucketId: string, id: string): StoredFile | null {
  const row = db.first<FileRow>(`${FILE_QUERY} WHERE bucket_id = ? AND id = ?`, bucketId, id);
  return row && parseFile(row);
}

/** In order of creation, with incomplete files. */
export function listFiles(db: Database, bucketId: string): StoredFile[] {
  return db.all<FileRow>(`${FILE_QUERY} WHERE bucket_id = ? ORDER BY sequence`, bucketId).map(parseFile);
}

export interface NewFile {
  bucketId: string;
  id: string;
  name: string;
  permissions: string[];
  size: number;
  chunksTotal: number;
  isEncrypted: boolean;
}

/** Adds a file without parts. */
export function insertFile(db: Database, file: NewFile, now: Date): StoredFile {
  const row = db.first<FileRow>(
    `INSERT INTO files (bucket_id, id, name, permissions, signature, mime_type, size_original, size_stored,
      chunks_total, is_complete, encryption, created_at, updated_at) VALUES (?, ?, ?, ?, '', '', ?, 0, ?, 0, ?, ?, ?)
      RETURNING *, 0 AS chunks_uploaded`,
    file.bucketId,
    file.id,
    file.name,
    JSON.stringify(file.permissions),
    file.size,
    file.chunksTotal,
    Number(file.isEncrypted),
    isoDate(now),
    isoDate(now),
  );
  if (!row) throw new Error("SQLite returned no row for an inserted file");
  return parseFile(row);
}

export function insertPart(db: Database, file: StoredFile, part: FilePartRow, now: Date): void {
  db.run(
    "INSERT INTO file_parts (file_sequence, part, size, object_key) VALUES (?, ?, ?, ?)",
    file.sequence,
    part.part,
    part.size,
    part.object_key,
  );
  db.run("UPDATE files SET updated_at = ? WHERE sequence = ?", isoDate(now), file.sequence);
}

/** The parts received so far, in the order of the file's bytes. */
export function listParts(db: Database, file: StoredFile): FilePartRow[] {
  return db.all<FilePartRow>(
    "SELECT part, size, object_key FROM file_parts WHERE file_sequence = ? ORDER BY part",
    file.sequence,
  );
}

export interface Completion {
  signature: string;
  mimeType: string;
  storedSize: number;
  permissions: string[];
}

export function completeFile(db: Database, file: StoredFile, completion: Completion, now: Date): void {
  db.run(
    `UPDATE files SET signature = ?, mime_type = ?, size_stored = ?, permissions = ?, is_complete = 1, updated_at = ?
      WHERE sequence = ?`,
    completion.signature,
    completion.mimeType,
    completion.storedSize,
    JSON.stringify(completion.permissions),
    isoDate(now),
    file.sequence,
  );
}

export function updateFile(
  db: Database,
  file: StoredFile,
  change: Pick<StoredFile, "name" | "permissions">,
  now: Date,
): void {
  db.run(
    "UPDATE files SET name = ?, permissions = ?, updated_at = ? WHERE sequence = ?",
    change.name,
    JSON.stringify(change.permissions),
    isoDate(now),
    file.sequence,
  );
}

export function deleteFile(db: Database, file: StoredFile): void {
  db.run("DELETE FROM file_parts WHERE file_sequence = ?", file.sequence);
  db.run("DELETE FROM files WHERE sequence = ?", file.sequence);
}

function parseFile(row: FileRow): StoredFile {
  return {
    sequence: row.sequence,
    bucketId: row.bucket_id,
    id: row.id,
    name: row.name,
    permissions: JSON.parse(row.permissions),
    signature: row.signature,
    mimeType: row.mime_type,
    size: row.size_original,
    storedSize: row.size_stored,
    chunksTotal: row.chunks_total,
    chunksUploaded: row.chunks_uploaded,
    isComplete: row.is_complete === 1,
    isEncrypted: row.encryption === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
