// The documents of all collections, in SQL. Data and permissions are stored as JSON.
import { isoDate } from "../project/clock";
import type { AttributeValue, Collection } from "./collections";
import type { Database } from "./database";

type DocumentRow = {
  sequence: number;
  database_id: string;
  collection_id: string;
  id: string;
  data: string;
  permissions: string;
  created_at: string;
  updated_at: string;
};

type CollectionIds = Pick<Collection, "databaseId" | "id">;

export interface StoredDocument {
  sequence: number;
  databaseId: string;
  collectionId: string;
  id: string;
  data: Record<string, AttributeValue>;
  permissions: string[];
  createdAt: string;
  updatedAt: string;
}

const IN_COLLECTION = "SELECT * FROM documents WHERE database_id = ? AND collection_id = ?";

export function findDocument(
  db: Database,
  { databaseId, id }: CollectionIds,
  documentId: string,
): StoredDocument | null {
  const row = db.first<DocumentRow>(`${IN_COLLECTION} AND id = ?`, databaseId, id, documentId);
  return row && parseRow(row);
}

/** In order of creation. With `userId`, only the documents whose attribute `id` equals it. */
export function listDocuments(
  db: Database,
  { databaseId, id }: CollectionIds,
  userId: string | null,
): StoredDocument[] {
  const rows =
    userId === null
      ? db.all<DocumentRow>(`${IN_COLLECTION} ORDER BY sequence`, databaseId, id)
      : db.all<DocumentRow>(`${IN_COLLECTION} AND data ->> '$.id' = ? ORDER BY sequence`, databaseId, id, userId);
  return rows.map(parseRow);
}

export function insertDocument(
  db: Database,
  collection: CollectionIds,
  document: Pick<StoredDocument, "id" | "data" | "permissions">,
  now: Date,
): StoredDocument | null {
  if (findDocument(db, collection, document.id)) return null;
  db.run(
    `INSERT INTO documents (database_id, collection_id, id, data, permissions, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    collection.databaseId,
    collection.id,
    document.id,
    JSON.stringify(document.data),
    JSON.stringify(document.permissions),
    isoDate(now),
    isoDate(now),
  );
  return findDocument(db, collection, document.id);
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
    "UPDATE documents SET data = ?, permissions = ?, updated_at = ? WHERE sequence = ?",
    JSON.stringify(changed.data),
    JSON.stringify(changed.permissions),
    changed.updatedAt,
    changed.sequence,
  );
  return changed;
}

export function deleteDocument(db: Database, { sequence }: Pick<StoredDocument, "sequence">): void {
  db.run("DELETE FROM documents WHERE sequence = ?", sequence);
}

function parseRow(row: DocumentRow): StoredDocument {
  return {
    sequence: row.sequence,
    databaseId: row.database_id,
    collectionId: row.collection_id,
    id: row.id,
    data: JSON.parse(row.data),
    permissions: JSON.parse(row.permissions),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
