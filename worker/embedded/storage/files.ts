// The file endpoints: upload, list, read, update, delete and download.
import { byIpAndUser, type Call, json, noContent, type RateLimit, type Route } from "../http/call";
import { rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { optional } from "../http/params";
import { permissionList, requireAllowed, requireOwnRoles } from "../http/permissions";
import { parseQueries, runQueries } from "../http/queries";
import { acceptsOldQuerySyntax } from "../http/response-format";
import { text } from "../http/rules";
import { publishFile } from "../realtime/publish";
import { deleteFile, findFile, listFiles, listParts, type StoredFile, updateFile } from "../store/files";
import { effectivePermissions, hasFilePermission, requireBucket, requireFile, requireReadableFile } from "./access";
import { BUCKET_PATH } from "./buckets";
import { type ByteRange, streamParts } from "./bytes";
import { fileModel } from "./models";
import { uploadFile } from "./upload";

const FILES_PATH = `${BUCKET_PATH}/files`;
const FILE_PATH = `${FILES_PATH}/:fileId`;
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

export const fileRoutes: Route[] = [
  {
    method: "POST",
    paths: [FILES_PATH],
    scope: "files.write",
    limit: writeLimit,
    logEvent: "file.create",
    handle: uploadFile,
  },
  { method: "GET", paths: [FILES_PATH], scope: "files.read", handle: listReadableFiles },
  {
    method: "GET",
    paths: [FILE_PATH],
    scope: "files.read",
    handle: (call) => json(fileModel(requireReadableFile(call))),
  },
  { method: "PUT", paths: [FILE_PATH], scope: "files.write", logEvent: "file.update", handle: changeFile },
  {
    method: "DELETE",
    paths: [FILE_PATH],
    scope: "files.write",
    limit: writeLimit,
    logEvent: "file.delete",
    handle: removeFile,
  },
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
  if (caller.kind !== "key") requireAllowed(effectivePermissions(call, file), "delete", rolesOf(caller));
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
    "Cache-Control": "private, max-age=3888000",
  });
  // A real server's HTTP layer drops a header that contains a control character, and escapes nothing.
  if (!/\p{Cc}/u.test(file.name)) headers.set("Content-Disposition", `${disposition}; filename="${file.name}"`);
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

/** The requested range, cut off at the end of the file. Throws storage_invalid_range. */
function readRange(header: string | null, file: StoredFile): ByteRange | null {
  if (header === null) return null;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const start = Number(first);
  const end = last ? Math.min(Number(last), file.storedSize - 1) : file.storedSize - 1;
  if (first === undefined || start > end) throw new AppwriteError("storage_invalid_range");
  return { start, end };
}
