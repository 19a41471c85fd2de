// Size budgets, which do not depend on the machine. `npm run bench:pages` and `bench:edge` measure times.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";
import { beforeAll, expect, inject, test } from "vitest";
import { renderStaticPages } from "../../scripts/deploy/static-pages";
import { CachedPage, type PageMetadata } from "../../worker/pages/page-cache/cached-page";
import { pathOfKey } from "../support/page-keys";
import { wireBytes } from "../support/wire-size";

/** An upper limit. The goal is TCP's initial window of 14,600 bytes; `npm run bench:pages` lists the pages that meet it. */
const FIRST_RESPONSE_BYTES = 18_000;
const KB = 1024;
const BOOTSTRAP_BYTES = 1.6 * KB;
/** What member pages fetch after hydration to follow changes of other devices. */
const LIVE_BYTES = 3 * KB;
const FONT_BYTES = 60 * KB;
/** An upper limit. The deployed Worker should have 350 KB at most, and has 362 (`npm run bench:edge`). This build also contains the embedded Appwrite, some 40 KB. */
const WORKER_BYTES = 404 * KB;
/** An upper limit. The goal is 130 KB, of which React and React Router are 94; `npm run bench:pages` lists the pages that meet it. */
const SCRIPT_BYTES = 138.5 * KB;

interface Page {
  path: string;
  html: string;
  /** The size of the response, with headers and compressed body. */
  wireBytes: number;
}

let pages: Page[] = [];

beforeAll(async () => {
  const entries = await renderStaticPages(inject("build"));
  const request = new Request("https://navarambh.example/", { headers: { "Accept-Encoding": "br" } });
  pages = await Promise.all(
    entries.map(async ({ key, value, metadata }) => {
      const brotli = new Uint8Array(Buffer.from(value, "base64"));
      const cached = CachedPage.compressed(metadata as unknown as PageMetadata, brotli);
      const { status, headers } = cached.answer(request, crypto.randomUUID(), "kv");
      return {
        path: pathOfKey(key),
        html: brotliDecompressSync(brotli).toString(),
        wireBytes: await wireBytes(status, headers, brotli),
      };
    }),
  );
});

/** One line for each item over the budget. */
function overruns(sizes: readonly (readonly [name: string, bytes: number])[], budget: number): string[] {
  return sizes
    .filter(([, bytes]) => bytes > budget)
    .map(([name, bytes]) => `${name} has ${bytes} bytes, ${Math.ceil(bytes - budget)} more than ${budget}`);
}

function brotliBytes(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

test("the first response of every public page is within its budget", () => {
  expect(
    overruns(
      pages.map(({ path, wireBytes }) => [path, wireBytes]),
      FIRST_RESPONSE_BYTES,
    ),
  ).toEqual([]);
});

test("no public page requests a script by itself", () => {
  const requesting =
    /<script\b[^>]*\bsrc=[^>]*>|<script\b[^>]*\btype="module"[^>]*>|<link\b[^>]*(?:modulepreload|as="script")[^>]*>/g;
  expect(pages.flatMap(({ path, html }) => (html.match(requesting) ?? []).map((tag) => `${path} has ${tag}`))).toEqual(
    [],
  );
});

test("a public page requests no images but those of low priority", () => {
  const requesting =
    /<img\b(?![^>]*\bfetch[pP]riority="low")[^>]*\bsrc="(?!data:)[^>]*>|\bposter="(?!data:)[^"]*"|<link\b[^>]*as="image"[^>]*>/g;
  expect(pages.flatMap(({ path, html }) => (html.match(requesting) ?? []).map((tag) => `${path} has ${tag}`))).toEqual(
    [],
  );
});

test("the inline scripts of every public page are within their budget", () => {
  const sizes = pages.map(({ path, html }) => {
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
    return [path, brotliBytes(Buffer.from(scripts.join("")))] as const;
  });
  expect(overruns(sizes, BOOTSTRAP_BYTES)).toEqual([]);
});

interface RouteManifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { path?: string; module: string; imports: string[] }>;
}

test.each(["/login", "/dashboard", "/signup"])("the scripts of %s are within their budget", (path) => {
  const client = join(inject("build"), "client");
  const name = readdirSync(join(client, "assets")).find((file) => /^manifest-.+\.js$/.test(file)) ?? "";
  const text = readFileSync(join(client, "assets", name), "utf8");
  const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as RouteManifest;
  const route = Object.values(routes).find((candidate) => `/${candidate.path}` === path);
  if (!routes.root || !route) throw new Error(`${path} is not a route of this build`);
  const files = new Set([
    `/assets/${name}`,
    ...[entry, routes.root, route].flatMap(({ module, imports }) => [module, ...imports]),
  ]);
  const sizes = [...files].map((file) => [file, brotliBytes(readFileSync(join(client, file)))] as const);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  const heaviest = sizes.sort(([, a], [, b]) => b - a).map(([file, bytes]) => `${file} ${bytes}`);
  expect(overruns([[`${path} (${heaviest.slice(0, 6).join(", ")})`, total]], SCRIPT_BYTES)).toEqual([]);
});

test("the script that follows changes of other devices is within its budget, and no page waits for it", () => {
  const assets = join(inject("build"), "client/assets");
  const files = readdirSync(assets).filter((file) => file.startsWith("live-updates-"));
  const sizes = files.map((file) => [file, brotliBytes(readFileSync(join(assets, file)))] as const);
  expect(sizes).toHaveLength(1);
  expect(overruns(sizes, LIVE_BYTES)).toEqual([]);
  const manifest = readdirSync(assets).find((file) => /^manifest-.+\.js$/.test(file)) ?? "";
  expect(readFileSync(join(assets, manifest), "utf8")).not.toContain("live-updates");
});

test("the fonts are within their budget", () => {
  const fonts = join(inject("build"), "client/fonts");
  const sizes = readdirSync(fonts)
    .filter((file) => file.endsWith(".woff2"))
    .map((file) => statSync(join(fonts, file)).size);
  expect(overruns([["all fonts", sizes.reduce((sum, bytes) => sum + bytes, 0)]], FONT_BYTES)).toEqual([]);
});

test("the Worker is within its budget", () => {
  const server = join(inject("build"), "server");
  const modules = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const bundle = Buffer.concat(modules.sort().map((file) => readFileSync(join(server, file))));
  expect(overruns([["the Worker", gzipSync(bundle).length]], WORKER_BYTES)).toEqual([]);
});
