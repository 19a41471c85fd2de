// What the embedded Appwrite has acknowledged survives a restart, and a kill -9 in the middle of writes. What was deleted does not.
// @module-tag own-server
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeDataDirectory, type Standalone, startStandalone } from "./standalone.ts";

const PASSWORD = "Tulsi-river-48";
const CHUNK_BYTES = 5 * 1024 * 1024;
const FILES = "/storage/buckets/files/files";
const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function createDirectory(): Promise<string> {
  const { path, remove } = await makeDataDirectory();
  cleanUps.push(remove);
  return path;
}

/** Which of these texts are somewhere in the bytes of a file in the directory. */
function findOnDisk(directory: string, texts: readonly string[]): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return texts.filter((text) => bytes.some((each) => each.includes(text)));
}

/** @param path where the servers store their data */
async function createServerStarter(path?: string): Promise<() => Promise<Standalone>> {
  const directory = path ?? (await createDirectory());
  return async () => {
    const server = await startStandalone(directory);
    let isRunning = true;
    const stop: Standalone["stop"] = async (signal) => {
      if (!isRunning) return;
      isRunning = false;
      await server.stop(signal);
    };
    cleanUps.push(() => stop());
    return { ...server, stop };
  };
}

async function sendChunk(
  server: Standalone,
  id: string,
  bytes: Buffer,
  index: number,
): Promise<Record<string, unknown>> {
  const start = index * CHUNK_BYTES;
  const chunk = bytes.subarray(start, start + CHUNK_BYTES);
  const form = new FormData();
  form.set("fileId", id);
  form.append("permissions[]", 'read("any")');
  form.set("file", new File([chunk as Uint8Array<ArrayBuffer>], "portfolio.zip"));
  const response = await fetch(`${server.origin}/v1${FILES}`, {
    method: "POST",
    headers: {
      "X-Appwrite-Project": "navarambh",
      "X-Appwrite-Key": server.target.settings.apiKey,
      "X-Appwrite-ID": id,
      "Content-Range": `bytes ${start}-${start + chunk.length - 1}/${bytes.length}`,
    },
    body: form,
  });
  if (!response.ok) throw new Error(`Chunk ${index}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Record<string, unknown>>;
}

async function download(server: Standalone, id: string): Promise<Buffer> {
  const response = await fetch(`${server.origin}/v1${FILES}/${id}/download?project=navarambh`);
  return Buffer.from(await response.arrayBuffer());
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test.each([
  ["a restart", "SIGTERM"],
  ["a kill -9", "SIGKILL"],
] as const)("accounts, sessions, documents, mails, keys and half an upload survive %s", async (_, signal) => {
  const start = await createServerStarter();
  const before = await start();
  const { target } = before;
  const credentials = { email: "asha@example.org", password: PASSWORD };
  const user = await target.call("POST", "/account", { body: { userId: "unique()", ...credentials } });
  const { secret } = await target.call("POST", "/account/sessions/email", { body: credentials });
  const data = { id: String(user.$id), Email: credentials.email };
  const documents = "/databases/main/collections/users/documents";
  await target.call("POST", documents, { session: String(secret), body: { documentId: String(user.$id), data } });
  await target.call("POST", "/account/recovery", { body: { email: credentials.email, url: "http://localhost/reset" } });
  const bytes = randomBytes(2 * CHUNK_BYTES + 99);
  await sendChunk(before, "half-sent", bytes, 0);
  await sendChunk(before, "half-sent", bytes, 1);
  await before.stop(signal);

  const after = await start();
  expect(after.target.settings.apiKey).toBe(target.settings.apiKey);
  expect(await after.target.call("GET", "/account", { session: String(secret) })).toMatchObject({ $id: user.$id });
  expect(await after.target.call("GET", `${documents}/${user.$id}`, { session: String(secret) })).toMatchObject(data);
  expect(await after.target.readMails("recovery", credentials.email)).toHaveLength(1);
  expect(await sendChunk(after, "half-sent", bytes, 2)).toMatchObject({ chunksUploaded: 3 });
  expect(digest(await download(after, "half-sent"))).toBe(digest(bytes));
});

test("a kill -9 during writes loses nothing that was acknowledged, and leaves no incomplete file", async () => {
  const start = await createServerStarter();
  const before = await start();
  const names: string[] = [];
  const files = new Map<string, string>();
  const users = (async () => {
    for (let count = 0; ; count += 1) {
      const body = { userId: `user-${count}`, email: `user${count}@example.org` };
      await before.target.call("POST", "/users", { body });
      names.push(body.userId);
    }
  })();
  const uploads = (async () => {
    for (let count = 0; ; count += 1) {
      const bytes = randomBytes(CHUNK_BYTES + 1000);
      await sendChunk(before, `file-${count}`, bytes, 0);
      await sendChunk(before, `file-${count}`, bytes, 1);
      files.set(`file-${count}`, digest(bytes));
      // The user requests go on meanwhile, so that the kill interrupts a write.
      if (files.size === 4) return before.stop("SIGKILL");
    }
  })();
  await Promise.allSettled([users, uploads]);
  expect(files.size).toBe(4);
  expect(names.length).toBeGreaterThan(0);

  const after = await start();
  for (const name of names) expect(await after.target.call("GET", `/users/${name}`)).toMatchObject({ $id: name });
  for (const [id, expected] of files) expect(digest(await download(after, id))).toBe(expected);
});

test.each([
  ["when the server ends", "SIGTERM"],
  ["after a kill -9, when it starts again", "SIGKILL"],
] as const)("a deleted user's bytes are gone from the disk %s", async (_, signal) => {
  const directory = await createDirectory();
  const start = await createServerStarter(directory);
  const before = await start();
  const { target } = before;
  const url = "http://localhost/reset";
  const user = { userId: "zebra-1", email: "zebra@example.org", phone: "+919812345678", name: "Zebra Quagga" };
  await target.call("POST", "/users", { body: { ...user, password: PASSWORD } });
  await target.call("POST", "/account/recovery", { body: { email: user.email, url } });
  await target.tryCall("POST", "/account/sessions/email", {
    session: null,
    body: { email: user.email, password: "Wrong-password" },
  });
  await target.call("PATCH", "/users/zebra-1/email", { body: { email: "quagga@example.org" } });
  await target.call("POST", "/users", { body: { userId: "other-1", email: "other@example.org" } });
  const mails = await target.readMails("recovery", user.email);
  const secret = new URL(mails[0].links[0] ?? "").searchParams.get("secret") ?? "";
  const texts = [user.name, user.email, "quagga@example.org", user.phone, user.userId, secret];
  expect(findOnDisk(directory, texts)).toEqual(texts);
  await target.call("DELETE", "/users/zebra-1");
  await before.stop(signal);
  const left = findOnDisk(directory, texts);
  if (signal === "SIGTERM") expect(left).toEqual([]);
  else expect(left).toContain(user.name);
  const after = await start();
  expect(findOnDisk(directory, texts)).toEqual([]);
  expect(await after.target.call("GET", "/users/other-1")).toMatchObject({ email: "other@example.org" });
  await after.stop();
});
