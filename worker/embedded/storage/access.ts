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

/** Throws storage_file_not_found, too, when file security hides the file from the caller. */
export function requireReadableFile(call: Call): StoredFile {
  const file = requireFile(call);
  if (hasFilePermission(call, file, "read")) return file;
  throw new AppwriteError(requireBucket(call).hasFileSecurity ? "storage_file_not_found" : "user_unauthorized");
}

export function hasFilePermission(call: Call, file: StoredFile, action: Action): boolean {
  return call.caller.kind === "key" || isAllowed(effectivePermissions(call, file), action, rolesOf(call.caller));
}

/** A permission of the bucket holds for each of its files. The files' own hold with file security. */
export function effectivePermissions(call: Call, file: StoredFile): string[] {
  const { permissions, hasFileSecurity } = requireBucket(call);
  return hasFileSecurity ? [...permissions, ...file.permissions] : permissions;
}
