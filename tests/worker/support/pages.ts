// Support for tests of the page cache: an app with recognizable pages, and a KV double.
import type { AppOptions } from "../../../worker/app";
import type { Bindings } from "../../../worker/config";
import type { PageRequest } from "../../../worker/pages/render";
import { bindings, createTestApp, type TestApp } from "./test-app";

export const HTML = "text/html; charset=utf-8";
/** The hashes of every static page in the tests. */
const HASHES = { scriptHashes: ["sha256-script"], styleHashes: ["sha256-style"] };

export interface PagesUnderTest extends TestApp {
  /** The requests to the renderer, in order. */
  readonly renders: PageRequest[];
  /** Requests a page as a guest whose browser accepts brotli. */
  read(path: string, init?: RequestInit): Promise<Response>;
}

/** Creates an app as in a new isolate: nothing in memory, with the given KV. */
export function createIsolate(
  kv: KVNamespace,
  { render = renderPage, ...options }: Partial<AppOptions> = {},
  env: Bindings = { ...bindings, PAGES: kv },
): PagesUnderTest {
  const renders: PageRequest[] = [];
  const app = createTestApp({
    makeStatic: async (rendered) => ({ html: rendered.replace("rendered", "static"), ...HASHES }),
    render: async (page) => {
      renders.push(page);
      return render(page);
    },
    ...options,
  });
  return {
    ...app,
    renders,
    fetch: (request, bound = env) => app.fetch(request, bound),
    read: (path, init) => {
      const headers = { "Accept-Encoding": "gzip, deflate, br, zstd", ...init?.headers };
      return app.fetch(new Request(`https://localhost${path}`, { ...init, headers }), env);
    },
  };
}

/** Renders pages at a few paths, and a 404 elsewhere. */
async function renderPage({ request }: PageRequest): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isKnown = /^\/(?:|about|stories|stories\/kumasi-loom|signup)$/.test(pathname);
  return page(`rendered ${isKnown ? pathname + search : "the home page"}`, { status: isKnown ? 200 : 404 });
}

export function page(text: string, init: ResponseInit = {}): Response {
  const body = `<!doctype html><p>${text}</p>${"<p>and so on</p>".repeat(50)}`;
  return new Response(body, { ...init, headers: { "Content-Type": HTML, ...init.headers } });
}

/** The first paragraph of a page, decompressed. */
export async function readText(response: Response): Promise<string> {
  const encoded = response.headers.get("Content-Encoding") === "br";
  const text = encoded ? await new Response(await decoded(response)).text() : await response.text();
  return /<p>(.*?)<\/p>/.exec(text)?.[1] ?? text;
}

async function decoded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const { brotliDecompressSync } = await import("node:zlib");
  return new Uint8Array(brotliDecompressSync(await response.arrayBuffer()));
}

export interface Entry {
  value: ArrayBuffer;
  metadata: unknown;
}

/** A KV in memory that records reads and writes. */
export class KvDouble {
  readonly entries = new Map<string, Entry>();
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  /** Runs before each read; may throw or wait. */
  beforeRead: () => Promise<void> = async () => {};
  beforeWrite: () => Promise<void> = async () => {};
  /** Keys that this location has cached as missing: reads with a long `cacheTtl` return null. */
  readonly rememberedMisses = new Set<string>();

  get binding(): KVNamespace {
    return this as unknown as KVNamespace;
  }

  async getWithMetadata(
    key: string,
    { cacheTtl = 60 }: { cacheTtl?: number },
  ): Promise<{ value: ArrayBuffer | null; metadata: unknown }> {
    this.reads.push(key);
    await this.beforeRead();
    if (cacheTtl > 60 && this.rememberedMisses.has(key)) return { value: null, metadata: null };
    return this.entries.get(key) ?? { value: null, metadata: null };
  }

  async put(key: string, value: Uint8Array<ArrayBuffer>, { metadata }: { metadata: unknown }): Promise<void> {
    this.writes.push(key);
    await this.beforeWrite();
    // Like KV, stores a copy of the bytes, and the metadata as JSON.
    this.entries.set(key, { value: value.slice().buffer, metadata: JSON.parse(JSON.stringify(metadata)) });
  }
}

export function origins(responses: readonly Response[]): (string | null)[] {
  return responses.map(({ headers }) => headers.get("X-Page-Cache"));
}
