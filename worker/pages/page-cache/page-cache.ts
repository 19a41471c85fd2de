// Serves static pages to guests: from the isolate's memory, or else from KV or a render, whichever is ready first.
import { BRAND } from "../../../app/content/brand";
import type { Bindings } from "../../config";
import { requestIdOf } from "../../http/request-id";
import { errorEntry, type LogEntry } from "../../log";
import { withTimeout } from "../../with-timeout";
import type { PageRequest, RenderPage } from "../render";
import type { StaticPage } from "../static-page";
import { type CacheablePage, cacheablePage, isGuestRead } from "./cacheable";
import { CachedPage } from "./cached-page";
import { PageStore, type StoredPage } from "./page-store";

/** How long to wait for KV before a render starts in parallel. A read that is cached nearby is faster; a cold one can take 600 ms. */
const RENDER_AFTER_MS = 10;
/** How long a request waits for another request that is fetching the same page, before it renders the page itself. */
const JOIN_MS = 250;
/** How long a page that could not be cached is rendered for each request, before the cache is tried again. */
const UNCACHEABLE_MS = 60_000;
/** How long KV may take after the response was sent. */
const STORE_MS = 5_000;

type Warn = (entry: LogEntry) => void;

/** Makes a static page of a guest's rendered page. */
export type MakeStatic = (rendered: string, env: Bindings) => Promise<StaticPage>;

interface SearchResult {
  page: CachedPage;
  origin: "kv" | "render";
}

/** A search for a page in KV and by rendering; null when the page cannot be cached. */
type Search = Promise<SearchResult | null>;

/** The cache of one isolate. It has at most one page for each cacheable path. */
interface IsolateCache {
  store: PageStore;
  pages: Map<string, CachedPage>;
  searches: Map<string, Search>;
  /** Paths whose page could not be cached, with the time after which the cache is tried again. */
  uncacheable: Map<string, number>;
}

export class PageCache {
  readonly #buildId: string;
  readonly #render: RenderPage;
  readonly #makeStatic: MakeStatic;
  readonly #caches = new WeakMap<Bindings, IsolateCache>();

  constructor(buildId: string, render: RenderPage, makeStatic: MakeStatic) {
    this.#buildId = buildId;
    this.#render = render;
    this.#makeStatic = makeStatic;
  }

  /**
   * Responds from memory; null when the page is not there. It runs before all middleware. This is safe, since only a request that passed
   * the middleware, including the check of the settings, puts a page into memory.
   */
  fromMemory(request: Request, env: Bindings): Response | null {
    const pages = this.#caches.get(env)?.pages;
    if (!pages || !isGuestRead(request)) return null;
    const { url } = request;
    // The raw path first: most URLs are already normalized.
    const page = pages.get(url.slice(url.indexOf("/", 8))) ?? pages.get(cacheablePage(new URL(url))?.path ?? "");
    return page?.answer(request, requestIdOf(request), "memory") ?? null;
  }

  /** Responds with a cacheable page; null when the page must be rendered for this request only. */
  async respond(pageRequest: PageRequest): Promise<Response | null> {
    const { request, context } = pageRequest;
    const cacheable = isGuestRead(request) ? cacheablePage(new URL(request.url)) : null;
    if (!cacheable) return null;
    const { path } = cacheable;
    const cache = this.#cacheOf(pageRequest);
    const { searches, uncacheable } = cache;
    const started = Date.now();
    if (started < (uncacheable.get(path) ?? 0)) return null;
    const removeSearch = (search: Search) => {
      if (searches.get(path) === search) searches.delete(path);
    };

    const pending = searches.get(path);
    const search = pending ?? this.#search(cache, cacheable, pageRequest);
    if (!pending) {
      searches.set(path, search);
      // Other requests may be waiting for it, so it continues after this request has ended.
      context.waitUntil("page search", async () => {
        if ((await search) === null) uncacheable.set(path, Date.now() + UNCACHEABLE_MS);
        removeSearch(search);
      });
    }
    const result = pending ? await withTimeout(pending, JOIN_MS) : await search;
    // On a timeout, forget the search: the request that started it may have been cancelled, and the search with it.
    if (result === undefined) removeSearch(search);
    return result?.page.answer(request, context.requestId, result.origin, Date.now() - started) ?? null;
  }

  /** Gets a page from KV or by rendering, whichever is first, and puts it into memory. Never throws. */
  async #search(
    cache: IsolateCache,
    { path, status }: CacheablePage,
    pageRequest: PageRequest,
  ): Promise<SearchResult | null> {
    const { warn, waitUntil } = pageRequest.context;
    const stored = cache.store.read(path, warn);
    const race = async (): Promise<SearchResult | null> => {
      const fromKv = await withTimeout(stored, RENDER_AFTER_MS);
      if (isPage(fromKv)) return { page: fromKv, origin: "kv" };
      const rendered = this.#renderStatic(path, status, pageRequest).then(
        (page): SearchResult | null => page && { page, origin: "render" },
      );
      const storedOrRendered = stored.then((fromKv): SearchResult | Promise<SearchResult | null> =>
        isPage(fromKv) ? { page: fromKv, origin: "kv" } : rendered,
      );
      return Promise.race([rendered, storedOrRendered]);
    };
    const first = await race();
    if (!first) return null;
    cache.pages.set(path, first.page);
    if (first.origin === "render") waitUntil("page cache", () => this.#save(cache, path, first.page, stored, warn));
    return first;
  }

  /**
   * Renders the page as every guest sees it: complete, for the site's own origin, with nothing of this request. Null when it cannot be
   * cached.
   */
  async #renderStatic(path: string, status: number, { env, context }: PageRequest): Promise<CachedPage | null> {
    try {
      const request = new Request(BRAND.origin + path);
      const response = await this.#render({ request, env, context, nonce: "", disableStreaming: true });
      const html = await response.text();
      const isCacheable =
        response.status === status &&
        response.headers.get("Content-Type") === "text/html; charset=utf-8" &&
        !response.headers.has("Set-Cookie") &&
        (await context.session.setCookie()) === null &&
        (await context.flash.setCookie()) === null;
      return isCacheable ? CachedPage.fromStaticPage(await this.#makeStatic(html, env), status) : null;
    } catch (error) {
      context.warn({ event: "page not made static", page: path, ...errorEntry(error) });
      return null;
    }
  }

  /**
   * Runs after the response. If KV has the page, it replaces the rendered one in memory, since it is compressed better. Otherwise the
   * rendered page is compressed and written to KV.
   */
  async #save(
    cache: IsolateCache,
    path: string,
    page: CachedPage,
    stored: Promise<StoredPage>,
    warn: Warn,
  ): Promise<void> {
    let fromKv = await withTimeout(stored, STORE_MS);
    if (fromKv === "missing") fromKv = await withTimeout(cache.store.readFresh(path, warn), STORE_MS);
    if (isPage(fromKv)) {
      cache.pages.set(path, fromKv);
      return;
    }
    await page.compress();
    if (fromKv === "missing") await cache.store.write(path, page, warn);
  }

  #cacheOf({ env, context }: PageRequest): IsolateCache {
    let cache = this.#caches.get(env);
    if (!cache) {
      const store = new PageStore(env.PAGES, this.#buildId, context.config.public);
      cache = { store, pages: new Map(), searches: new Map(), uncacheable: new Map() };
      this.#caches.set(env, cache);
    }
    return cache;
  }
}

function isPage(fromKv: StoredPage | undefined): fromKv is CachedPage {
  return fromKv instanceof CachedPage;
}
