// What a deployment puts into KV before its Worker meets anybody.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, inject, onTestFinished, test } from "vitest";
import { createTestHarness } from "wrangler";
import { renderStaticPages } from "../../scripts/deploy/static-pages";
import { CACHEABLE_PAGES } from "../../worker/pages/page-cache/cacheable";
import { pathOfKey } from "../support/page-keys";

/** KV's own limit on what stands beside a value. */
const METADATA_MAX_BYTES = 1024;

/** A copy of the build, with production's bindings and the given settings when they are given. */
function buildWith(vars?: Record<string, string>): string {
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

test("the Worker takes the pages of a new build out of KV, in brotli, and keeps none of its own", async () => {
  const build = buildWith();
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
    const answer = await server.fetch(path);
    expect([path, answer.status]).toEqual([path, status]);
    origins[path] = answer.headers.get("X-Page-Cache");
    const entry = entries.find(({ key }) => pathOfKey(key) === path);
    const html = brotliDecompressSync(Buffer.from(entry?.value ?? "", "base64")).toString();
    expect(await answer.text()).toBe(html);
    expect(answer.headers.get("ETag")).toBe(entry?.metadata.etag);
    expect(JSON.stringify(entry?.metadata).length).toBeLessThanOrEqual(METADATA_MAX_BYTES);
    // Static, and nobody's: no script that loads by itself, no nonce.
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(html).not.toMatch(/<script[^>]*type="module"|rel="modulepreload"|nonce="/);
  }
  // KV and a render race for a page. A render may win on a busy machine: it gives the same page, as compared above. With keys
  // that the Worker does not ask for, every page would be rendered.
  expect(Object.values(origins).filter((origin) => origin !== "kv" && origin !== "render")).toEqual([]);
  expect(Object.values(origins)).toContain("kv");
  for (const { key, value } of entries) {
    expect(Buffer.from((await PAGES.get(key, "arrayBuffer")) ?? []).toString("base64")).toBe(value);
  }
  expect(server.getLogs().filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
});

test("production's pages are made without its secrets, and show its settings", async () => {
  const shown = await renderStaticPages(buildWith({ SOCIAL_X: "https://x.example/navarambh" }));
  for (const { value } of shown) {
    expect(brotliDecompressSync(Buffer.from(value, "base64")).toString()).toContain("https://x.example/navarambh");
  }
  const keys = new Set(shown.map(({ key }) => key));
  expect((await renderStaticPages(buildWith({}))).filter(({ key }) => keys.has(key))).toEqual([]);
});

test("a build that cannot make its pages is not deployed", async () => {
  await expect(renderStaticPages(buildWith({ FILE_MAX_BYTES: "many" }))).rejects.toThrow(/FILE_MAX_BYTES/);
});
