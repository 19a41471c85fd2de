// `npm run test:real` before and after its tests: what it says about a project that lacks something, and what it removes.
// @module-tag own-server
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeRunData } from "../real/clean-up.ts";
import { TEST_SCOPES } from "../real/preflight.ts";
import { runScript, type ScriptRun } from "../support/run-script.ts";
import type { Json } from "./fixture.ts";
import { makeDataDirectory, type Standalone, startStandalone } from "./standalone.ts";

const RUN = join(import.meta.dirname, "../real/run.ts");
const DOMAIN = "a1b2c3d4.navarambh-test.example";

let data: Awaited<ReturnType<typeof makeDataDirectory>>;
let appwrite: Standalone;

beforeAll(async () => {
  data = await makeDataDirectory();
  appwrite = await startStandalone(data.path);
});

afterAll(async () => {
  await appwrite.stop();
  await data.remove();
});

const post = (path: string, body: Json) => appwrite.target.call("POST", path, { body });
const ids = async (path: string, list: string) =>
  ((await appwrite.target.call("GET", path))[list] as { $id: string }[]).map(({ $id }) => $id).sort();

async function keyWith(scopes: readonly string[]): Promise<string> {
  return String((await post("/project/keys", { keyId: "unique()", name: "A test's", scopes: [...scopes] })).secret);
}

function runWith(settings: Record<string, string>): Promise<ScriptRun> {
  const env = {
    APPWRITE_ENDPOINT: `${appwrite.origin}/v1`,
    APPWRITE_PROJECT_ID: "navarambh",
    APPWRITE_API_KEY: appwrite.target.settings.apiKey,
    ...settings,
  };
  return runScript([RUN], { cwd: tmpdir(), env });
}

test.each<[description: string, settings: () => Promise<Record<string, string>>, message: string]>([
  ["no key", async () => ({ APPWRITE_API_KEY: "" }), "Set APPWRITE_API_KEY in the environment."],
  [
    "no server",
    async () => ({ APPWRITE_ENDPOINT: "http://127.0.0.1:20000/v1" }),
    "http://127.0.0.1:20000/v1 cannot be reached: nothing listens there.",
  ],
  ["another project", async () => ({ APPWRITE_PROJECT_ID: "elsewhere" }), 'There is no project "elsewhere"'],
  ["a key that nobody made", async () => ({ APPWRITE_API_KEY: "standard_01" }), "Appwrite does not know this API key."],
  [
    "a project without a bucket",
    async () => ({ APPWRITE_BUCKET_ID: "pictures" }),
    "The project is not set up (missing or wrong: 1). Run npm run appwrite:setup",
  ],
  [
    "a key for reading",
    async () => ({ APPWRITE_API_KEY: await keyWith(TEST_SCOPES.filter((scope) => scope.endsWith(".read"))) }),
    "The API key lacks the scopes sessions.write, users.write, rows.write, files.write.",
  ],
])("with %s it says so, and starts nothing", async (_, settings, message) => {
  const { code, stderr } = await runWith(await settings());
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("what the run's people have made is removed, and nothing of anybody else, with the scopes that it asks for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-uploads-"));
  const uploads = join(folder, "uploads");
  const startedAt = new Date(Date.now() - 1000);
  const pdf = Buffer.from("%PDF-1.4\n");
  const signUp = async (id: string, email: string) => {
    await post("/users", { userId: id, email, password: "Tulsi-river-48" });
    await post("/tablesdb/main/tables/users/rows", { rowId: id, data: { id, Email: email } });
    const { secret } = await post(`/users/${id}/sessions`, {});
    await appwrite.target.upload(String(secret), `file-of-${id}`, "cv.pdf", pdf);
  };
  await signUp("ours", `asha@${DOMAIN}`);
  await signUp("theirs", "asha@navarambh-test.example");
  await signUp("another-run", `asha@00000000${DOMAIN.slice(8)}`);
  // Files of visitors without an account: one that a browser of the run has uploaded, and one that it has not.
  const { secret } = await post("/users/theirs/sessions", {});
  for (const id of ["unclaimed-ours", "unclaimed-theirs"])
    await appwrite.target.upload(String(secret), id, "a.pdf", pdf);
  writeFileSync(uploads, "unclaimed-ours\n");
  try {
    const settings = {
      SESSION_SECRET: "",
      APPWRITE_ENDPOINT: `${appwrite.origin}/v1`,
      APPWRITE_PROJECT_ID: "navarambh",
      APPWRITE_API_KEY: await keyWith(TEST_SCOPES),
      APPWRITE_DATABASE_ID: "main",
      APPWRITE_COLLECTION_ID: "users",
      APPWRITE_BUCKET_ID: "files",
    };
    expect(await removeRunData({ settings, domain: DOMAIN, uploads }, startedAt)).toEqual({
      lines: [
        `Removed of @${DOMAIN}: files 2, profiles 1, users 1.`,
        "Left alone: 3 new files that are not known to be of this run.",
      ],
      isComplete: true,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await ids("/users", "users")).toEqual(["another-run", "theirs"]);
  expect(await ids("/tablesdb/main/tables/users/rows", "rows")).toEqual(["another-run", "theirs"]);
  expect(await ids("/storage/buckets/files/files", "files")).toEqual([
    "file-of-another-run",
    "file-of-theirs",
    "unclaimed-theirs",
  ]);
});
