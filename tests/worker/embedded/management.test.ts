// Databases, collections, attributes, indexes and platforms that a server sets up, and what they rule.
import { describe, expect, test } from "vitest";
import { AppwriteUnderTest, FILES, KEY, noise } from "./appwrite-under-test";

const SHOP = "/v1/databases/shop";
const GOODS = `${SHOP}/collections/goods`;
const TABLE = "/v1/tablesdb/shop/tables/goods";

/** A database with an empty collection in which members may create documents. */
async function createShop(collection: object = {}): Promise<AppwriteUnderTest> {
  const appwrite = await AppwriteUnderTest.create();
  await post(appwrite, "/v1/databases", { databaseId: "shop", name: "Shop" });
  await post(appwrite, `${SHOP}/collections`, {
    collectionId: "goods",
    name: "Goods",
    permissions: ['create("users")'],
    documentSecurity: true,
    ...collection,
  });
  return appwrite;
}

async function post(appwrite: AppwriteUnderTest, path: string, body: object) {
  const reply = await appwrite.call("POST", path, { as: KEY, body });
  expect(reply.status).toBeOneOf([201, 202]);
  return reply.json;
}

const get = async (appwrite: AppwriteUnderTest, path: string) => (await appwrite.call("GET", path, { as: KEY })).json;

test("both APIs show one thing under two names", async () => {
  const appwrite = await createShop();
  await post(appwrite, `${TABLE}/columns/string`, { key: "title", size: 40, required: true });
  await post(appwrite, `${GOODS}/attributes/boolean`, { key: "sold", required: false, default: false });
  const parts = [
    { key: "title", type: "string", size: 40, required: true, array: false, encrypt: false, default: null },
    { key: "sold", type: "boolean", required: false, default: false },
  ];
  expect(await get(appwrite, GOODS)).toMatchObject({ databaseId: "shop", documentSecurity: true, attributes: parts });
  expect(await get(appwrite, TABLE)).toMatchObject({ databaseId: "shop", rowSecurity: true, columns: parts });
  expect(await get(appwrite, `${TABLE}/columns`)).toMatchObject({ total: 2, columns: parts });
});

test("attributes and indexes are available after a moment, one after another", async () => {
  const appwrite = await createShop();
  const index = { key: "by_title", type: "key", attributes: ["title"] };
  const createIndex = () => appwrite.call("POST", `${GOODS}/indexes`, { as: KEY, body: index });
  expect((await createIndex()).json.type).toBe("attribute_unknown");
  expect(await post(appwrite, `${GOODS}/attributes/string`, { key: "title", size: 40, required: true })).toMatchObject({
    status: "processing",
  });
  expect((await createIndex()).json.type).toBe("attribute_not_available");
  const document = { documentId: "unique()", data: { title: "Lamp" } };
  const early = await appwrite.call("POST", `${GOODS}/documents`, { as: KEY, body: document });
  expect(early.json).toMatchObject({ type: "document_invalid_structure" });
  await appwrite.wait(0.1);
  expect(await get(appwrite, `${GOODS}/attributes/title`)).toMatchObject({ status: "available" });
  expect(await createIndex()).toMatchObject({ status: 202, json: { status: "processing" } });
  await appwrite.wait(0.1);
  expect(await get(appwrite, `${TABLE}/indexes/by_title`)).toMatchObject({ status: "available", columns: ["title"] });
});

describe("what is taken or missing has an error of its own type", () => {
  test.each<[method: string, path: string, body: object | undefined, status: number, type: string]>([
    ["POST", "/v1/databases", { databaseId: "shop", name: "x" }, 409, "database_already_exists"],
    ["POST", `${SHOP}/collections`, { collectionId: "goods", name: "x" }, 409, "collection_already_exists"],
    ["POST", "/v1/tablesdb/shop/tables", { tableId: "goods", name: "x" }, 409, "table_already_exists"],
    ["POST", `${GOODS}/attributes/email`, { key: "title", required: false }, 409, "attribute_already_exists"],
    ["POST", `${TABLE}/columns/url`, { key: "title", required: false }, 409, "column_already_exists"],
    ["POST", `${GOODS}/indexes`, { key: "by_title", type: "key", attributes: ["$id"] }, 409, "index_already_exists"],
    [
      "POST",
      `${TABLE}/indexes`,
      { key: "by_title", type: "key", columns: ["$id"] },
      409,
      "column_index_already_exists",
    ],
    ["DELETE", `${GOODS}/attributes/title`, undefined, 409, "index_dependency"],
    ["GET", "/v1/databases/none", undefined, 404, "database_not_found"],
    ["GET", `${SHOP}/collections/none`, undefined, 404, "collection_not_found"],
    ["GET", "/v1/tablesdb/shop/tables/none", undefined, 404, "table_not_found"],
    ["GET", `${GOODS}/attributes/none`, undefined, 404, "attribute_not_found"],
    ["GET", `${TABLE}/columns/none`, undefined, 404, "column_not_found"],
    ["GET", `${GOODS}/indexes/none`, undefined, 404, "index_not_found"],
    ["POST", `${GOODS}/attributes/string`, { key: "x", required: false }, 400, "general_argument_invalid"],
    [
      "POST",
      `${GOODS}/attributes/boolean`,
      { key: "x", required: true, default: true },
      400,
      "attribute_default_unsupported",
    ],
    ["POST", `${GOODS}/indexes`, { key: "x", type: "hash", attributes: ["title"] }, 400, "general_argument_invalid"],
    ["POST", "/v1/storage/buckets", { bucketId: "files", name: "x" }, 409, "storage_bucket_already_exists"],
  ])("%s %s %j", async (method, path, body, status, type) => {
    const appwrite = await createShop();
    await post(appwrite, `${GOODS}/attributes/string`, { key: "title", size: 40, required: true });
    await appwrite.wait(0.1);
    await post(appwrite, `${GOODS}/indexes`, { key: "by_title", type: "key", attributes: ["title"] });
    expect(await appwrite.call(method, path, { as: KEY, body })).toMatchObject({ status, json: { type } });
  });
});

test("only a key with the scope may set anything up", async () => {
  const appwrite = await createShop();
  const { session } = await appwrite.join();
  for (const path of [GOODS, TABLE, SHOP]) {
    const { status, json } = await appwrite.call("GET", path, { as: session });
    expect({ status, type: json.type }).toEqual({ status: 401, type: "general_unauthorized_scope" });
  }
  const key = await post(appwrite, "/v1/project/keys", { keyId: "unique()", name: "Tables", scopes: ["tables.read"] });
  const headers = { "X-Appwrite-Key": key.secret };
  expect((await appwrite.call("GET", TABLE, { headers })).status).toBe(200);
  // The older endpoints know the older scopes alone.
  expect((await appwrite.call("GET", GOODS, { headers })).json).toMatchObject({
    message: expect.stringContaining('missing scopes (["collections.read"])'),
  });
  const body = { key: "x", required: false };
  expect((await appwrite.call("POST", `${TABLE}/columns/boolean`, { headers, body })).json).toMatchObject({
    message: expect.stringContaining('["tables.write","collections.write","columns.write","attributes.write"]'),
  });
});

describe("documents obey their collection", () => {
  test.each<[kind: string, definition: object, valid: unknown, invalid: unknown, reason: string]>([
    ["string", { size: 5 }, "Lamp", "Lantern", "invalid type. Value must be a valid string and no longer than 5 chars"],
    ["boolean", {}, true, "yes", "invalid type. Value must be a valid boolean"],
    ["integer", { min: 1, max: 9 }, 9, 10, "invalid format. Value must be a valid range between 1 and 9"],
    ["float", {}, 2.5, "2.5", "invalid type. Value must be a valid float"],
    ["email", {}, "a@example.org", "a@b", "invalid format. Value must be a valid email address"],
    ["url", {}, "https://example.org", "example", "invalid format. Value must be a valid URL"],
    ["enum", { elements: ["red", "blue"] }, "red", "green", "invalid format. Value must be one of (red, blue)"],
    ["datetime", {}, "2026-11-21T12:00:00.000Z", "soon", "invalid type. Value must be valid date"],
    ["string", { size: 5, array: true }, ["a", "b"], ["a", 1], "invalid type. Value must be a valid string"],
  ])("%s %j", async (kind, definition, valid, invalid, reason) => {
    const appwrite = await createShop();
    await post(appwrite, `${GOODS}/attributes/${kind}`, { key: "value", required: false, ...definition });
    await appwrite.wait(0.1);
    const create = (value: unknown) =>
      appwrite.call("POST", `${GOODS}/documents`, { as: KEY, body: { documentId: "unique()", data: { value } } });
    expect(await create(valid)).toMatchObject({ status: 201, json: { value: valid } });
    expect((await create(invalid)).json).toMatchObject({
      type: "document_invalid_structure",
      message: expect.stringContaining(`Attribute "value" has ${reason}`),
    });
  });

  test("a default stands for a value that was not given", async () => {
    const appwrite = await createShop();
    await post(appwrite, `${GOODS}/attributes/boolean`, { key: "sold", required: false, default: false });
    await post(appwrite, `${GOODS}/attributes/integer`, { key: "price", required: false });
    await appwrite.wait(0.2);
    const body = { documentId: "lamp", data: { price: 3 } };
    expect((await appwrite.call("POST", `${GOODS}/documents`, { as: KEY, body })).json).toMatchObject({ sold: false });
  });

  test("one id may stand in two collections", async () => {
    const appwrite = await createShop();
    await post(appwrite, `${SHOP}/collections`, { collectionId: "orders", name: "Orders" });
    for (const collection of ["goods", "orders"]) {
      const path = `${SHOP}/collections/${collection}`;
      await post(appwrite, `${path}/attributes/boolean`, { key: "paid", required: false });
      await appwrite.wait(0.1);
      await post(appwrite, `${path}/documents`, { documentId: "one", data: { paid: true } });
      expect(await get(appwrite, `${path}/documents`)).toMatchObject({
        total: 1,
        documents: [{ $id: "one", $collectionId: collection, $databaseId: "shop" }],
      });
    }
  });

  test("their own permissions count only with document security", async () => {
    const appwrite = await createShop({ documentSecurity: false });
    await post(appwrite, `${GOODS}/attributes/boolean`, { key: "sold", required: false });
    await appwrite.wait(0.1);
    const asha = await appwrite.join();
    const body = { documentId: "lamp", data: { sold: false } };
    expect((await appwrite.call("POST", `${GOODS}/documents`, { as: asha.session, body })).status).toBe(201);
    const read = async () => (await appwrite.call("GET", `${GOODS}/documents/lamp`, { as: asha.session })).status;
    expect(await read()).toBe(404);
    await appwrite.call("PUT", GOODS, { as: KEY, body: { documentSecurity: true } });
    expect(await read()).toBe(200);
    await appwrite.call("PUT", GOODS, { as: KEY, body: { documentSecurity: true, enabled: false } });
    expect(await read()).toBe(404);
    expect((await appwrite.call("GET", `${GOODS}/documents/lamp`, { as: KEY })).status).toBe(200);
  });

  test("a permission of the collection holds for all of them", async () => {
    const appwrite = await createShop({ permissions: ['read("users")'] });
    await post(appwrite, `${GOODS}/attributes/boolean`, { key: "sold", required: false });
    await appwrite.wait(0.1);
    await post(appwrite, `${GOODS}/documents`, { documentId: "lamp", data: { sold: false } });
    const { session } = await appwrite.join();
    expect((await appwrite.call("GET", `${GOODS}/documents/lamp`, { as: session })).status).toBe(200);
    expect((await appwrite.call("GET", `${GOODS}/documents/lamp`)).status).toBe(404);
    const body = { documentId: "vase", data: { sold: false } };
    expect((await appwrite.call("POST", `${GOODS}/documents`, { as: session, body })).status).toBe(401);
  });
});

test("a file obeys its bucket as it is now", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const upload = () => appwrite.upload({ name: "cv.pdf", bytes: noise(100) }, session);
  expect((await upload()).status).toBe(201);
  const bucket = { name: "files", permissions: ['create("users")'], fileSecurity: true };
  const change = (settings: object) =>
    appwrite.call("PUT", FILES.replace(/\/files$/, ""), { as: KEY, body: { ...bucket, ...settings } });
  await change({ maximumFileSize: 99 });
  expect((await upload()).json.type).toBe("storage_invalid_file_size");
  await change({ allowedFileExtensions: ["zip"] });
  expect((await upload()).json.type).toBe("storage_file_type_unsupported");
});

test("a file's own permissions count only with file security", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  await appwrite.upload({ id: "cv", name: "cv.pdf", bytes: noise(100) }, asha.session);
  const read = async (as: string) => (await appwrite.call("GET", `${FILES}/cv`, { as })).status;
  expect([await read(asha.session), await read(bina.session)]).toEqual([200, 404]);
  const change = (settings: object) =>
    appwrite.call("PUT", FILES.replace(/\/files$/, ""), { as: KEY, body: { name: "files", ...settings } });
  await change({ fileSecurity: false, permissions: [] });
  expect([await read(asha.session), await read(KEY)]).toEqual([401, 200]);
  await change({ fileSecurity: true, permissions: ['read("users")'] });
  expect([await read(asha.session), await read(bina.session)]).toEqual([200, 200]);
});

test("links are mailed to registered hosts, and browsers call from them", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const verify = () =>
    appwrite.call("POST", "/v1/account/verification", { as: session, body: { url: "https://hub.example.in/verify" } });
  const headers = { Origin: "https://hub.example.in" };
  expect((await verify()).status).toBe(400);
  expect((await appwrite.call("GET", "/v1/locale", { headers })).status).toBe(403);
  const platform = { platformId: "hub", name: "Hub", hostname: "hub.example.in" };
  expect(await post(appwrite, "/v1/project/platforms/web", platform)).toMatchObject({ type: "web", $id: "hub" });
  expect((await verify()).status).toBe(201);
  const reply = await appwrite.call("GET", "/v1/locale", { headers });
  expect(reply.headers.get("access-control-allow-origin")).toBe("https://hub.example.in");
  const again = await appwrite.call("POST", "/v1/project/platforms/web", { as: KEY, body: platform });
  expect(again).toMatchObject({ status: 409, json: { type: "platform_already_exists" } });
  expect(await get(appwrite, "/v1/project/platforms")).toMatchObject({
    total: 3,
    platforms: [{ hostname: "localhost" }, { hostname: "app.example.org" }, { hostname: "hub.example.in" }],
  });
});
