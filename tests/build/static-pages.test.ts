// The static pages that a deployment writes to KV.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { KVNamespace } from "@cloudflare/workers-types";
import { expect, inject, onTestFinished, test } from "vitest";
import { createTestHarness } from "wrangler";
import { renderStaticPages } from "../../scripts/deploy/static-pages";
import { CACHEABLE_PAGES } from "../../worker/pages/page-cache/cacheable";
import { pathOfKey } from "../support/page-keys";

/** KV's limit on metadata. */
const METADATA_MAX_BYTES = 1024;

/** Copies the build. @param vars settings; with them the copy has production's bindings */
function copyBuild(vars?: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-filled-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(inject("build"), folder, { recursive: true });
  if (vars) {
    const path = join(folder, "server/wrangler.json");
    const config = JSON.parse(readFileSync(path, "utf8"));
    const bindings = config.durable_objects.bindings.filter(({ name }: { name: string }) => name !== "EMBEDDED");
    writeFileSync(path, JSON.stringify({ ...config, vars, durable_objects: { bindings }, r2_buckets: [] }));
  }
  return folder;
}

test("the Worker serves the pages of a new build from KV, and does not overwrite them", async () => {
  const build = copyBuild();
  const entries = await renderStaticPages(build);
  expect(entries.map(({ key }) => pathOfKey(key)).sort()).toEqual(CACHEABLE_PAGES.map(({ path }) => path).sort());

  const server = createTestHarness({ workers: [{ configPath: join(build, "server/wrangler.json") }] });
  onTestFinished(() => server.close());
  await server.listen();
  const { PAGES } = await server.getWorker<{ PAGES: KVNamespace }>().getEnv();
  for (const { key, value, metadata } of entries) {
    await PAGES.put(key, Uint8Array.from(Buffer.from(value, "base64")).buffer, { metadata });
  }
  const origins: Record<string, string | null> = {};
  for (const { path, status } of CACHEABLE_PAGES) {
    const response = await server.fetch(path);
    expect([path, response.status]).toEqual([path, status]);
    origins[path] = response.headers.get("X-Page-Cache");
    const entry = entries.find(({ key }) => pathOfKey(key) === path);
    const html = brotliDecompressSync(Buffer.from(entry?.value ?? "", "base64")).toString();
    expect(await response.text()).toBe(html);
    expect(response.headers.get("ETag")).toBe(entry?.metadata.etag);
    expect(JSON.stringify(entry?.metadata).length).toBeLessThanOrEqual(METADATA_MAX_BYTES);
    // A static page has no scripts that load by themselves and no nonce.
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(html).not.toMatch(/<script[^>]*type="module"|rel="modulepreload"|nonce="/);
  }
  // KV and a render race for each page. On a busy machine a render can win, with the same result, as compared above. With wrong
  // keys every page would be rendered.
  expect(Object.values(origins).filter((origin) => origin !== "kv" && origin !== "render")).toEqual([]);
  expect(Object.values(origins)).toContain("kv");
  for (const { key, value } of entries) {
    const stored = await PAGES.get(key, "arrayBuffer");
    expect(stored && Buffer.from(stored).toString("base64")).toBe(value);
  }
  expect(server.getLogs().filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
});

test("production's pages are rendered without its secrets and with its settings", async () => {
  const entries = await renderStaticPages(copyBuild({ SOCIAL_X: "https://x.example/navarambh" }));
  for (const { value } of entries) {
    expect(brotliDecompressSync(Buffer.from(value, "base64")).toString()).toContain("https://x.example/navarambh");
  }
  const keys = new Set(entries.map(({ key }) => key));
  expect((await renderStaticPages(copyBuild({}))).filter(({ key }) => keys.has(key))).toEqual([]);
});

test("invalid settings make the rendering of static pages fail", async () => {
  await expect(renderStaticPages(copyBuild({ FILE_MAX_BYTES: "many" }))).rejects.toThrow(/FILE_MAX_BYTES/);
});
