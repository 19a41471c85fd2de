// What tests of the page cache stand between: pages that tell how they were rendered, and a KV that does as it is told.
import type { AppOptions } from "../../../worker/app";
import type { Bindings } from "../../../worker/config";
import type { PageRequest } from "../../../worker/pages/render";
import { bindings, createTestApp, type TestApp } from "./test-app";

export const HTML = "text/html; charset=utf-8";
/** The hashes of every static page in the tests. */
export const HASHES = { scriptHashes: ["sha256-script"], styleHashes: ["sha256-style"] };

export interface PagesUnderTest extends TestApp {
  /** What was asked of the renderer, in order. */
  readonly renders: PageRequest[];
  /** Reads a page as a guest whose browser takes brotli. */
  read(path: string, init?: RequestInit): Promise<Response>;
}

/** A new isolate: an app with nothing in memory, on a KV. */
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

/** The app's routes in short: pages at the paths below, and a 404 for all others. */
export async function renderPage({ request }: PageRequest): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isKnown = /^\/(?:|about|stories|stories\/kumasi-loom|signup)$/.test(pathname);
  return page(`rendered ${isKnown ? pathname + search : "the home page"}`, { status: isKnown ? 200 : 404 });
}

export function page(text: string, init: ResponseInit = {}): Response {
  const body = `<!doctype html><p>${text}</p>${"<p>and so on</p>".repeat(50)}`;
  return new Response(body, { ...init, headers: { "Content-Type": HTML, ...init.headers } });
}

/** What a page says first, whatever it is encoded in. */
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

/** A KV in memory, which counts what is asked of it. */
export class KvDouble {
  readonly entries = new Map<string, Entry>();
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  /** Stands before each read: may fail, or wait. */
  beforeRead: () => Promise<void> = async () => {};
  beforeWrite: () => Promise<void> = async () => {};
  /** Keys of which this location remembers that there is nothing: it says so to every reader whom an old copy is good enough for. */
  readonly rememberedMisses = new Set<string>();

  /** As a binding. */
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
    // As KV does: it takes a copy of the bytes, and JSON.
    this.entries.set(key, { value: value.slice().buffer, metadata: JSON.parse(JSON.stringify(metadata)) });
  }
}

export function origins(responses: readonly Response[]): (string | null)[] {
  return responses.map(({ headers }) => headers.get("X-Page-Cache"));
}
