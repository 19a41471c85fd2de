// The storage endpoints: buckets, and listing, reading, updating, deleting and downloading files.
import { byIpAndUser, type Call, json, noContent, type RateLimit, type Route } from "../http/call";
import { rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import { permissionList, requireAllowed, requireOwnRoles } from "../http/permissions";
import { parseQueries, runQueries } from "../http/queries";
import { acceptsOldQuerySyntax } from "../http/response-format";
import { boolean, customId, InvalidValue, integer, type Rule, text } from "../http/rules";
import { uniqueId } from "../project/ids";
import { publishFile } from "../realtime/publish";
import { deleteFile, findFile, insertBucket, listFiles, listParts, type StoredFile, updateFile } from "../store/files";
import { hasFilePermission, requireBucket, requireFile, requireReadableFile } from "./access";
import { type ByteRange, streamParts } from "./bytes";
import { bucketModel, fileModel } from "./models";
import { uploadFile } from "./upload";

const BUCKET_PATH = "/v1/storage/buckets/:bucketId";
const FILES_PATH = `${BUCKET_PATH}/files`;
const FILE_PATH = `${FILES_PATH}/:fileId`;
const FILE_MAX_BYTES = 30_000_000;
const QUERYABLE: ReadonlySet<string> = new Set([
  "$id",
  "$createdAt",
  "$updatedAt",
  "name",
  "signature",
  "mimeType",
  "sizeOriginal",
  "chunksTotal",
  "chunksUploaded",
]);

const writeLimit: RateLimit = { hits: 60, windowSeconds: 60, keys: [byIpAndUser] };

const stringList: Rule<string[]> = (value) => {
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== "string")) {
    throw new InvalidValue("Value must a valid array no longer than 100 items");
  }
  return value;
};

export const storageRoutes: Route[] = [
  { method: "POST", paths: ["/v1/storage/buckets"], scope: "buckets.write", handle: createBucket },
  {
    method: "GET",
    paths: [BUCKET_PATH],
    scope: "buckets.read",
    handle: (call) => json(bucketModel(requireBucket(call))),
  },
  { method: "POST", paths: [FILES_PATH], scope: "files.write", limit: writeLimit, handle: uploadFile },
  { method: "GET", paths: [FILES_PATH], scope: "files.read", handle: listReadableFiles },
  {
    method: "GET",
    paths: [FILE_PATH],
    scope: "files.read",
    handle: (call) => json(fileModel(requireReadableFile(call))),
  },
  { method: "PUT", paths: [FILE_PATH], scope: "files.write", handle: changeFile },
  { method: "DELETE", paths: [FILE_PATH], scope: "files.write", limit: writeLimit, handle: removeFile },
  {
    method: "GET",
    paths: [`${FILE_PATH}/view`],
    scope: "files.read",
    handle: (call) => sendContent(call, "inline", { "Content-Security-Policy": "script-src none;" }),
  },
  {
    method: "GET",
    paths: [`${FILE_PATH}/download`],
    scope: "files.read",
    handle: (call) => sendContent(call, "attachment", {}),
  },
];

function createBucket(call: Call): Response {
  const { fields } = call.body;
  const bucketId = required(fields, "bucketId", customId);
  const settings = {
    id: bucketId === "unique()" ? uniqueId(call.now) : bucketId,
    name: required(fields, "name", text(128)),
    permissions: optional(fields, "permissions", stringList, []),
    hasFileSecurity: optional(fields, "fileSecurity", boolean, false),
    maximumFileSize: optional(fields, "maximumFileSize", integer(1, FILE_MAX_BYTES), FILE_MAX_BYTES),
    allowedFileExtensions: optional(fields, "allowedFileExtensions", stringList, []),
  };
  const { db } = call.backend;
  const bucket = db.transaction(() => insertBucket(db, settings, call.now));
  if (!bucket) throw new AppwriteError("storage_bucket_already_exists");
  return json(bucketModel(bucket), 201);
}

function listReadableFiles(call: Call): Response {
  const bucket = requireBucket(call);
  const queries = parseQueries(call.query.queries, QUERYABLE, acceptsOldQuerySyntax(call.format));
  const rows = listFiles(call.backend.db, bucket.id)
    .filter((file) => hasFilePermission(call, file, "read"))
    .map(fileModel);
  const { total, page } = runQueries(rows, queries);
  return json({ total, files: page });
}

function changeFile(call: Call): Response {
  const name = optional(call.body.fields, "name", text(255), null);
  const given = optional(call.body.fields, "permissions", permissionList, null);
  const file = requireFile(call);
  const { caller, backend } = call;
  if (!hasFilePermission(call, file, "update")) throw new AppwriteError("user_unauthorized");
  if (given !== null && caller.kind !== "key") requireOwnRoles(given, rolesOf(caller));
  const changed = backend.db.transaction(() => {
    const change = { name: name ?? file.name, permissions: given ?? file.permissions };
    updateFile(backend.db, file, change, call.now);
    return findFile(backend.db, file.bucketId, file.id) ?? file;
  });
  publishFile(backend, file.bucketId, file.id, changed.permissions, fileModel(changed), "update");
  return json(fileModel(changed));
}

/** Deletes the row first: after a crash R2 may hold unused objects, but no file lacks its bytes. */
async function removeFile(call: Call): Promise<Response> {
  const file = requireFile(call);
  const { caller, backend } = call;
  if (caller.kind !== "key") requireAllowed(file.permissions, "delete", rolesOf(caller));
  const parts = listParts(backend.db, file);
  backend.db.transaction(() => deleteFile(backend.db, file));
  await backend.files.delete(parts.map((part) => part.object_key));
  publishFile(backend, file.bucketId, file.id, file.permissions, fileModel(file), "delete");
  return noContent();
}

function sendContent(call: Call, disposition: "inline" | "attachment", extra: Record<string, string>): Response {
  const file = requireReadableFile(call);
  if (!file.isComplete) throw new AppwriteError("storage_file_not_found");
  const range = readRange(call.request.headers.get("range"), file);
  const headers = new Headers({
    ...extra,
    "Content-Type": file.mimeType,
    "Content-Disposition": `${disposition}; filename="${headerName(file.name)}"`,
    "Cache-Control": "private, max-age=3888000",
  });
  const parts = listParts(call.backend.db, file);
  if (!range) {
    const whole = { start: 0, end: file.storedSize - 1 };
    const body = file.storedSize === 0 ? null : streamParts(call.backend.files, parts, whole);
    return new Response(body, { headers });
  }
  headers.set("Accept-Ranges", "bytes");
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${file.storedSize}`);
  return new Response(streamParts(call.backend.files, parts, range), { status: 206, headers });
}

/** The name without characters that a header cannot contain: a file can be renamed to anything. */
function headerName(name: string): string {
  return name.replaceAll('"', "%22").replace(/\p{Cc}/gu, "");
}

/** The requested range, cut off at the end of the file. Throws storage_invalid_range. */
function readRange(header: string | null, file: StoredFile): ByteRange | null {
  if (header === null) return null;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const start = Number(first);
  const end = last ? Math.min(Number(last), file.storedSize - 1) : file.storedSize - 1;
  if (first === undefined || start > end) throw new AppwriteError("storage_invalid_range");
  return { start, end };
}
