// The two APIs over the same data: documents in collections, and TablesDB's rows in tables. They differ in names.
import type { ErrorType } from "../http/errors";

export interface ApiNames {
  listPath: string;
  /** Parameters of the paths and fields of bodies. */
  parentIdParam: "collectionId" | "tableId";
  itemIdParam: "documentId" | "rowId";
  /** The member of a list's response that has the items. */
  listMember: "documents" | "rows";
  /** The system attribute that names the collection. */
  parentAttribute: "$collectionId" | "$tableId";
  readScopes: readonly string[];
  writeScopes: readonly string[];
  /** As they stand in messages. */
  parentLabel: string;
  itemLabel: string;
  missingDataMessage: string;
  errors: Record<
    "alreadyExists" | "invalidStructure" | "missingData" | "missingPayload" | "notFound" | "parentNotFound",
    ErrorType
  >;
}

export const DOCUMENT_NAMES: ApiNames = {
  listPath: "/v1/databases/:databaseId/collections/:collectionId/documents",
  parentIdParam: "collectionId",
  itemIdParam: "documentId",
  listMember: "documents",
  parentAttribute: "$collectionId",
  readScopes: ["documents.read"],
  writeScopes: ["documents.write"],
  parentLabel: "Collection",
  itemLabel: "Document",
  missingDataMessage: "The document data is missing. Try again with document data populated",
  errors: {
    alreadyExists: "document_already_exists",
    invalidStructure: "document_invalid_structure",
    missingData: "document_missing_data",
    missingPayload: "document_missing_payload",
    notFound: "document_not_found",
    parentNotFound: "collection_not_found",
  },
};

export const ROW_NAMES: ApiNames = {
  listPath: "/v1/tablesdb/:databaseId/tables/:tableId/rows",
  parentIdParam: "tableId",
  itemIdParam: "rowId",
  listMember: "rows",
  parentAttribute: "$tableId",
  readScopes: ["rows.read", "documents.read"],
  writeScopes: ["rows.write", "documents.write"],
  parentLabel: "Table",
  itemLabel: "Row",
  missingDataMessage: "The row data is missing. Try again with row data populated.",
  errors: {
    alreadyExists: "row_already_exists",
    invalidStructure: "row_invalid_structure",
    missingData: "row_missing_data",
    missingPayload: "row_missing_payload",
    notFound: "row_not_found",
    parentNotFound: "table_not_found",
  },
};
