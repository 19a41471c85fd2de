// A collection as documents are governed by it: its attributes, and the validation of documents.
import type { Call } from "../http/call";
import { AppwriteError, type ErrorType } from "../http/errors";
import { valueError } from "../management/attribute-types";
import {
  type Attribute,
  type AttributeValue,
  type Collection,
  findCollection,
  findDatabase,
  isAvailable,
} from "../store/collections";
import type { ApiNames } from "./api-names";

/**
 * The collection that the path names. Throws errors of the same type, too, for a disabled database or collection, which
 * only servers may use.
 */
export function requireParent(call: Call, { parentIdParam, parentLabel, errors }: ApiNames): Collection {
  const { db } = call.backend;
  const isServer = call.caller.kind === "key";
  const [databaseId, parentId] = [call.param("databaseId"), call.param(parentIdParam)];
  const database = findDatabase(db, databaseId);
  if (!database || (!database.isEnabled && !isServer)) {
    const message = `Database with the requested ID '${databaseId}' could not be found.`;
    throw new AppwriteError("database_not_found", message);
  }
  const collection = findCollection(db, databaseId, parentId);
  if (!collection || (!collection.isEnabled && !isServer)) {
    const message = `${parentLabel} with the requested ID '${parentId}' could not be found.`;
    throw new AppwriteError(errors.parentNotFound, message);
  }
  return collection;
}

/** The attributes that a real server has finished building. */
export function availableAttributes(collection: Collection, now: Date): Attribute[] {
  return collection.attributes.filter((attribute) => isAvailable(attribute, now));
}

/** The attributes that queries may use. */
export function queryableAttributes(collection: Collection, now: Date): ReadonlySet<string> {
  const own = availableAttributes(collection, now).filter(({ isEncrypted }) => !isEncrypted);
  return new Set([...own.map(({ key }) => key), "$id", "$createdAt", "$updatedAt", "$permissions", "$sequence"]);
}

export type Data = Record<string, AttributeValue>;

/** Validates a document's data, and adds defaults. Throws an error of `errorType`, with a real server's message. */
export function requireStructure(
  attributes: readonly Attribute[],
  data: Record<string, unknown>,
  errorType: ErrorType,
): Data {
  const invalid = (reason: string) => new AppwriteError(errorType, `Invalid document structure: ${reason}`);
  const valid: Data = {};
  for (const attribute of attributes) {
    const isMissing = data[attribute.key] === undefined || data[attribute.key] === null;
    if (attribute.isRequired && isMissing) throw invalid(`Missing required attribute "${attribute.key}"`);
    if (attribute.default !== null && data[attribute.key] === undefined) valid[attribute.key] = attribute.default;
  }
  for (const [name, value] of Object.entries(data)) {
    const attribute = attributes.find(({ key }) => key === name);
    if (!attribute) throw invalid(`Unknown attribute: "${name}"`);
    const error = valueError(attribute, value);
    if (error !== null) throw invalid(`Attribute "${name}" has ${error}`);
    valid[name] = value as AttributeValue;
  }
  return valid;
}
