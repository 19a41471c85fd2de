// The two names of one thing: Databases (collections, attributes) until Appwrite 1.8, TablesDB (tables, columns) since.
import type { ErrorType } from "../http/errors";

export interface Vocabulary {
  /** The type of a database that is created by this API. */
  databaseType: "legacy" | "tablesdb";
  databasesPath: string;
  collectionPath: string;
  collectionsSegment: string;
  attributesSegment: string;
  collectionId: "collectionId" | "tableId";
  security: "documentSecurity" | "rowSecurity";
  attributes: "attributes" | "columns";
  scopes: Record<
    "read" | "write" | "readAttributes" | "writeAttributes" | "readIndexes" | "writeIndexes",
    readonly string[]
  >;
  errors: Record<
    | "notFound"
    | "exists"
    | "attributeNotFound"
    | "attributeExists"
    | "attributeUnknown"
    | "attributeNotAvailable"
    | "indexNotFound"
    | "indexExists"
    | "defaultUnsupported"
    | "indexDependency",
    ErrorType
  >;
  /** What error messages call a collection and an attribute. */
  words: { collection: string; attribute: string };
}

/** Older endpoints ask for the collection's scope everywhere, newer ones accept one of several. */
function legacyScopes(): Vocabulary["scopes"] {
  const [read, write] = [["collections.read"], ["collections.write"]];
  return { read, write, readAttributes: read, writeAttributes: write, readIndexes: read, writeIndexes: write };
}

function tableScopes(): Vocabulary["scopes"] {
  const both = (action: string, ...more: string[]) =>
    ["tables", "collections", ...more].map((name) => `${name}.${action}`);
  return {
    read: both("read"),
    write: both("write"),
    readAttributes: both("read", "columns", "attributes"),
    writeAttributes: both("write", "columns", "attributes"),
    readIndexes: both("read", "indexes"),
    writeIndexes: both("write", "indexes"),
  };
}

export const VOCABULARIES: readonly Vocabulary[] = [
  {
    databaseType: "legacy",
    databasesPath: "/v1/databases",
    collectionPath: "/v1/databases/:databaseId/collections/:collectionId",
    collectionsSegment: "collections",
    attributesSegment: "attributes",
    collectionId: "collectionId",
    security: "documentSecurity",
    attributes: "attributes",
    scopes: legacyScopes(),
    errors: {
      notFound: "collection_not_found",
      exists: "collection_already_exists",
      attributeNotFound: "attribute_not_found",
      attributeExists: "attribute_already_exists",
      attributeUnknown: "attribute_unknown",
      attributeNotAvailable: "attribute_not_available",
      indexNotFound: "index_not_found",
      indexExists: "index_already_exists",
      defaultUnsupported: "attribute_default_unsupported",
      indexDependency: "index_dependency",
    },
    words: { collection: "Collection", attribute: "Attribute" },
  },
  {
    databaseType: "tablesdb",
    databasesPath: "/v1/tablesdb",
    collectionPath: "/v1/tablesdb/:databaseId/tables/:tableId",
    collectionsSegment: "tables",
    attributesSegment: "columns",
    collectionId: "tableId",
    security: "rowSecurity",
    attributes: "columns",
    scopes: tableScopes(),
    errors: {
      notFound: "table_not_found",
      exists: "table_already_exists",
      attributeNotFound: "column_not_found",
      attributeExists: "column_already_exists",
      attributeUnknown: "column_unknown",
      attributeNotAvailable: "column_not_available",
      indexNotFound: "column_index_not_found",
      indexExists: "column_index_already_exists",
      defaultUnsupported: "column_default_unsupported",
      indexDependency: "column_index_dependency",
    },
    words: { collection: "Table", attribute: "Column" },
  },
];
