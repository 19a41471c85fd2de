// Uploads a file, whole or in chunks. The bytes are written to R2 before the row that refers to them.
import { createHash } from "node:crypto";
import { type Call, json } from "../http/call";
import { rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import { ownPermissions, permissionList, requireAllowed, requireOwnRoles } from "../http/permissions";
import { customId } from "../http/rules";
import { randomHex, uniqueId } from "../project/ids";
import { publishFile } from "../realtime/publish";
import {
  type Bucket,
  type Completion,
  completeFile,
  countBytesSince,
  type FilePartRow,
  findFile,
  insertFile,
  insertPart,
  listParts,
  type StoredFile,
} from "../store/files";
import { requireBucket } from "./access";
import { digestParts, readFirstBytes } from "./bytes";
import { type Chunk, parseChunk, parseUploadId } from "./chunk";
import { detectType, HEAD_BYTES } from "./mime";
import { fileModel } from "./models";

interface Upload {
  bucket: Bucket;
  id: string;
  name: string;
  bytes: Uint8Array;
  chunk: Chunk;
  permissions: string[];
}

export async function uploadFile(call: Call): Promise<Response> {
  const upload = parseUpload(call);
  const { db, files } = call.backend;
  const existing = findFile(db, upload.bucket.id, upload.id);
  if (existing?.isComplete) return completeFileResponse(call, existing);
  if (existing && hasPart(call, existing, upload.chunk.part)) return json(fileModel(existing), 201);
  checkOrder(call, upload, existing);
  checkDisk(call, upload, existing);
  const part: FilePartRow = {
    part: upload.chunk.part,
    size: upload.bytes.length,
    // Random, so that two requests with the same chunk never write to the same object.
    object_key: `${upload.bucket.id}/${upload.id}/${upload.chunk.part}-${randomHex(16)}`,
  };
  await files.put(part.object_key, upload.bytes);
  const { file, isPartSaved } = await savePart(call, upload, part);
  if (!isPartSaved) await files.delete(part.object_key);
  if (file.isComplete) {
    if (!isPartSaved) return completeFileResponse(call, file);
    publishFile(call.backend, file.bucketId, file.id, file.permissions, fileModel(file), "create");
  }
  return json(fileModel(file), 201);
}

/**
 * The response to a request for a file that is complete already: the file where a chunk is sent again, otherwise an
 * error. Servers before 1.9 respond with the error to a chunk as well.
 */
function completeFileResponse(call: Call, file: StoredFile): Response {
  const isChunk = call.request.headers.has("content-range");
  if (!isChunk || !call.backend.release.acceptsRepeatedChunks) throw new AppwriteError("storage_file_already_exists");
  return json(fileModel(file));
}

/** Servers before 1.9 fail when a file begins with its last chunk. */
function checkOrder({ backend }: Call, { chunk }: Upload, existing: StoredFile | null): void {
  const isLastOfSeveral = chunk.chunksTotal > 1 && chunk.part === chunk.chunksTotal;
  if (isLastOfSeveral && !existing && !backend.release.acceptsLastChunkFirst)
    throw new AppwriteError("general_unknown");
}

/** Fails like a real server whose disk is full. Of a chunked file it has written the row by then. */
function checkDisk(call: Call, upload: Upload, existing: StoredFile | null): void {
  const { db, freeDisk } = call.backend;
  if (!freeDisk || countBytesSince(db, freeDisk.since) + upload.bytes.length <= freeDisk.bytes) return;
  const isChunk = call.request.headers.has("content-range");
  if (isChunk && !existing) db.transaction(() => insertUpload(call, upload));
  throw new AppwriteError("general_unknown");
}

/** Parses and validates the request, in the order in which a real server does. */
function parseUpload(call: Call): Upload {
  const { fields, file } = call.body;
  const { caller, request } = call;
  const fileId = required(fields, "fileId", customId);
  const given = optional(fields, "permissions", permissionList, null);
  const bucket = requireBucket(call);
  if (caller.kind !== "key") requireAllowed(bucket.permissions, "create", rolesOf(caller));
  const permissions = given ?? (caller.kind === "user" ? ownPermissions(caller.user.id) : []);
  if (caller.kind !== "key") requireOwnRoles(permissions, rolesOf(caller));
  if (file === null) throw new AppwriteError("storage_file_empty");
  const chunk = parseChunk(request.headers, file.bytes.length);
  const uploadId = parseUploadId(request.headers);
  const extension = file.filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (!bucket.allowedFileExtensions.includes(extension) && bucket.allowedFileExtensions.length > 0) {
    throw new AppwriteError("storage_file_type_unsupported");
  }
  if (chunk.size > bucket.maximumFileSize) throw new AppwriteError("storage_invalid_file_size");
  const id = uploadId ?? (fileId === "unique()" ? uniqueId(call.now) : fileId);
  return { bucket, id, name: file.filename, bytes: file.bytes, chunk, permissions };
}

/**
 * Saves the part. The last part completes the file in the same transaction. Other requests may save parts meanwhile, so
 * the file is read again before each write.
 */
async function savePart(
  call: Call,
  upload: Upload,
  part: FilePartRow,
): Promise<{ file: StoredFile; isPartSaved: boolean }> {
  const { db } = call.backend;
  for (;;) {
    const before = findFile(db, upload.bucket.id, upload.id);
    if (before && (before.isComplete || hasPart(call, before, part.part))) return { file: before, isPartSaved: false };
    const otherParts = before ? listParts(db, before) : [];
    const total = before?.chunksTotal ?? upload.chunk.chunksTotal;
    if (otherParts.length + 1 < total) {
      return { file: writePart(call, upload, part, null), isPartSaved: true };
    }
    const parts = [...otherParts, part].toSorted((a, b) => a.part - b.part);
    const completion = await describeFile(call, upload, parts);
    if (isSameFile(before, findFile(db, upload.bucket.id, upload.id))) {
      return { file: writePart(call, upload, part, completion), isPartSaved: true };
    }
  }
}

function isSameFile(before: StoredFile | null, now: StoredFile | null): boolean {
  return before?.sequence === now?.sequence && before?.chunksUploaded === now?.chunksUploaded;
}

/** Adds the part and, with a `completion`, marks the file as complete. */
function writePart(call: Call, upload: Upload, part: FilePartRow, completion: Completion | null): StoredFile {
  const { db } = call.backend;
  const { bucket, id } = upload;
  return db.transaction(() => {
    const file = findFile(db, bucket.id, id) ?? insertUpload(call, upload);
    insertPart(db, file, part, call.backend.clock.now());
    if (completion) completeFile(db, file, completion, call.backend.clock.now());
    const saved = findFile(db, bucket.id, id);
    if (!saved) throw new Error(`File ${id} is missing right after it was written`);
    return saved;
  });
}

function insertUpload(call: Call, { bucket, id, name, permissions, chunk }: Upload): StoredFile {
  const file = { bucketId: bucket.id, id, name, permissions, size: chunk.size, chunksTotal: chunk.chunksTotal };
  return insertFile(call.backend.db, { ...file, isEncrypted: bucket.hasEncryption }, call.now);
}

/** The complete file's MD5, type and size. A file of one part is not read back from R2. */
async function describeFile(call: Call, upload: Upload, parts: FilePartRow[]): Promise<Completion> {
  const { files } = call.backend;
  const [first] = parts;
  const isSingle = parts.length === 1 || first === undefined;
  return {
    signature: isSingle ? createHash("md5").update(upload.bytes).digest("hex") : await digestParts(files, parts),
    mimeType: detectType(
      isSingle ? upload.bytes.subarray(0, HEAD_BYTES) : await readFirstBytes(files, first, HEAD_BYTES),
    ),
    storedSize: parts.reduce((sum, { size }) => sum + size, 0),
    // The permissions of the request that completes the file apply.
    permissions: upload.permissions,
  };
}

function hasPart(call: Call, file: StoredFile, part: number): boolean {
  return listParts(call.backend.db, file).some((each) => each.part === part);
}
