// The endpoints of documents and of TablesDB's rows: list, create, read, update, upsert and delete.
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
import { customId, jsonObject } from "../http/rules";
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
import { type ApiNames, DOCUMENT_NAMES, ROW_NAMES } from "./api-names";
import { ATTRIBUTES, COLLECTION_PERMISSIONS, QUERYABLE, requireStructure } from "./collection";

const SYSTEM_ATTRIBUTES = ["$id", "$sequence", "$createdAt", "$updatedAt", "$permissions", "$databaseId"];

const writeLimit: RateLimit = { hits: 120, windowSeconds: 60, keys: [byIpAndUser] };
const deleteLimit: RateLimit = { hits: 60, windowSeconds: 60, keys: [byIpAndUser] };

export const documentRoutes: Route[] = [DOCUMENT_NAMES, ROW_NAMES].flatMap((names): Route[] => {
  const { listPath, itemIdParam, readScopes, writeScopes } = names;
  const itemPath = `${listPath}/:${itemIdParam}`;
  const log = names.itemLabel.toLowerCase();
  const handlers = { list, create, read, update, upsert, remove };
  const handle = (name: keyof typeof handlers) => (call: Call) => handlers[name](call, names);
  return [
    { method: "GET", paths: [listPath], scope: readScopes, handle: handle("list") },
    {
      method: "POST",
      paths: [listPath],
      scope: writeScopes,
      limit: writeLimit,
      logEvent: `${log}.create`,
      handle: handle("create"),
    },
    { method: "GET", paths: [itemPath], scope: readScopes, handle: handle("read") },
    {
      method: "PATCH",
      paths: [itemPath],
      scope: writeScopes,
      limit: writeLimit,
      logEvent: `${log}.update`,
      handle: handle("update"),
    },
    {
      method: "PUT",
      paths: [itemPath],
      scope: writeScopes,
      limit: writeLimit,
      logEvent: `${log}.upsert`,
      handle: handle("upsert"),
    },
    {
      method: "DELETE",
      paths: [itemPath],
      scope: writeScopes,
      limit: deleteLimit,
      logEvent: `${log}.delete`,
      handle: handle("remove"),
    },
  ];
});

function list(call: Call, names: ApiNames): Response {
  requireParent(call, names);
  const queries = parseQueries(call.query.queries, QUERYABLE, acceptsOldQuerySyntax(call.format));
  const rows = listDocuments(call.backend.db, userIdFilter(queries))
    .filter((document) => hasDocumentPermission(call, document, "read"))
    .map((document) => documentModel(document, names));
  const { total, page } = runQueries(rows, queries);
  const items = page.map((row) => formatDocument(selectAttributes(row, queries.select, names), call.format));
  return json({ total, [names.listMember]: items });
}

/** The value of an `equal("id", …)` query, for which the table has an index; null if there is none. */
function userIdFilter(queries: Queries): string | null {
  const filter = queries.filters.find(({ method, attribute }) => method === "equal" && attribute === "id");
  const [value, ...others] = filter?.values ?? [];
  return typeof value === "string" && others.length === 0 ? value : null;
}

function selectAttributes(row: Row, select: string[] | null, { parentAttribute }: ApiNames): Row {
  if (select === null || select.includes("*")) return row;
  const selected = [...select, ...SYSTEM_ATTRIBUTES, parentAttribute];
  return Object.fromEntries(selected.map((name) => [name, row[name]]));
}

function create(call: Call, names: ApiNames): Response {
  const { fields } = call.body;
  const id = optional(fields, names.itemIdParam, customId, null);
  // A real server fails with data of null.
  if (fields.data === null) throw new AppwriteError("general_unknown");
  const data = "data" in fields ? required(fields, "data", jsonObject) : {};
  const given = optional(fields, "permissions", permissionList, null);
  const { missingData } = names.errors;
  if (Object.keys(data).length === 0) throw new AppwriteError(missingData, names.missingDataMessage);
  if (id === null) {
    const label = names.itemLabel;
    throw new AppwriteError(missingData, `${label} ID is required when creating a single ${label.toLowerCase()}.`);
  }
  requireParent(call, names);
  const document = insert(call, names, id === "unique()" ? uniqueId(call.now) : id, data, given);
  return documentResponse(call, names, document, 201);
}

function insert(
  call: Call,
  names: ApiNames,
  id: string,
  data: Record<string, unknown>,
  given: string[] | null,
): StoredDocument {
  const { caller, backend } = call;
  if (caller.kind !== "key") requireAllowed(COLLECTION_PERMISSIONS, "create", rolesOf(caller));
  const permissions = given ?? (caller.kind === "user" ? ownPermissions(caller.user.id) : []);
  if (caller.kind !== "key") requireOwnRoles(permissions, rolesOf(caller));
  const valid = requireStructure(withoutSystemAttributes(data), names.errors.invalidStructure);
  const document = backend.db.transaction(() => insertDocument(backend.db, { id, data: valid, permissions }, call.now));
  if (!document) {
    throw new AppwriteError(
      names.errors.alreadyExists,
      `${names.itemLabel} with the requested ID '${id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.`,
    );
  }
  publishDocument(backend, id, permissions, documentModel(document, DOCUMENT_NAMES), "create");
  return document;
}

/** Responds that there is no such document, too, when the caller may not read it. */
function read(call: Call, names: ApiNames): Response {
  requireParent(call, names);
  const document = findDocument(call.backend.db, call.param(names.itemIdParam));
  if (!document || !hasDocumentPermission(call, document, "read")) throw notFound(call, names);
  return documentResponse(call, names, document);
}

function update(call: Call, names: ApiNames): Response {
  const { data, permissions } = parseChange(call, names);
  requireParent(call, names);
  const document = findDocument(call.backend.db, call.param(names.itemIdParam));
  if (!document) throw notFound(call, names);
  return documentResponse(call, names, updateExisting(call, names, document, data, permissions));
}

function upsert(call: Call, names: ApiNames): Response {
  const { data, permissions } = parseChange(call, names);
  requireParent(call, names);
  const { itemIdParam } = names;
  const id = required({ [itemIdParam]: call.param(itemIdParam) }, itemIdParam, customId);
  const existing = findDocument(call.backend.db, id);
  const document = existing
    ? updateExisting(call, names, existing, data, permissions)
    : insert(call, names, id, data, permissions);
  return documentResponse(call, names, document, existing ? 200 : 201);
}

function parseChange(call: Call, names: ApiNames): { data: Record<string, unknown>; permissions: string[] | null } {
  const data = optional(call.body.fields, "data", jsonObject, {});
  const permissions = optional(call.body.fields, "permissions", permissionList, null);
  if (Object.keys(data).length === 0 && permissions === null) throw new AppwriteError(names.errors.missingPayload);
  return { data, permissions };
}

function updateExisting(
  call: Call,
  names: ApiNames,
  document: StoredDocument,
  data: Record<string, unknown>,
  given: string[] | null,
): StoredDocument {
  const { caller, backend } = call;
  if (!hasDocumentPermission(call, document, "update")) throw new AppwriteError("user_unauthorized");
  if (given !== null && caller.kind !== "key") requireOwnRoles(given, rolesOf(caller));
  const change = { ...document.data, ...withoutSystemAttributes(data) };
  const merged = requireStructure(change, names.errors.invalidStructure);
  const permissions = given ?? document.permissions;
  const changed = backend.db.transaction(() =>
    updateDocument(backend.db, document, { data: merged, permissions }, call.now),
  );
  publishDocument(backend, document.id, permissions, documentModel(changed, DOCUMENT_NAMES), "update");
  return changed;
}

function remove(call: Call, names: ApiNames): Response {
  requireParent(call, names);
  const { db } = call.backend;
  const document = findDocument(db, call.param(names.itemIdParam));
  if (!document) throw notFound(call, names);
  if (!hasDocumentPermission(call, document, "delete")) throw new AppwriteError("user_unauthorized");
  db.transaction(() => deleteDocument(db, document.id));
  const model = documentModel(document, DOCUMENT_NAMES);
  publishDocument(call.backend, document.id, document.permissions, model, "delete");
  return noContent();
}

function hasDocumentPermission(call: Call, document: StoredDocument, action: Action): boolean {
  return call.caller.kind === "key" || isAllowed(document.permissions, action, rolesOf(call.caller));
}

function documentResponse(call: Call, names: ApiNames, document: StoredDocument, status?: number): Response {
  return json(formatDocument(documentModel(document, names), call.format), status);
}

/** The document as a response body. Attributes without a value are null. */
function documentModel(document: StoredDocument, { parentAttribute }: ApiNames): Row {
  return {
    ...Object.fromEntries(Object.keys(ATTRIBUTES).map((name) => [name, document.data[name] ?? null])),
    $id: document.id,
    $sequence: String(document.sequence),
    $createdAt: document.createdAt,
    $updatedAt: document.updatedAt,
    $permissions: document.permissions,
    $databaseId: DATABASE_ID,
    [parentAttribute]: COLLECTION_ID,
  };
}

/** Clients may send back a whole document, with the attributes that the server sets. */
function withoutSystemAttributes(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith("$")));
}

function requireParent(call: Call, { parentIdParam, parentLabel, errors }: ApiNames): void {
  const [databaseId, parentId] = [call.param("databaseId"), call.param(parentIdParam)];
  if (databaseId !== DATABASE_ID) {
    const message = `Database with the requested ID '${databaseId}' could not be found.`;
    throw new AppwriteError("database_not_found", message);
  }
  if (parentId !== COLLECTION_ID) {
    const message = `${parentLabel} with the requested ID '${parentId}' could not be found.`;
    throw new AppwriteError(errors.parentNotFound, message);
  }
}

function notFound(call: Call, { itemIdParam, itemLabel, errors }: ApiNames): AppwriteError {
  const message = `${itemLabel} with the requested ID '${call.param(itemIdParam)}' could not be found.`;
  return new AppwriteError(errors.notFound, message);
}
