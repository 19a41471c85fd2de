// The document endpoints: list, create, read, update, upsert and delete.
import { byIpAndUser, type Call, json, noContent, type RateLimit, type Route } from "../http/call";
import { rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import {
  type Action,
  isAllowed,
  ownPermissions,
  permissionList,
  requireAllowed,
  requireOwnRoles,
} from "../http/permissions";
import { parseQueries, type Queries, type Row, runQueries } from "../http/queries";
import { acceptsOldQuerySyntax, formatDocument } from "../http/response-format";
import { customId, object } from "../http/rules";
import { uniqueId } from "../project/ids";
import { COLLECTION_ID, DATABASE_ID } from "../project/project";
import { publishDocument } from "../realtime/publish";
import {
  deleteDocument,
  findDocument,
  insertDocument,
  listDocuments,
  type StoredDocument,
  updateDocument,
} from "../store/documents";
import { ATTRIBUTES, COLLECTION_PERMISSIONS, QUERYABLE, requireStructure } from "./collection";

const COLLECTION_PATH = "/v1/databases/:databaseId/collections/:collectionId/documents";
const DOCUMENT_PATH = `${COLLECTION_PATH}/:documentId`;
const SYSTEM_ATTRIBUTES = [
  "$id",
  "$sequence",
  "$createdAt",
  "$updatedAt",
  "$permissions",
  "$databaseId",
  "$collectionId",
];

const writeLimit: RateLimit = { hits: 120, windowSeconds: 60, keys: [byIpAndUser] };
const deleteLimit: RateLimit = { hits: 60, windowSeconds: 60, keys: [byIpAndUser] };

export const documentRoutes: Route[] = [
  { method: "GET", paths: [COLLECTION_PATH], scope: "documents.read", handle: list },
  { method: "POST", paths: [COLLECTION_PATH], scope: "documents.write", limit: writeLimit, handle: create },
  { method: "GET", paths: [DOCUMENT_PATH], scope: "documents.read", handle: read },
  { method: "PATCH", paths: [DOCUMENT_PATH], scope: "documents.write", limit: writeLimit, handle: update },
  { method: "PUT", paths: [DOCUMENT_PATH], scope: "documents.write", limit: writeLimit, handle: upsert },
  { method: "DELETE", paths: [DOCUMENT_PATH], scope: "documents.write", limit: deleteLimit, handle: remove },
];

function list(call: Call): Response {
  requireCollection(call);
  const queries = parseQueries(call.query.queries, QUERYABLE, acceptsOldQuerySyntax(call.format));
  const rows = listDocuments(call.backend.db, userIdFilter(queries))
    .filter((document) => hasDocumentPermission(call, document, "read"))
    .map(documentModel);
  const { total, page } = runQueries(rows, queries);
  const documents = page.map((row) => formatDocument(selectAttributes(row, queries.select), call.format));
  return json({ total, documents });
}

/** The value of an `equal("id", …)` query, for which the table has an index; null if there is none. */
function userIdFilter(queries: Queries): string | null {
  const filter = queries.filters.find(({ method, attribute }) => method === "equal" && attribute === "id");
  const [value, ...others] = filter?.values ?? [];
  return typeof value === "string" && others.length === 0 ? value : null;
}

function selectAttributes(row: Row, select: string[] | null): Row {
  if (select === null || select.includes("*")) return row;
  const names = [...select, ...SYSTEM_ATTRIBUTES];
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function create(call: Call): Response {
  const { fields } = call.body;
  const documentId = optional(fields, "documentId", customId, null);
  const data = optional(fields, "data", object, null);
  const given = optional(fields, "permissions", permissionList, null);
  if (documentId === null) {
    throw new AppwriteError("document_missing_data", "Document ID is required when creating a single document.");
  }
  if (data === null || Object.keys(data).length === 0) throw new AppwriteError("document_missing_data");
  requireCollection(call);
  const document = insert(call, documentId === "unique()" ? uniqueId(call.now) : documentId, data, given);
  return json(formatDocument(documentModel(document), call.format), 201);
}

function insert(call: Call, id: string, data: Record<string, unknown>, given: string[] | null): StoredDocument {
  const { caller, backend } = call;
  if (caller.kind !== "key") requireAllowed(COLLECTION_PERMISSIONS, "create", rolesOf(caller));
  const permissions = given ?? (caller.kind === "user" ? ownPermissions(caller.user.id) : []);
  if (caller.kind !== "key") requireOwnRoles(permissions, rolesOf(caller));
  const valid = requireStructure(withoutSystemAttributes(data));
  const document = backend.db.transaction(() => insertDocument(backend.db, { id, data: valid, permissions }, call.now));
  if (!document) {
    throw new AppwriteError(
      "document_already_exists",
      `Document with the requested ID '${id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.`,
    );
  }
  publishDocument(backend, id, permissions, documentModel(document), "create");
  return document;
}

/** Throws document_not_found, too, when the caller may not read the document. */
function read(call: Call): Response {
  requireCollection(call);
  const document = findDocument(call.backend.db, call.param("documentId"));
  if (!document || !hasDocumentPermission(call, document, "read")) throw notFound(call.param("documentId"));
  return json(formatDocument(documentModel(document), call.format));
}

function update(call: Call): Response {
  const { data, permissions } = parseChange(call);
  if (data === null && permissions === null) throw new AppwriteError("document_missing_payload");
  requireCollection(call);
  const document = findDocument(call.backend.db, call.param("documentId"));
  if (!document) throw notFound(call.param("documentId"));
  return json(formatDocument(documentModel(updateExisting(call, document, data ?? {}, permissions)), call.format));
}

function upsert(call: Call): Response {
  const { data, permissions } = parseChange(call);
  if (data === null && permissions === null) throw new AppwriteError("document_missing_payload");
  requireCollection(call);
  const id = required({ documentId: call.param("documentId") }, "documentId", customId);
  const existing = findDocument(call.backend.db, id);
  const document = existing
    ? updateExisting(call, existing, data ?? {}, permissions)
    : insert(call, id, data ?? {}, permissions);
  return json(formatDocument(documentModel(document), call.format), existing ? 200 : 201);
}

function parseChange(call: Call): { data: Record<string, unknown> | null; permissions: string[] | null } {
  const data = optional(call.body.fields, "data", object, null);
  const permissions = optional(call.body.fields, "permissions", permissionList, null);
  return { data: data !== null && Object.keys(data).length > 0 ? data : null, permissions };
}

function updateExisting(
  call: Call,
  document: StoredDocument,
  data: Record<string, unknown>,
  given: string[] | null,
): StoredDocument {
  const { caller, backend } = call;
  if (!hasDocumentPermission(call, document, "update")) throw new AppwriteError("user_unauthorized");
  if (given !== null && caller.kind !== "key") requireOwnRoles(given, rolesOf(caller));
  const merged = requireStructure({ ...document.data, ...withoutSystemAttributes(data) });
  const permissions = given ?? document.permissions;
  const changed = backend.db.transaction(() =>
    updateDocument(backend.db, document, { data: merged, permissions }, call.now),
  );
  publishDocument(backend, document.id, permissions, documentModel(changed), "update");
  return changed;
}

function remove(call: Call): Response {
  requireCollection(call);
  const { db } = call.backend;
  const document = findDocument(db, call.param("documentId"));
  if (!document) throw notFound(call.param("documentId"));
  if (!hasDocumentPermission(call, document, "delete")) throw new AppwriteError("user_unauthorized");
  db.transaction(() => deleteDocument(db, document.id));
  publishDocument(call.backend, document.id, document.permissions, documentModel(document), "delete");
  return noContent();
}

function hasDocumentPermission(call: Call, document: StoredDocument, action: Action): boolean {
  return call.caller.kind === "key" || isAllowed(document.permissions, action, rolesOf(call.caller));
}

/** The document as a response body. Attributes without a value are null. */
function documentModel(document: StoredDocument): Row {
  return {
    ...Object.fromEntries(Object.keys(ATTRIBUTES).map((name) => [name, document.data[name] ?? null])),
    $id: document.id,
    $sequence: String(document.sequence),
    $createdAt: document.createdAt,
    $updatedAt: document.updatedAt,
    $permissions: document.permissions,
    $databaseId: DATABASE_ID,
    $collectionId: COLLECTION_ID,
  };
}

/** Clients may send back a whole document, with the attributes that the server sets. */
function withoutSystemAttributes(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith("$")));
}

function requireCollection(call: Call): void {
  const [databaseId, collectionId] = [call.param("databaseId"), call.param("collectionId")];
  if (databaseId !== DATABASE_ID) {
    const message = `Database with the requested ID '${databaseId}' could not be found.`;
    throw new AppwriteError("database_not_found", message);
  }
  if (collectionId !== COLLECTION_ID) {
    const message = `Collection with the requested ID '${collectionId}' could not be found.`;
    throw new AppwriteError("collection_not_found", message);
  }
}

function notFound(id: string): AppwriteError {
  return new AppwriteError("document_not_found", `Document with the requested ID '${id}' could not be found.`);
}
