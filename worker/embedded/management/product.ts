// The project that the product needs, as `npm run appwrite:setup` creates it in a real Appwrite.
import {
  BUCKET_EXTENSIONS,
  BUCKET_MAX_BYTES,
  BUCKET_PERMISSIONS,
  type Column,
  PROFILE_COLUMNS,
  PROFILE_INDEX,
  PROFILE_PERMISSIONS,
} from "../../appwrite/project";
import { BUCKET_ID, COLLECTION_ID, DATABASE_ID, PLATFORM_HOSTS } from "../project/project";
import {
  type AttributeDefinition,
  findCollection,
  finishBuilding,
  insertAttribute,
  insertCollection,
  insertDatabase,
  insertIndex,
} from "../store/collections";
import type { Database } from "../store/database";
import { insertBucket } from "../store/files";
import { insertPlatform } from "../store/platforms";

/** Creates what is missing of the product's project. What is there stays as it is. */
export function ensureProductProject(db: Database, now: Date): void {
  db.transaction(() => {
    insertDatabase(db, { id: DATABASE_ID, name: DATABASE_ID, isEnabled: true, type: "tablesdb" }, now);
    createProfiles(db, now);
    const bucket = {
      name: BUCKET_ID,
      permissions: [...BUCKET_PERMISSIONS],
      hasFileSecurity: true,
      isEnabled: true,
      hasEncryption: true,
      maximumFileSize: BUCKET_MAX_BYTES,
      allowedFileExtensions: [...BUCKET_EXTENSIONS],
    };
    insertBucket(db, BUCKET_ID, bucket, now);
    for (const hostname of PLATFORM_HOSTS) insertPlatform(db, { id: hostname, name: hostname, hostname }, now);
  });
}

/** Completes the collection, too: data of an earlier version of the product gets its new columns. */
function createProfiles(db: Database, now: Date): void {
  const ids = { databaseId: DATABASE_ID, id: COLLECTION_ID };
  const settings = {
    ...ids,
    name: COLLECTION_ID,
    permissions: [...PROFILE_PERMISSIONS],
    hasDocumentSecurity: true,
    isEnabled: true,
  };
  const collection = findCollection(db, DATABASE_ID, COLLECTION_ID) ?? insertCollection(db, settings, now);
  if (!collection) throw new Error("The collection is neither there nor can be inserted");
  for (const column of PROFILE_COLUMNS) insertAttribute(db, collection, toDefinition(column), now);
  const { columns, ...index } = PROFILE_INDEX;
  insertIndex(db, collection, { ...index, attributes: [...columns], orders: [], lengths: [] }, now);
  finishBuilding(db, ids);
}

function toDefinition(column: Column): AttributeDefinition {
  return {
    key: column.key,
    type: column.type,
    size: column.type === "string" ? column.size : 0,
    format: "",
    isRequired: column.isRequired,
    isArray: false,
    isEncrypted: false,
    default: null,
  };
}
