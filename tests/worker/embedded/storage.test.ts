import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { AppwriteUnderTest, CHUNK_BYTES, chunkOf, chunksOf, FILES, KEY, noise } from "./appwrite-under-test";

const FILE_BYTES = 2 * CHUNK_BYTES + 1000;
const big = noise(FILE_BYTES);
const bigDigest = digest(big);

function digest(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

async function download(appwrite: AppwriteUnderTest, id: string, range?: string): Promise<Uint8Array> {
  const headers: Record<string, string> = range ? { Range: range } : {};
  const response = await appwrite.fetch("GET", `${FILES}/${id}/download`, { as: KEY, headers });
  return new Uint8Array(await response.arrayBuffer());
}

function readAny(id: string) {
  return { id, permissions: ['read("any")'] };
}

async function storedObjects(prefix: string): Promise<number> {
  const { EMBEDDED_FILES } = env as unknown as { EMBEDDED_FILES: R2Bucket };
  return (await EMBEDDED_FILES.list({ prefix })).objects.length;
}

test.each([
  ["in order", [0, 1, 2]],
  ["last chunk first", [2, 0, 1]],
  ["backwards", [2, 1, 0]],
  ["first chunk last", [1, 2, 0]],
  ["with repeats", [0, 2, 0, 2, 1]],
])("chunks %s come back as the file that was sent", async (name, order) => {
  const appwrite = await AppwriteUnderTest.create();
  const id = name.replaceAll(" ", "-");
  const counts: number[] = [];
  for (const index of order) {
    const { status, json } = await appwrite.upload({ ...readAny(id), ...chunkOf(big, index) }, KEY);
    expect(status).toBe(201);
    counts.push(json.chunksUploaded);
  }
  expect(counts.at(-1)).toBe(3);
  expect(new Set(counts).size).toBe(3);
  expect(digest(await download(appwrite, id))).toBe(bigDigest);
  expect(await storedObjects(`files/${id}/`)).toBe(3);
  const { json } = await appwrite.call("GET", `${FILES}/${id}`, { as: KEY });
  expect(json).toMatchObject({ signature: bigDigest, sizeOriginal: FILE_BYTES, chunksTotal: 3 });
});

test("chunks sent at the same time come back as the file that was sent", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const chunks = [...chunksOf(big), ...chunksOf(big)];
  const replies = await Promise.all(chunks.map((chunk) => appwrite.upload({ ...readAny("at-once"), ...chunk }, KEY)));
  expect(replies.every(({ status }) => status === 200 || status === 201)).toBe(true);
  expect(digest(await download(appwrite, "at-once"))).toBe(bigDigest);
  expect(await storedObjects("files/at-once/")).toBe(3);
});

test("of one chunk with different bytes the first stay", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const bytes = noise(CHUNK_BYTES + 10);
  await appwrite.upload({ ...readAny("first-stays"), ...chunkOf(bytes) }, KEY);
  await appwrite.upload({ ...readAny("first-stays"), ...chunkOf(bytes), bytes: noise(CHUNK_BYTES, 7) }, KEY);
  await appwrite.upload({ ...readAny("first-stays"), ...chunkOf(bytes, 1) }, KEY);
  expect(digest(await download(appwrite, "first-stays"))).toBe(digest(bytes));
});

test.each([
  ["within a chunk", 10, 19],
  ["across two chunks", CHUNK_BYTES - 5, CHUNK_BYTES + 4],
  ["across all three", CHUNK_BYTES - 1, 2 * CHUNK_BYTES],
  ["of the last byte", FILE_BYTES - 1, FILE_BYTES - 1],
])("a range %s", async (name, start, end) => {
  const appwrite = await AppwriteUnderTest.create();
  const id = name.replaceAll(" ", "-");
  for (const chunk of chunksOf(big)) await appwrite.upload({ ...readAny(id), ...chunk }, KEY);
  expect(await download(appwrite, id, `bytes=${start}-${end}`)).toEqual(big.slice(start, end + 1));
});

test("an open range reaches to the end, and one beyond it is cut", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const bytes = noise(100);
  await appwrite.upload({ ...readAny("ranges"), bytes }, KEY);
  expect(await download(appwrite, "ranges", "bytes=90-")).toEqual(bytes.slice(90));
  expect(await download(appwrite, "ranges", "bytes=90-5000")).toEqual(bytes.slice(90));
});

test("an incomplete file has no content, and no chunk of a deleted one remains", async () => {
  const appwrite = await AppwriteUnderTest.create();
  await appwrite.upload({ ...readAny("incomplete"), ...chunkOf(big) }, KEY);
  expect((await appwrite.call("GET", `${FILES}/incomplete/download`, { as: KEY })).status).toBe(404);
  expect((await appwrite.call("DELETE", `${FILES}/incomplete`, { as: KEY })).status).toBe(204);
  expect(await storedObjects("files/incomplete/")).toBe(0);
  expect((await appwrite.call("GET", `${FILES}/incomplete`, { as: KEY })).status).toBe(404);
});

test("an empty file is kept", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { status, json } = await appwrite.upload({ ...readAny("empty"), bytes: new Uint8Array() }, KEY);
  expect(status).toBe(201);
  expect(json).toMatchObject({ sizeOriginal: 0, mimeType: "application/x-empty" });
  expect(await download(appwrite, "empty")).toHaveLength(0);
});

test.each([
  ["cv.pdf", "%PDF-1.7\n", "application/pdf"],
  ["cv.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/msword"],
  [
    "cv.docx",
    "PK\x03\x04\x14\x00[Content_Types].xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  ["work.zip", "PK\x03\x04\x14\x00photo.jpg", "application/zip"],
  ["notes.pdf", "only some words", "text/plain"],
])("%s is told by its bytes", async (name, start, type) => {
  const appwrite = await AppwriteUnderTest.create();
  const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0));
  expect((await appwrite.upload({ name, bytes }, KEY)).json.mimeType).toBe(type);
});

test("a file is handed from the server to a member, who alone may then read, rename and delete it", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  const path = `${FILES}/handed-over`;
  await appwrite.upload(
    { id: "handed-over", name: "cv.pdf", bytes: noise(50), permissions: ['read("user:later")'] },
    KEY,
  );
  expect((await appwrite.call("GET", path, { as: asha.session })).status).toBe(404);
  const permissions = ["read", "update", "delete"].map((action) => `${action}("user:${asha.id}")`);
  await appwrite.call("PUT", path, { as: KEY, body: { permissions } });
  expect((await appwrite.call("GET", path, { as: asha.session })).status).toBe(200);
  expect((await appwrite.call("GET", `${path}/view`, { as: bina.session })).status).toBe(404);
  expect((await appwrite.call("PUT", path, { as: bina.session, body: { name: "mine.pdf" } })).status).toBe(401);
  expect((await appwrite.call("PUT", path, { as: asha.session, body: { name: "asha.pdf" } })).json.name).toBe(
    "asha.pdf",
  );
  expect((await appwrite.call("DELETE", path, { as: bina.session })).status).toBe(401);
  expect((await appwrite.call("DELETE", path, { as: asha.session })).status).toBe(204);
});

test("a body over 12 MiB is refused before it is read", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const reply = await appwrite.upload({ bytes: new Uint8Array(12 * 1024 * 1024 + 1) }, KEY);
  expect(reply.status).toBe(413);
});

test("a name with quotes keeps them, in the file and in its header", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { json } = await appwrite.upload({ ...readAny("quoted"), name: 'my "best" work.zip', bytes: noise(10) }, KEY);
  expect(json.name).toBe('my "best" work.zip');
  const response = await appwrite.fetch("GET", `${FILES}/quoted/download`);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="my "best" work.zip"');
  expect(await response.arrayBuffer()).toHaveProperty("byteLength", 10);
});
