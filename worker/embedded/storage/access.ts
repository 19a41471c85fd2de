// Looks up buckets and files, and checks permissions of files.
import type { Call } from "../http/call";
import { rolesOf } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { type Action, isAllowed } from "../http/permissions";
import { type Bucket, findBucket, findFile, type StoredFile } from "../store/files";

/** Throws storage_bucket_not_found, too, for a disabled bucket, which only servers may use. */
export function requireBucket(call: Call): Bucket {
  const bucket = findBucket(call.backend.db, call.param("bucketId"));
  if (!bucket || (!bucket.isEnabled && call.caller.kind !== "key")) throw new AppwriteError("storage_bucket_not_found");
  return bucket;
}

export function requireFile(call: Call): StoredFile {
  const bucket = requireBucket(call);
  const file = findFile(call.backend.db, bucket.id, call.param("fileId"));
  if (!file) throw new AppwriteError("storage_file_not_found");
  return file;
}

/** Throws storage_file_not_found, too, when the caller may not read the file. */
export function requireReadableFile(call: Call): StoredFile {
  const file = requireFile(call);
  if (!hasFilePermission(call, file, "read")) throw new AppwriteError("storage_file_not_found");
  return file;
}

export function hasFilePermission(call: Call, file: StoredFile, action: Action): boolean {
  return call.caller.kind === "key" || isAllowed(file.permissions, action, rolesOf(call.caller));
}
