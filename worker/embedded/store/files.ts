// Buckets, files and file parts (uploaded chunks), in SQL. The bytes are in R2.
import { isoDate } from "../project/clock";
import { BUCKET_ID } from "../project/project";
import type { Database } from "./database";

type BucketRow = {
  id: string;
  name: string;
  permissions: string;
  file_security: number;
  maximum_file_size: number;
  allowed_file_extensions: string;
  created_at: string;
  updated_at: string;
};

export interface Bucket {
  id: string;
  name: string;
  permissions: string[];
  hasFileSecurity: boolean;
  maximumFileSize: number;
  allowedFileExtensions: string[];
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
  createdAt: string;
  updatedAt: string;
}

export type FilePartRow = { part: number; size: number; object_key: string };

const FILE_QUERY =
  "SELECT files.*, (SELECT COUNT(*) FROM file_parts WHERE file_sequence = sequence) AS chunks_uploaded FROM files";

/** Creates the bucket that the site uses, unless it exists. */
export function ensureProductBucket(db: Database, now: Date): void {
  if (findBucket(db, BUCKET_ID)) return;
  const settings = {
    id: BUCKET_ID,
    name: BUCKET_ID,
    permissions: ['create("any")'],
    hasFileSecurity: true,
    maximumFileSize: 30_000_000,
    allowedFileExtensions: ["pdf", "doc", "docx", "zip"],
  };
  db.transaction(() => insertBucket(db, settings, now));
}

export function findBucket(db: Database, id: string): Bucket | null {
  const row = db.first<BucketRow>("SELECT * FROM buckets WHERE id = ?", id);
  return (
    row && {
      id: row.id,
      name: row.name,
      permissions: JSON.parse(row.permissions),
      hasFileSecurity: row.file_security === 1,
      maximumFileSize: row.maximum_file_size,
      allowedFileExtensions: JSON.parse(row.allowed_file_extensions),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  );
}

/** Adds the bucket; null when its id is taken. */
export function insertBucket(db: Database, bucket: Omit<Bucket, "createdAt" | "updatedAt">, now: Date): Bucket | null {
  if (findBucket(db, bucket.id)) return null;
  db.run(
    `INSERT INTO buckets (id, name, permissions, file_security, maximum_file_size, allowed_file_extensions, created_at,
      updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    bucket.id,
    bucket.name,
    JSON.stringify(bucket.permissions),
    Number(bucket.hasFileSecurity),
    bucket.maximumFileSize,
    JSON.stringify(bucket.allowedFileExtensions),
    isoDate(now),
    isoDate(now),
  );
  return findBucket(db, bucket.id);
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
}

/** Adds a file without parts. */
export function insertFile(db: Database, file: NewFile, now: Date): StoredFile {
  const row = db.first<FileRow>(
    `INSERT INTO files (bucket_id, id, name, permissions, signature, mime_type, size_original, size_stored,
      chunks_total, is_complete, created_at, updated_at) VALUES (?, ?, ?, ?, '', '', ?, 0, ?, 0, ?, ?)
      RETURNING *, 0 AS chunks_uploaded`,
    file.bucketId,
    file.id,
    file.name,
    JSON.stringify(file.permissions),
    file.size,
    file.chunksTotal,
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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
