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
import type { Change } from "../realtime/events";
import { publishDocument } from "../realtime/publish";
import type { Collection } from "../store/collections";
import {
  deleteDocument,
  findDocument,
  insertDocument,
  listDocuments,
  type StoredDocument,
  updateDocument,
} from "../store/documents";
import { type ApiNames, DOCUMENT_NAMES, ROW_NAMES } from "./api-names";
import { availableAttributes, queryableAttributes, requireParent, requireStructure } from "./collection";

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
  const collection = requireParent(call, names);
  const queryable = queryableAttributes(collection, call.now);
  const queries = parseQueries(call.query.queries, queryable, acceptsOldQuerySyntax(call.format));
  const rows = listDocuments(call.backend.db, collection, userIdFilter(queries))
    .filter((document) => hasDocumentPermission(call, collection, document, "read"))
    .map((document) => documentModel(call, collection, document, names));
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
  const collection = requireParent(call, names);
  const document = insert(call, names, collection, id === "unique()" ? uniqueId(call.now) : id, data, given);
  return documentResponse(call, names, collection, document, 201);
}

function insert(
  call: Call,
  names: ApiNames,
  collection: Collection,
  id: string,
  data: Record<string, unknown>,
  given: string[] | null,
): StoredDocument {
  const { caller, backend } = call;
  if (caller.kind !== "key") requireAllowed(collection.permissions, "create", rolesOf(caller));
  const permissions = given ?? (caller.kind === "user" ? ownPermissions(caller.user.id) : []);
  if (caller.kind !== "key") requireOwnRoles(permissions, rolesOf(caller));
  const attributes = availableAttributes(collection, call.now);
  const valid = requireStructure(attributes, withoutSystemAttributes(data), names.errors.invalidStructure);
  const document = backend.db.transaction(() =>
    insertDocument(backend.db, collection, { id, data: valid, permissions }, call.now),
  );
  if (!document) {
    throw new AppwriteError(
      names.errors.alreadyExists,
      `${names.itemLabel} with the requested ID '${id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.`,
    );
  }
  publish(call, names, collection, document, "create");
  return document;
}

/** Responds that there is no such document, too, when the caller may not read it. */
function read(call: Call, names: ApiNames): Response {
  const collection = requireParent(call, names);
  const document = findDocument(call.backend.db, collection, call.param(names.itemIdParam));
  if (!document || !hasDocumentPermission(call, collection, document, "read")) throw notFound(call, names);
  return documentResponse(call, names, collection, document);
}

function update(call: Call, names: ApiNames): Response {
  const { data, permissions } = parseChange(call, names);
  const collection = requireParent(call, names);
  const document = findDocument(call.backend.db, collection, call.param(names.itemIdParam));
  if (!document) throw notFound(call, names);
  const changed = updateExisting(call, names, collection, document, data, permissions);
  return documentResponse(call, names, collection, changed);
}

function upsert(call: Call, names: ApiNames): Response {
  const { data, permissions } = parseChange(call, names);
  const collection = requireParent(call, names);
  const { itemIdParam } = names;
  const id = required({ [itemIdParam]: call.param(itemIdParam) }, itemIdParam, customId);
  const existing = findDocument(call.backend.db, collection, id);
  const document = existing
    ? updateExisting(call, names, collection, existing, data, permissions)
    : insert(call, names, collection, id, data, permissions);
  return documentResponse(call, names, collection, document, existing ? 200 : 201);
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
  collection: Collection,
  document: StoredDocument,
  data: Record<string, unknown>,
  given: string[] | null,
): StoredDocument {
  const { caller, backend } = call;
  if (!hasDocumentPermission(call, collection, document, "update")) throw new AppwriteError("user_unauthorized");
  if (given !== null && caller.kind !== "key") requireOwnRoles(given, rolesOf(caller));
  const change = { ...document.data, ...withoutSystemAttributes(data) };
  const attributes = availableAttributes(collection, call.now);
  const merged = requireStructure(attributes, change, names.errors.invalidStructure);
  const permissions = given ?? document.permissions;
  const changed = backend.db.transaction(() =>
    updateDocument(backend.db, document, { data: merged, permissions }, call.now),
  );
  publish(call, names, collection, changed, "update");
  return changed;
}

function remove(call: Call, names: ApiNames): Response {
  const collection = requireParent(call, names);
  const { db } = call.backend;
  const document = findDocument(db, collection, call.param(names.itemIdParam));
  if (!document) throw notFound(call, names);
  if (!hasDocumentPermission(call, collection, document, "delete")) throw new AppwriteError("user_unauthorized");
  db.transaction(() => deleteDocument(db, document));
  publish(call, names, collection, document, "delete");
  return noContent();
}

/** A permission of the collection holds for each of its documents. The documents' own hold with document security. */
function hasDocumentPermission(call: Call, collection: Collection, document: StoredDocument, action: Action): boolean {
  if (call.caller.kind === "key") return true;
  const own = collection.hasDocumentSecurity ? document.permissions : [];
  return isAllowed([...collection.permissions, ...own], action, rolesOf(call.caller));
}

function publish(call: Call, names: ApiNames, collection: Collection, document: StoredDocument, change: Change): void {
  const payload = documentModel(call, collection, document, names);
  publishDocument(call.backend, document, document.permissions, payload, change, names.listMember);
}

function documentResponse(
  call: Call,
  names: ApiNames,
  collection: Collection,
  document: StoredDocument,
  status?: number,
): Response {
  return json(formatDocument(documentModel(call, collection, document, names), call.format), status);
}

/** The document as a response body. Attributes without a value are null. */
function documentModel(
  { now }: Call,
  collection: Collection,
  document: StoredDocument,
  { parentAttribute }: ApiNames,
): Row {
  const attributes = availableAttributes(collection, now);
  return {
    ...Object.fromEntries(attributes.map(({ key }) => [key, document.data[key] ?? null])),
    $id: document.id,
    $sequence: String(document.sequence),
    $createdAt: document.createdAt,
    $updatedAt: document.updatedAt,
    $permissions: document.permissions,
    $databaseId: collection.databaseId,
    [parentAttribute]: collection.id,
  };
}

/** Clients may send back a whole document, with the attributes that the server sets. */
function withoutSystemAttributes(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith("$")));
}

function notFound(call: Call, { itemIdParam, itemLabel, errors }: ApiNames): AppwriteError {
  const message = `${itemLabel} with the requested ID '${call.param(itemIdParam)}' could not be found.`;
  return new AppwriteError(errors.notFound, message);
}
