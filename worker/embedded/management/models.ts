// Databases, collections, attributes and indexes as response bodies.
import type { Row } from "../http/queries";
import { type Attribute, type Collection, type Index, isAvailable, type StoredDatabase } from "../store/collections";
import type { Vocabulary } from "./vocabulary";

export function databaseModel(database: StoredDatabase): Row {
  return {
    $id: database.id,
    name: database.name,
    $createdAt: database.createdAt,
    $updatedAt: database.updatedAt,
    enabled: database.isEnabled,
    type: database.type,
    status: "ready",
  };
}

export function collectionModel(collection: Collection, vocabulary: Vocabulary, now: Date): Row {
  return {
    $id: collection.id,
    $createdAt: collection.createdAt,
    $updatedAt: collection.updatedAt,
    $permissions: collection.permissions,
    databaseId: collection.databaseId,
    name: collection.name,
    enabled: collection.isEnabled,
    [vocabulary.security]: collection.hasDocumentSecurity,
    [vocabulary.attributes]: collection.attributes.map((attribute) => attributeModel(attribute, now)),
    indexes: collection.indexes.map((index) => indexModel(index, vocabulary, now)),
    bytesMax: 65_535,
    bytesUsed: 0,
  };
}

/** Strings with a format have no size, and only plain strings can be encrypted. */
export function attributeModel(attribute: Attribute, now: Date): Row {
  const isPlainString = ["string", "varchar", "text"].includes(attribute.type) && attribute.format === "";
  const isNumber = attribute.type === "integer" || attribute.type === "double";
  return {
    key: attribute.key,
    type: attribute.type,
    status: isAvailable(attribute, now) ? "available" : "processing",
    error: "",
    required: attribute.isRequired,
    array: attribute.isArray,
    $createdAt: attribute.createdAt,
    $updatedAt: attribute.createdAt,
    ...(isPlainString && attribute.type !== "text" && { size: attribute.size }),
    ...(isPlainString && { encrypt: attribute.isEncrypted }),
    ...(attribute.format !== "" && { format: attribute.format }),
    ...(attribute.elements && { elements: attribute.elements }),
    ...(isNumber && { min: attribute.min ?? null, max: attribute.max ?? null }),
    default: attribute.default,
  };
}

export function indexModel(index: Index, { attributes }: Vocabulary, now: Date): Row {
  return {
    $id: index.key,
    $createdAt: index.createdAt,
    $updatedAt: index.createdAt,
    key: index.key,
    type: index.type,
    status: isAvailable(index, now) ? "available" : "processing",
    error: "",
    [attributes]: index.attributes,
    lengths: index.lengths,
    orders: index.orders,
  };
}
