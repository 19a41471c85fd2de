// Renders the static pages of a build for KV, by running the built Worker on this machine, and compresses them with the best quality.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { KVNamespace } from "@cloudflare/workers-types";
import { createTestHarness, type TestHarness } from "wrangler";
import { CACHEABLE_PAGES } from "../../worker/pages/page-cache/cacheable";
import { checksum } from "../../worker/pages/page-cache/page-store";

/** An entry as `wrangler kv bulk put` takes it. */
export interface KvEntry {
  key: string;
  value: string;
  base64: true;
  metadata: Record<string, unknown>;
  /** In seconds. */
  expiration_ttl: number;
}

/** Longer than any deployment should be in use. An expired page is rendered again. */
const EXPIRATION_SECONDS = 400 * 86_400;
const FILL_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** Static pages do not call the backend, so these settings are placeholders. */
const PLACEHOLDER_SETTINGS = {
  APPWRITE_ENDPOINT: "https://appwrite.invalid/v1",
  APPWRITE_PROJECT_ID: "none",
  APPWRITE_API_KEY: "none",
  APPWRITE_DATABASE_ID: "none",
  APPWRITE_COLLECTION_ID: "none",
  APPWRITE_BUCKET_ID: "none",
  SESSION_SECRET: "no cookie is ever sealed with this one",
};

/**
 * Renders every cacheable page with the Worker built in `build`, under the settings in its configuration.
 * @throws Error with the Worker's logs when one of them is not as expected.
 */
export async function renderStaticPages(build: string): Promise<KvEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-pages-"));
  process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";
  const server = createTestHarness({ root: folder, workers: [{ configPath: copyBuild(build, folder) }] });
  try {
    await server.listen();
    await requestPages(server);
    return await readEntries(server);
  } catch (error) {
    const logs = server.getLogs().map(({ message }) => message);
    throw new Error(["The pages could not be rendered. The Worker logged:", ...logs].join("\n"), { cause: error });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a build without a developer's settings and the check for newer sources. @returns the path of its configuration */
function copyBuild(build: string, folder: string): string {
  cpSync(build, join(folder, "build"), { recursive: true });
  for (const file of [".dev.vars", ".env", ".env.local"]) rmSync(join(folder, "build/server", file), { force: true });
  const path = join(folder, "build/server/wrangler.json");
  const { build: _check, ...config } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...config, vars: { ...PLACEHOLDER_SETTINGS, ...config.vars } }));
  return path;
}

async function requestPages(server: TestHarness): Promise<void> {
  for (const { path, status } of CACHEABLE_PAGES) {
    const response = await server.fetch(path);
    await response.arrayBuffer();
    const origin = response.headers.get("X-Page-Cache");
    if (response.status !== status || origin !== "render") {
      throw new Error(`${path} answered ${response.status}, from ${origin}, instead of ${status} from a render`);
    }
  }
}

/** Waits until all pages are in the Worker's KV, and reads them. */
async function readEntries(server: TestHarness): Promise<KvEntry[]> {
  const { PAGES } = await server.getWorker<{ PAGES: KVNamespace }>().getEnv();
  const deadline = Date.now() + FILL_TIMEOUT_MS;
  for (;;) {
    const { keys } = await PAGES.list();
    if (keys.length === CACHEABLE_PAGES.length) return Promise.all(keys.map(({ name }) => readEntry(PAGES, name)));
    if (Date.now() > deadline) throw new Error(`${keys.length} of ${CACHEABLE_PAGES.length} pages are in KV`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function readEntry(kv: KVNamespace, key: string): Promise<KvEntry> {
  const { value, metadata } = await kv.getWithMetadata<Record<string, unknown>>(key, "arrayBuffer");
  if (!value || !metadata) throw new Error(`${key} is not in KV`);
  const html = brotliDecompressSync(value);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
  };
  const best = brotliCompressSync(html, { params });
  return {
    key,
    value: Buffer.from(best).toString("base64"),
    base64: true,
    metadata: { ...metadata, sum: checksum(best) },
    expiration_ttl: EXPIRATION_SECONDS,
  };
}
