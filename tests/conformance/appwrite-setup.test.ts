// `npm run appwrite:setup` on a project that begins empty: what it makes, what it leaves alone, and with which scopes.
// @module-tag own-server
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLATFORM_SCOPES, PROFILE_COLUMNS, SETUP_SCOPES } from "../../worker/appwrite/project.ts";
import { runScript, type ScriptRun } from "../support/run-script.ts";
import type { Json } from "./fixture.ts";
import { makeDataDirectory, type Standalone, startStandalone } from "./standalone.ts";

const SETUP = join(import.meta.dirname, "../../scripts/appwrite-setup/run.ts");
const SITE = "https://navarambh.example";
const EVERYTHING = /^ {2}made {6}/gm;

let data: Awaited<ReturnType<typeof makeDataDirectory>>;
let appwrite: Standalone;

beforeAll(async () => {
  data = await makeDataDirectory();
  appwrite = await startStandalone(data.path, ["--empty"]);
});

afterAll(async () => {
  await appwrite.stop();
  await data.remove();
});

/** Runs the command with ids of its own, so that each test has a database, a table and a bucket to itself. */
function setUp(name: string, args: string[] = [], key = appwrite.target.settings.apiKey): Promise<ScriptRun> {
  const ids = ["--database", name, "--collection", `${name}-users`, "--bucket", `${name}-files`];
  return runSetup(appwrite, key, [...ids, ...args]);
}

function runSetup({ origin }: Standalone, key: string, args: string[]): Promise<ScriptRun> {
  const options = ["--endpoint", `${origin}/v1`, "--project", "navarambh", "--key", key];
  return runScript([SETUP, ...options, ...args], { cwd: tmpdir() });
}

const post = (path: string, body: Json) => appwrite.target.call("POST", path, { body });
const table = (name: string) => `/tablesdb/${name}/tables/${name}-users`;

async function keyWith(scopes: readonly string[]): Promise<string> {
  const { secret } = await post("/project/keys", { keyId: "unique()", name: "A test's", scopes: [...scopes] });
  return String(secret);
}

test("an empty project is set up, and a second run changes nothing", async () => {
  const before = await setUp("first", ["--check", "--site", SITE]);
  expect(before).toMatchObject({ code: 1, stderr: "21 missing. Run this command without --check to make them.\n" });
  await expect(appwrite.target.call("GET", "/tablesdb/first")).rejects.toThrow("database_not_found");

  const first = await setUp("first", ["--site", SITE]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  // A database, a table, its columns and index, a bucket and a platform.
  expect(first.stdout.match(EVERYTHING)).toHaveLength(PROFILE_COLUMNS.length + 5);
  expect(first.stdout).toContain("All of it is there now.");
  const made = await appwrite.target.call("GET", table("first"));

  const second = await setUp("first", ["--site", SITE]);
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(second.stdout).not.toMatch(EVERYTHING);
  expect(second.stdout).toContain("All of it was there: nothing was changed.");
  expect(await appwrite.target.call("GET", table("first"))).toEqual(made);
  expect(await setUp("first", ["--check", "--site", SITE])).toMatchObject({ code: 0, stderr: "" });
});

test("the project that the embedded Appwrite starts with lacks nothing", async () => {
  const ownData = await makeDataDirectory();
  const server = await startStandalone(ownData.path);
  try {
    const args = ["--check", "--site", "http://localhost:5173"];
    const { code, stdout } = await runSetup(server, server.target.settings.apiKey, args);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/missing|note|conflict/);
  } finally {
    await server.stop();
    await ownData.remove();
  }
});

test("half a project is completed", async () => {
  await post("/databases", { databaseId: "half", name: "half" });
  const collection = {
    collectionId: "half-users",
    name: "Users",
    permissions: ['create("users")'],
    documentSecurity: true,
  };
  await post("/databases/half/collections", collection);
  const attributes = "/databases/half/collections/half-users/attributes";
  await post(`${attributes}/string`, { key: "id", size: 64, required: true });
  await post(`${attributes}/boolean`, { key: "agree", required: false });

  const { code, stdout } = await setUp("half");
  expect(code).toBe(0);
  expect(stdout).toContain("note      column id: 64 characters, where 36 are enough");
  expect(stdout).toContain("there     columns id, agree");
  // All columns but the two, the index and the bucket.
  expect(stdout.match(EVERYTHING)).toHaveLength(PROFILE_COLUMNS.length - 2 + 2);
  expect(await appwrite.target.call("GET", table("half"))).toMatchObject({ name: "Users", rowSecurity: true });
});

test("conflicts are explained and stay as they are", async () => {
  await post("/tablesdb", { databaseId: "odd", name: "odd" });
  await post("/tablesdb/odd/tables", { tableId: "odd-users", name: "odd-users", rowSecurity: false });
  await post(`${table("odd")}/columns/integer`, { key: "phone", required: false });
  await post(`${table("odd")}/columns/string`, { key: "college", size: 20, required: false });
  await post("/storage/buckets", {
    bucketId: "odd-files",
    name: "odd-files",
    maximumFileSize: 1000,
    allowedFileExtensions: ["pdf"],
  });
  const columns = async () => (await appwrite.target.call("GET", table("odd"))).columns;
  const built = { status: "available" };
  await expect.poll(columns).toEqual([expect.objectContaining(built), expect.objectContaining(built)]);
  const before = await appwrite.target.call("GET", table("odd"));

  const { code, stdout, stderr } = await setUp("odd");
  expect(code).toBe(1);
  for (const conflict of [
    "table odd-users: Row security is off",
    'table odd-users: Members may not create in it: its permissions lack create("users").',
    "column phone: It is of type integer, and the site needs string, 32 characters.",
    "column college: It holds 20 characters, and the site needs string, 256 characters.",
    "bucket odd-files: File security is off",
    "bucket odd-files: It takes files of 1000 bytes",
    "bucket odd-files: It does not take doc, docx, zip.",
  ]) {
    expect(stdout).toContain(`conflict  ${conflict}`);
  }
  expect(stderr).toBe("8 conflicts: nothing was changed.\n");
  expect(await appwrite.target.call("GET", table("odd"))).toEqual(before);
});

test("a conflict that a person has removed is one no more", async () => {
  await setUp("mended");
  const settings = { documentSecurity: false, name: "mended-users" };
  await appwrite.target.call("PUT", "/databases/mended/collections/mended-users", { body: settings });
  expect((await setUp("mended")).code).toBe(1);
  await appwrite.target.call("PUT", table("mended"), { body: { name: "mended-users", rowSecurity: true } });
  await appwrite.target.call("DELETE", `${table("mended")}/columns/college`);
  const { code, stdout } = await setUp("mended");
  expect(code).toBe(0);
  expect(stdout.match(EVERYTHING)).toEqual(["  made      "]);
});

describe("keys", () => {
  test("the scopes that the command names are enough", async () => {
    const key = await keyWith([...SETUP_SCOPES, ...PLATFORM_SCOPES]);
    expect(await setUp("scoped", ["--site", "https://scoped.example"], key)).toMatchObject({ code: 0, stderr: "" });
    const looking = await keyWith(["databases.read", "tables.read", "buckets.read"]);
    expect(await setUp("scoped", ["--check"], looking)).toMatchObject({ code: 0, stderr: "" });
  });

  test("without those for platforms the rest is made, and a person is asked", async () => {
    const { code, stdout } = await setUp(
      "unregistered",
      ["--site", "https://other.example"],
      await keyWith(SETUP_SCOPES),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("add a Web platform with the host name other.example.");
  });

  test("a key that may only look makes nothing", async () => {
    const { code, stderr } = await setUp(
      "unmade",
      [],
      await keyWith(["databases.read", "tables.read", "buckets.read"]),
    );
    expect(code).toBe(4);
    expect(stderr).toContain("The API key lacks the scope databases.write.");
  });

  test.each<[description: string, key: () => string, message: string]>([
    [
      "a key for documents alone",
      () => appwrite.target.settings.restrictedApiKey,
      "The API key lacks the scope databases.read.",
    ],
    ["a key that nobody made", () => "standard_0123456789", "Appwrite does not know this API key."],
  ])("%s", async (_, key, message) => {
    const { code, stderr } = await setUp("unmade", [], key());
    expect(code).toBe(4);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(key());
  });

  test("another project", async () => {
    const { code, stderr } = await setUp("unmade", ["--project", "elsewhere"]);
    expect(code).toBe(4);
    expect(stderr).toContain('There is no project "elsewhere"');
  });
});
