// Databases, collections, attributes and indexes, in SQL.
import { isoDate } from "../project/clock";
import type { Database } from "./database";

type DatabaseRow = { id: string; name: string; enabled: number; type: string; created_at: string; updated_at: string };

type CollectionRow = {
  database_id: string;
  id: string;
  name: string;
  permissions: string;
  document_security: number;
  enabled: number;
  created_at: string;
  updated_at: string;
};

type PartRow = { definition: string; available_at: number; created_at: string };

export interface StoredDatabase {
  id: string;
  name: string;
  isEnabled: boolean;
  /** Which API created it. Both APIs serve it. */
  type: "legacy" | "tablesdb";
  createdAt: string;
  updatedAt: string;
}

export type AttributeValue = string | number | boolean | null | AttributeValue[];

export interface AttributeDefinition {
  key: string;
  /** Appwrite's own name, such as "double" for a float. */
  type: string;
  /** The maximum length of a string; 0 for other types. */
  size: number;
  /** "email", "enum" or "url" for strings that must be one; else empty. */
  format: string;
  elements?: string[];
  min?: number;
  max?: number;
  isRequired: boolean;
  isArray: boolean;
  isEncrypted: boolean;
  default: AttributeValue;
}

export interface IndexDefinition {
  key: string;
  type: string;
  attributes: string[];
  orders: string[];
  lengths: (number | null)[];
}

interface Built {
  /** In milliseconds since 1970: a real server builds attributes and indexes after its response. */
  availableAt: number;
  createdAt: string;
}

export type Attribute = AttributeDefinition & Built;
export type Index = IndexDefinition & Built;

export interface Collection {
  databaseId: string;
  id: string;
  name: string;
  permissions: string[];
  hasDocumentSecurity: boolean;
  isEnabled: boolean;
  createdAt: string;
  updatedAt: string;
  attributes: Attribute[];
  indexes: Index[];
}

export type NewCollection = Omit<Collection, "createdAt" | "updatedAt" | "attributes" | "indexes">;

/** How long one attribute or index takes. They are built one after another. */
const BUILD_MS = 50;

export function isAvailable(part: Built, now: Date): boolean {
  return part.availableAt <= now.getTime();
}

export function findDatabase(db: Database, id: string): StoredDatabase | null {
  const row = db.first<DatabaseRow>("SELECT * FROM databases WHERE id = ?", id);
  return (
    row && {
      id: row.id,
      name: row.name,
      isEnabled: row.enabled === 1,
      type: row.type === "tablesdb" ? "tablesdb" : "legacy",
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  );
}

/** Adds a database. Returns null when the id is taken. */
export function insertDatabase(
  db: Database,
  { id, name, isEnabled, type }: Omit<StoredDatabase, "createdAt" | "updatedAt">,
  now: Date,
): StoredDatabase | null {
  if (findDatabase(db, id)) return null;
  db.run(
    "INSERT INTO databases (id, name, enabled, type, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    id,
    name,
    Number(isEnabled),
    type,
    isoDate(now),
    isoDate(now),
  );
  return findDatabase(db, id);
}

/** A collection with its attributes and indexes, in the order in which they were created. */
export function findCollection(db: Database, databaseId: string, id: string): Collection | null {
  const row = db.first<CollectionRow>("SELECT * FROM collections WHERE database_id = ? AND id = ?", databaseId, id);
  if (!row) return null;
  const parts = <Definition>(table: "attributes" | "indexes"): (Definition & Built)[] =>
    db
      .all<PartRow>(
        `SELECT definition, available_at, created_at FROM ${table} WHERE database_id = ? AND collection_id = ?
          ORDER BY sequence`,
        databaseId,
        id,
      )
      .map((part) => ({
        ...JSON.parse(part.definition),
        availableAt: part.available_at,
        createdAt: part.created_at,
      }));
  return {
    databaseId,
    id,
    name: row.name,
    permissions: JSON.parse(row.permissions),
    hasDocumentSecurity: row.document_security === 1,
    isEnabled: row.enabled === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attributes: parts<AttributeDefinition>("attributes"),
    indexes: parts<IndexDefinition>("indexes"),
  };
}

/** Adds a collection without attributes. Returns null when the id is taken. */
export function insertCollection(db: Database, collection: NewCollection, now: Date): Collection | null {
  const { databaseId, id } = collection;
  if (findCollection(db, databaseId, id)) return null;
  db.run(
    `INSERT INTO collections (database_id, id, name, permissions, document_security, enabled, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    databaseId,
    id,
    collection.name,
    JSON.stringify(collection.permissions),
    Number(collection.hasDocumentSecurity),
    Number(collection.isEnabled),
    isoDate(now),
    isoDate(now),
  );
  return findCollection(db, databaseId, id);
}

export function updateCollection(db: Database, change: NewCollection, now: Date): void {
  db.run(
    `UPDATE collections SET name = ?, permissions = ?, document_security = ?, enabled = ?, updated_at = ?
      WHERE database_id = ? AND id = ?`,
    change.name,
    JSON.stringify(change.permissions),
    Number(change.hasDocumentSecurity),
    Number(change.isEnabled),
    isoDate(now),
    change.databaseId,
    change.id,
  );
}

/** Adds an attribute that is available after a moment. Returns null when the key is taken. */
export function insertAttribute(
  db: Database,
  collection: Collection,
  definition: AttributeDefinition,
  now: Date,
): Attribute | null {
  if (collection.attributes.some(({ key }) => key === definition.key)) return null;
  return { ...definition, ...insertPart(db, "attributes", collection, definition, now) };
}

/** Adds an index that is available after a moment. Returns null when the key is taken. */
export function insertIndex(
  db: Database,
  collection: Collection,
  definition: IndexDefinition,
  now: Date,
): Index | null {
  if (collection.indexes.some(({ key }) => key === definition.key)) return null;
  return { ...definition, ...insertPart(db, "indexes", collection, definition, now) };
}

function insertPart(
  db: Database,
  table: "attributes" | "indexes",
  { databaseId, id, attributes, indexes }: Collection,
  definition: { key: string },
  now: Date,
): Built {
  const previous = Math.max(now.getTime(), ...[...attributes, ...indexes].map(({ availableAt }) => availableAt));
  const built = { availableAt: previous + BUILD_MS, createdAt: isoDate(now) };
  db.run(
    `INSERT INTO ${table} (database_id, collection_id, key, definition, available_at, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    databaseId,
    id,
    definition.key,
    JSON.stringify(definition),
    built.availableAt,
    built.createdAt,
  );
  return built;
}

/** Deletes an attribute or an index. The values of an attribute stay in the documents, unseen. */
export function deletePart(db: Database, table: "attributes" | "indexes", collection: Collection, key: string): void {
  db.run(
    `DELETE FROM ${table} WHERE database_id = ? AND collection_id = ? AND key = ?`,
    collection.databaseId,
    collection.id,
    key,
  );
}

/** Makes everything of a collection available at once, as on a server that was set up long ago. */
export function finishBuilding(db: Database, { databaseId, id }: Pick<Collection, "databaseId" | "id">): void {
  for (const table of ["attributes", "indexes"]) {
    db.run(`UPDATE ${table} SET available_at = 0 WHERE database_id = ? AND collection_id = ?`, databaseId, id);
  }
}
