// What `npm run appwrite:embedded` serves besides the API, and its errors at the start.
// @module-tag own-server
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { send } from "./client.ts";
import { makeDataDirectory, SCRIPT, startStandalone } from "./standalone.ts";

const CHUNK_BYTES = 5 * 1024 * 1024;

test("the mailbox is served, not at a foreign host, and the keys are not", async () => {
  const data = await makeDataDirectory();
  const server = await startStandalone(data.path);
  try {
    expect((await fetch(`${server.origin}/__mailbox`)).status).toBe(200);
    expect((await fetch(`${server.origin}/__embedded/settings`)).status).toBe(404);
    const foreign = { Host: "evil.example:8090" };
    const local = "http://localhost:8090/__mailbox.json";
    for (const headers of [foreign, { ...foreign, "MF-Original-URL": local }]) {
      const sent = { method: "GET", path: "/__mailbox.json", headers };
      expect((await send(new URL(server.origin), sent)).status).toBe(403);
    }
    const { port } = new URL(server.origin);
    const second = spawnSync(process.execPath, [SCRIPT, "--port", port], { encoding: "utf8" });
    expect(second.status).toBe(1);
    expect(second.stderr).toBe(`Port ${port} is in use: end what runs there, or choose another with --port.\n`);
  } finally {
    await server.stop();
    await data.remove();
  }
});

test("a body of more than 12 MiB gets 413 with and without a length, and the server goes on", async () => {
  const data = await makeDataDirectory();
  const server = await startStandalone(data.path);
  try {
    const post = async (body: BodyInit) => {
      const response = await fetch(`${server.origin}/v1/account`, {
        method: "POST",
        headers: { "X-Appwrite-Project": "navarambh", "Content-Type": "application/json" },
        body,
        duplex: "half",
      } as RequestInit);
      return [response.status, await response.text()];
    };
    const bytes = new Uint8Array(13 * 1024 * 1024);
    expect(await post(bytes)).toEqual([413, ""]);
    expect(await post(new Blob([bytes]).stream())).toEqual([413, ""]);
    expect((await post("{}"))[0]).toBe(400);
  } finally {
    await server.stop();
    await data.remove();
  }
});

test.each([
  ["--port", "eighty", '--port must be a number from 0 (any free port) to 65535, not "eighty".'],
  ["--release", "2.0", '--release must be one of 1.8, 1.9, not "2.0".'],
  ["--free-disk", "1 MiB", '--free-disk must be a number of bytes, not "1 MiB".'],
])("%s %s is rejected with a message", (option, value, message) => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, option, value], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toBe(`${message}\n`);
});

test.each([
  ["1.8", "1.8.1", { lastChunkFirst: 500, repeatedChunk: 409 }],
  ["1.9", "1.9.6", { lastChunkFirst: 201, repeatedChunk: 200 }],
])("release %s treats the chunks of a file as Appwrite %s does", async (release, version, expected) => {
  const data = await makeDataDirectory();
  const server = await startStandalone(data.path, ["--release", release]);
  const sendChunk = async (fileId: string, index: number) => {
    const bytes = Buffer.alloc(index === 0 ? CHUNK_BYTES : 1);
    const start = index * CHUNK_BYTES;
    const form = new FormData();
    form.set("fileId", fileId);
    form.set("file", new File([bytes], "portfolio.zip"));
    const response = await fetch(`${server.origin}/v1/storage/buckets/files/files`, {
      method: "POST",
      headers: {
        "X-Appwrite-Project": "navarambh",
        "X-Appwrite-Key": server.target.settings.apiKey,
        "X-Appwrite-ID": fileId,
        "Content-Range": `bytes ${start}-${start + bytes.length - 1}/${CHUNK_BYTES + 1}`,
      },
      body: form,
    });
    const { type } = (await response.json()) as { type?: string };
    return { status: response.status, type };
  };
  try {
    const health = await fetch(`${server.origin}/v1/health/version`, {
      headers: { "X-Appwrite-Project": "navarambh" },
    });
    expect(await health.json()).toEqual({ version });
    expect((await sendChunk("backwards", 1)).status).toBe(expected.lastChunkFirst);
    expect((await sendChunk("backwards", 0)).status).toBe(201);
    await sendChunk("forwards", 0);
    expect((await sendChunk("forwards", 1)).status).toBe(201);
    const repeated = await sendChunk("forwards", 1);
    expect(repeated.status).toBe(expected.repeatedChunk);
    expect(repeated.type).toBe(expected.repeatedChunk === 409 ? "storage_file_already_exists" : undefined);
  } finally {
    await server.stop();
    await data.remove();
  }
});
