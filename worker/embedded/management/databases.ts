// The endpoints that set up databases and collections: for API keys alone, under both names (see vocabulary.ts).
import { type Call, json, noContent, type Route } from "../http/call";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import { parentPermissionList } from "../http/permissions";
import { boolean, customId, InvalidValue, type Rule } from "../http/rules";
import { uniqueId } from "../project/ids";
import {
  type Attribute,
  type Collection,
  deletePart,
  findCollection,
  findDatabase,
  type Index,
  insertAttribute,
  insertCollection,
  insertDatabase,
  insertIndex,
  isAvailable,
  type StoredDatabase,
  updateCollection,
} from "../store/collections";
import { parseAttribute, SHAPES } from "./attribute-types";
import { attributeModel, collectionModel, databaseModel, indexModel } from "./models";
import { key, name } from "./rules";
import { VOCABULARIES, type Vocabulary } from "./vocabulary";

const INDEX_TYPES: readonly string[] = ["key", "fulltext", "unique", "spatial"];

export const databaseRoutes: Route[] = VOCABULARIES.flatMap((vocabulary) => {
  const { databasesPath, collectionPath, collectionsSegment, attributesSegment, scopes } = vocabulary;
  const databasePath = `${databasesPath}/:databaseId`;
  const attributesPath = `${collectionPath}/${attributesSegment}`;
  const indexesPath = `${collectionPath}/indexes`;
  const route = (
    method: Route["method"],
    path: string,
    scope: Route["scope"],
    handle: (call: Call, vocabulary: Vocabulary) => Response,
  ): Route => ({ method, paths: [path], scope, handle: (call) => handle(call, vocabulary) });
  return [
    route("POST", databasesPath, "databases.write", createDatabase),
    route("GET", databasePath, "databases.read", (call) => json(databaseModel(requireDatabase(call)))),
    route("POST", `${databasePath}/${collectionsSegment}`, scopes.write, createCollection),
    route("GET", collectionPath, scopes.read, (call) => collectionResponse(call, vocabulary, 200)),
    route("PUT", collectionPath, scopes.write, changeCollection),
    ...Object.keys(SHAPES).map((kind) =>
      route("POST", `${attributesPath}/${kind}`, scopes.writeAttributes, (call) =>
        createAttribute(call, vocabulary, kind),
      ),
    ),
    route("GET", attributesPath, scopes.readAttributes, listAttributes),
    route("GET", `${attributesPath}/:key`, scopes.readAttributes, (call) =>
      json(attributeModel(requireAttribute(call, vocabulary), call.now)),
    ),
    route("DELETE", `${attributesPath}/:key`, scopes.writeAttributes, deleteAttribute),
    route("POST", indexesPath, scopes.writeIndexes, createIndex),
    route("GET", indexesPath, scopes.readIndexes, listIndexes),
    route("GET", `${indexesPath}/:key`, scopes.readIndexes, (call) =>
      json(indexModel(requireIndex(call, vocabulary), vocabulary, call.now)),
    ),
    route("DELETE", `${indexesPath}/:key`, scopes.writeIndexes, deleteIndex),
  ];
});

function createDatabase(call: Call, { databaseType }: Vocabulary): Response {
  const { fields } = call.body;
  const id = chosenId(call, required(fields, "databaseId", customId));
  const settings = {
    id,
    name: required(fields, "name", name),
    isEnabled: optional(fields, "enabled", boolean, true),
    type: databaseType,
  };
  const { db } = call.backend;
  const database = db.transaction(() => insertDatabase(db, settings, call.now));
  if (database) return json(databaseModel(database), 201);
  throw new AppwriteError(
    "database_already_exists",
    `Database with the requested ID '${id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.`,
  );
}

function createCollection(call: Call, vocabulary: Vocabulary): Response {
  const { fields } = call.body;
  const id = chosenId(call, required(fields, vocabulary.collectionId, customId));
  const settings = {
    id,
    databaseId: call.param("databaseId"),
    name: required(fields, "name", name),
    permissions: optional(fields, "permissions", parentPermissionList, []),
    hasDocumentSecurity: optional(fields, vocabulary.security, boolean, false),
    isEnabled: optional(fields, "enabled", boolean, true),
  };
  requireDatabase(call);
  const { db } = call.backend;
  const collection = db.transaction(() => insertCollection(db, settings, call.now));
  if (collection) return json(collectionModel(collection, vocabulary, call.now), 201);
  throw new AppwriteError(
    vocabulary.errors.exists,
    `A ${vocabulary.words.collection.toLowerCase()} with the requested ID '${id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.`,
  );
}

/** Permissions and name stay when they are not given; the rest gets its default, as on a real server. */
function changeCollection(call: Call, vocabulary: Vocabulary): Response {
  const { fields } = call.body;
  const newName = optional(fields, "name", name, null);
  const permissions = optional(fields, "permissions", parentPermissionList, null);
  const hasDocumentSecurity = optional(fields, vocabulary.security, boolean, false);
  const isEnabled = optional(fields, "enabled", boolean, true);
  const collection = requireCollection(call, vocabulary);
  const { db } = call.backend;
  db.transaction(() =>
    updateCollection(
      db,
      {
        ...collection,
        name: newName ?? collection.name,
        permissions: permissions ?? collection.permissions,
        hasDocumentSecurity,
        isEnabled,
      },
      call.now,
    ),
  );
  return collectionResponse(call, vocabulary, 200);
}

function collectionResponse(call: Call, vocabulary: Vocabulary, status: number): Response {
  return json(collectionModel(requireCollection(call, vocabulary), vocabulary, call.now), status);
}

function createAttribute(call: Call, vocabulary: Vocabulary, kind: string): Response {
  const definition = parseAttribute(call, kind);
  const collection = requireCollection(call, vocabulary);
  const { errors, words } = vocabulary;
  if (definition.default !== null && (definition.isRequired || definition.isArray)) {
    const subject = definition.isRequired ? `required ${vocabulary.attributes}` : `array ${vocabulary.attributes}`;
    throw new AppwriteError(errors.defaultUnsupported, `Cannot set default value for ${subject}`);
  }
  const { db } = call.backend;
  const attribute = db.transaction(() => insertAttribute(db, collection, definition, call.now));
  if (attribute) return json(attributeModel(attribute, call.now), 202);
  throw new AppwriteError(
    errors.attributeExists,
    `${words.attribute} with the requested key '${definition.key}' already exists. ${words.attribute} keys must be unique, try again with a different key.`,
  );
}

function listAttributes(call: Call, vocabulary: Vocabulary): Response {
  const { attributes } = requireCollection(call, vocabulary);
  const models = attributes.map((attribute) => attributeModel(attribute, call.now));
  return json({ total: models.length, [vocabulary.attributes]: models });
}

function deleteAttribute(call: Call, vocabulary: Vocabulary): Response {
  const collection = requireCollection(call, vocabulary);
  const attribute = requireAttribute(call, vocabulary);
  if (collection.indexes.some(({ attributes }) => attributes.includes(attribute.key))) {
    throw new AppwriteError(
      vocabulary.errors.indexDependency,
      `${vocabulary.words.attribute} '${attribute.key}' cannot be renamed or deleted. Please remove the associated index first.`,
    );
  }
  const { db } = call.backend;
  db.transaction(() => deletePart(db, "attributes", collection, attribute.key));
  return noContent();
}

const indexType: Rule<string> = (value) => {
  if (typeof value === "string" && INDEX_TYPES.includes(value)) return value;
  throw new InvalidValue(`Value must be one of (${INDEX_TYPES.join(", ")})`);
};

const list: Rule<unknown[]> = (value) => {
  if (Array.isArray(value)) return value;
  throw new InvalidValue("Value must a valid array no longer than 100 items");
};

function createIndex(call: Call, vocabulary: Vocabulary): Response {
  const { fields } = call.body;
  const definition = {
    key: required(fields, "key", key),
    type: required(fields, "type", indexType),
    attributes: required(fields, vocabulary.attributes, list).map(String),
    orders: optional(fields, "orders", list, []).map(String),
    lengths: optional(fields, "lengths", list, []).map((length) => Number(length) || null),
  };
  const collection = requireCollection(call, vocabulary);
  for (const each of definition.attributes) requireIndexable(call, vocabulary, collection, each);
  const { db } = call.backend;
  const index = db.transaction(() => insertIndex(db, collection, definition, call.now));
  if (index) return json(indexModel(index, vocabulary, call.now), 202);
  throw new AppwriteError(
    vocabulary.errors.indexExists,
    `Index with the requested key '${definition.key}' already exists. Try again with a different key.`,
  );
}

function requireIndexable(call: Call, { errors, words }: Vocabulary, collection: Collection, wanted: string): void {
  if (["$id", "$createdAt", "$updatedAt"].includes(wanted)) return;
  const attribute = collection.attributes.find((each) => each.key === wanted);
  const word = words.attribute.toLowerCase();
  if (!attribute) {
    throw new AppwriteError(
      errors.attributeUnknown,
      `The ${word} '${wanted}' required for the index could not be found. Please confirm all your ${word}s are in the available state.`,
    );
  }
  if (!isAvailable(attribute, call.now)) {
    throw new AppwriteError(
      errors.attributeNotAvailable,
      `The requested ${word} '${wanted}' is not yet available. Please try again later.`,
    );
  }
}

function listIndexes(call: Call, vocabulary: Vocabulary): Response {
  const { indexes } = requireCollection(call, vocabulary);
  return json({ total: indexes.length, indexes: indexes.map((index) => indexModel(index, vocabulary, call.now)) });
}

function deleteIndex(call: Call, vocabulary: Vocabulary): Response {
  const collection = requireCollection(call, vocabulary);
  const index = requireIndex(call, vocabulary);
  const { db } = call.backend;
  db.transaction(() => deletePart(db, "indexes", collection, index.key));
  return noContent();
}

function chosenId(call: Call, id: string): string {
  return id === "unique()" ? uniqueId(call.now) : id;
}

function requireDatabase(call: Call): StoredDatabase {
  const id = call.param("databaseId");
  const database = findDatabase(call.backend.db, id);
  if (database) return database;
  throw new AppwriteError("database_not_found", `Database with the requested ID '${id}' could not be found.`);
}

function requireCollection(call: Call, vocabulary: Vocabulary): Collection {
  const database = requireDatabase(call);
  const id = call.param(vocabulary.collectionId);
  const collection = findCollection(call.backend.db, database.id, id);
  if (collection) return collection;
  const message = `${vocabulary.words.collection} with the requested ID '${id}' could not be found.`;
  throw new AppwriteError(vocabulary.errors.notFound, message);
}

function requireAttribute(call: Call, vocabulary: Vocabulary): Attribute {
  const wanted = call.param("key");
  const attribute = requireCollection(call, vocabulary).attributes.find((each) => each.key === wanted);
  if (attribute) return attribute;
  const message = `${vocabulary.words.attribute} with the requested key '${wanted}' could not be found.`;
  throw new AppwriteError(vocabulary.errors.attributeNotFound, message);
}

function requireIndex(call: Call, vocabulary: Vocabulary): Index {
  const wanted = call.param("key");
  const index = requireCollection(call, vocabulary).indexes.find((each) => each.key === wanted);
  if (index) return index;
  const message = `Index with the requested key '${wanted}' could not be found.`;
  throw new AppwriteError(vocabulary.errors.indexNotFound, message);
}
