// POST files: a whole file or one chunk of it. The bytes are in R2 before the row that names them is written.
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
  type FilePartRow,
  findFile,
  insertFile,
  insertPart,
  listParts,
  type StoredFile,
} from "../store/files";
import { requireBucket } from "./access";
import { digestParts, readHead } from "./bytes";
import { type Chunk, readChunk, readUploadId } from "./chunk";
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
  const upload = readUpload(call);
  const { db, files } = call.backend;
  const existing = findFile(db, upload.bucket.id, upload.id);
  if (existing?.isComplete) return json(fileModel(existing));
  if (existing && hasPart(call, existing, upload.chunk.part)) return json(fileModel(existing), 201);
  const part: FilePartRow = {
    part: upload.chunk.part,
    size: upload.bytes.length,
    // Random, so that two requests with one chunk never write to one object.
    object_key: `${upload.bucket.id}/${upload.id}/${upload.chunk.part}-${randomHex(16)}`,
  };
  await files.put(part.object_key, upload.bytes);
  const { file, isPartKept, status } = await keepPart(call, upload, part);
  if (!isPartKept) await files.delete(part.object_key);
  if (file.isComplete && isPartKept) {
    publishFile(call.backend, file.bucketId, file.id, file.permissions, fileModel(file), "create");
  }
  return json(fileModel(file), status);
}

/** Reads and judges everything that the request says. Throws what a real server refuses with, in its order. */
function readUpload(call: Call): Upload {
  const { fields, file } = call.body;
  const { caller, request } = call;
  const fileId = required(fields, "fileId", customId);
  const given = optional(fields, "permissions", permissionList, null);
  const bucket = requireBucket(call);
  if (caller.kind !== "key") requireAllowed(bucket.permissions, "create", rolesOf(caller));
  const permissions = given ?? (caller.kind === "user" ? ownPermissions(caller.user.id) : []);
  if (caller.kind !== "key") requireOwnRoles(permissions, rolesOf(caller));
  if (file === null || file.filename === "") throw new AppwriteError("storage_file_empty");
  const chunk = readChunk(request.headers, file.bytes.length);
  const uploadId = readUploadId(request.headers);
  const extension = file.filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (!bucket.allowedFileExtensions.includes(extension) && bucket.allowedFileExtensions.length > 0) {
    throw new AppwriteError("storage_file_type_unsupported");
  }
  if (chunk.size > bucket.maximumFileSize) throw new AppwriteError("storage_invalid_file_size");
  const id = uploadId ?? (fileId === "unique()" ? uniqueId(call.now) : fileId);
  return { bucket, id, name: file.filename, bytes: file.bytes, chunk, permissions };
}

/**
 * Notes the part; with the last one missing, completes the file in the same transaction. What another request did
 * while the bytes were written or digested is looked at again before anything is written.
 */
async function keepPart(
  call: Call,
  upload: Upload,
  part: FilePartRow,
): Promise<{ file: StoredFile; isPartKept: boolean; status: 200 | 201 }> {
  const { db } = call.backend;
  for (;;) {
    const before = findFile(db, upload.bucket.id, upload.id);
    if (before?.isComplete) return { file: before, isPartKept: false, status: 200 };
    if (before && hasPart(call, before, part.part)) return { file: before, isPartKept: false, status: 201 };
    const earlier = before ? listParts(db, before) : [];
    const total = before?.chunksTotal ?? upload.chunk.chunksTotal;
    if (earlier.length + 1 < total) return { file: noteParts(call, upload, part, null), isPartKept: true, status: 201 };
    const parts = [...earlier, part].toSorted((a, b) => a.part - b.part);
    const completion = await describeParts(call, upload, parts);
    if (isSameFile(before, findFile(db, upload.bucket.id, upload.id))) {
      return { file: noteParts(call, upload, part, completion), isPartKept: true, status: 201 };
    }
  }
}

function isSameFile(before: StoredFile | null, now: StoredFile | null): boolean {
  return before?.sequence === now?.sequence && before?.chunksUploaded === now?.chunksUploaded;
}

function noteParts(call: Call, upload: Upload, part: FilePartRow, completion: Completion | null): StoredFile {
  const { db } = call.backend;
  const { bucket, id, name, permissions, chunk } = upload;
  return db.transaction(() => {
    const file =
      findFile(db, bucket.id, id) ??
      insertFile(
        db,
        { bucketId: bucket.id, id, name, permissions, size: chunk.size, chunksTotal: chunk.chunksTotal },
        call.now,
      );
    insertPart(db, file, part, call.backend.clock.now());
    if (completion) completeFile(db, file, completion, call.backend.clock.now());
    const noted = findFile(db, bucket.id, id);
    if (!noted) throw new Error(`File ${id} is missing right after it was written`);
    return noted;
  });
}

/** The whole file's digest, type and size. A file of one part is described from the bytes in hand. */
async function describeParts(call: Call, upload: Upload, parts: FilePartRow[]): Promise<Completion> {
  const { files } = call.backend;
  const [first] = parts;
  const isSingle = parts.length === 1 || first === undefined;
  return {
    signature: isSingle ? createHash("md5").update(upload.bytes).digest("hex") : await digestParts(files, parts),
    mimeType: detectType(isSingle ? upload.bytes.subarray(0, HEAD_BYTES) : await readHead(files, first, HEAD_BYTES)),
    storedSize: parts.reduce((sum, { size }) => sum + size, 0),
    // Those of the request that completes the file stand.
    permissions: upload.permissions,
  };
}

function hasPart(call: Call, file: StoredFile, part: number): boolean {
  return listParts(call.backend.db, file).some((each) => each.part === part);
}
