// The documents of the collection, in SQL. Data and permissions are stored as JSON.
import { isoDate } from "../project/clock";
import type { Database } from "./database";

type DocumentRow = {
  sequence: number;
  id: string;
  data: string;
  permissions: string;
  created_at: string;
  updated_at: string;
};

export interface StoredDocument {
  sequence: number;
  id: string;
  data: Record<string, string | boolean | null>;
  permissions: string[];
  createdAt: string;
  updatedAt: string;
}

export function findDocument(db: Database, id: string): StoredDocument | null {
  const row = db.first<DocumentRow>("SELECT * FROM documents WHERE id = ?", id);
  return row && parseRow(row);
}

/** In order of creation. With `userId`, only the documents whose attribute `id` equals it. */
export function listDocuments(db: Database, userId: string | null): StoredDocument[] {
  const rows =
    userId === null
      ? db.all<DocumentRow>("SELECT * FROM documents ORDER BY sequence")
      : db.all<DocumentRow>("SELECT * FROM documents WHERE data ->> '$.id' = ? ORDER BY sequence", userId);
  return rows.map(parseRow);
}

export function insertDocument(
  db: Database,
  document: Pick<StoredDocument, "id" | "data" | "permissions">,
  now: Date,
): StoredDocument | null {
  if (findDocument(db, document.id)) return null;
  db.run(
    "INSERT INTO documents (id, data, permissions, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
    document.id,
    JSON.stringify(document.data),
    JSON.stringify(document.permissions),
    isoDate(now),
    isoDate(now),
  );
  return findDocument(db, document.id);
}

/** Writes data and permissions. When nothing changes, the document keeps its date. */
export function updateDocument(
  db: Database,
  document: StoredDocument,
  change: Pick<StoredDocument, "data" | "permissions">,
  now: Date,
): StoredDocument {
  const isUnchanged =
    JSON.stringify(change.permissions) === JSON.stringify(document.permissions) &&
    Object.entries(change.data).every(([name, value]) => (document.data[name] ?? null) === value);
  if (isUnchanged) return document;
  const changed = { ...document, ...change, updatedAt: isoDate(now) };
  db.run(
    "UPDATE documents SET data = ?, permissions = ?, updated_at = ? WHERE id = ?",
    JSON.stringify(changed.data),
    JSON.stringify(changed.permissions),
    changed.updatedAt,
    changed.id,
  );
  return changed;
}

export function deleteDocument(db: Database, id: string): void {
  db.run("DELETE FROM documents WHERE id = ?", id);
}

function parseRow(row: DocumentRow): StoredDocument {
  return {
    sequence: row.sequence,
    id: row.id,
    data: JSON.parse(row.data),
    permissions: JSON.parse(row.permissions),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
