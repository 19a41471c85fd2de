// The bucket endpoints, which are for servers only.
import { type Call, json, noContent, type Route } from "../http/call";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import { parentPermissionList } from "../http/permissions";
import { boolean, customId, InvalidValue, integer, type Rule, text } from "../http/rules";
import { uniqueId } from "../project/ids";
import {
  type BucketSettings,
  deleteBucket,
  deleteFile,
  insertBucket,
  listFiles,
  listParts,
  updateBucket,
} from "../store/files";
import { requireBucket } from "./access";
import { bucketModel } from "./models";

const FILE_MAX_BYTES = 30_000_000;

const stringList: Rule<string[]> = (value) => {
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== "string")) {
    throw new InvalidValue("Value must a valid array no longer than 100 items");
  }
  return value;
};

export const BUCKET_PATH = "/v1/storage/buckets/:bucketId";

export const bucketRoutes: Route[] = [
  { method: "POST", paths: ["/v1/storage/buckets"], scope: "buckets.write", handle: createBucket },
  {
    method: "GET",
    paths: [BUCKET_PATH],
    scope: "buckets.read",
    handle: (call) => json(bucketModel(requireBucket(call))),
  },
  { method: "PUT", paths: [BUCKET_PATH], scope: "buckets.write", handle: changeBucket },
  { method: "DELETE", paths: [BUCKET_PATH], scope: "buckets.write", handle: removeBucket },
];

function createBucket(call: Call): Response {
  const bucketId = required(call.body.fields, "bucketId", customId);
  const id = bucketId === "unique()" ? uniqueId(call.now) : bucketId;
  const settings = parseSettings(call);
  const { db } = call.backend;
  const bucket = db.transaction(() => insertBucket(db, id, settings, call.now));
  if (!bucket) throw new AppwriteError("storage_bucket_already_exists");
  return json(bucketModel(bucket), 201);
}

/** Replaces all settings: one that is not given gets its default. */
function changeBucket(call: Call): Response {
  const settings = parseSettings(call);
  const { db } = call.backend;
  const changed = db.transaction(() => updateBucket(db, requireBucket(call), settings, call.now));
  return json(bucketModel(changed));
}

function parseSettings({ body: { fields } }: Call): BucketSettings {
  return {
    name: required(fields, "name", text(128)),
    permissions: optional(fields, "permissions", parentPermissionList, []),
    hasFileSecurity: optional(fields, "fileSecurity", boolean, false),
    hasEncryption: optional(fields, "encryption", boolean, true),
    isEnabled: optional(fields, "enabled", boolean, true),
    maximumFileSize: optional(fields, "maximumFileSize", integer(1, FILE_MAX_BYTES), FILE_MAX_BYTES),
    allowedFileExtensions: optional(fields, "allowedFileExtensions", stringList, []),
  };
}

/** Deletes the bucket with its files. */
async function removeBucket(call: Call): Promise<Response> {
  const { db, files } = call.backend;
  const bucket = requireBucket(call);
  const keys = db.transaction(() => {
    const contained = listFiles(db, bucket.id);
    const keys = contained.flatMap((file) => listParts(db, file).map((part) => part.object_key));
    for (const file of contained) deleteFile(db, file);
    deleteBucket(db, bucket);
    return keys;
  });
  for (const key of keys) await files.delete(key);
  return noContent();
}
