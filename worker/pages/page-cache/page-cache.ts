// Answers guests with static pages: from this isolate's memory, else from KV or a render, whichever is ready first.
import { BRAND } from "../../../app/content/brand";
import type { Bindings } from "../../config";
import { errorEntry, type LogEntry } from "../../log";
import { requestIdOf } from "../../middleware/request-id";
import type { PageRequest, RenderPage } from "../render";
import type { StaticPage } from "../static-page";
import { type CacheablePage, cacheablePage, isGuestRead } from "./cacheable";
import { CachedPage } from "./cached-page";
import { PageStore, type StoredPage } from "./page-store";

/** How long KV has before a render starts beside it: a near copy is there by then, and a cold read takes 600 ms in some places. */
const RENDER_AFTER_MS = 10;
/** How long a request waits for another request that is fetching the same page, before it renders the page itself. */
const JOIN_MS = 250;
/** For how long a page that cannot be cached is rendered for each request, before it is looked for again. */
const UNCACHEABLE_MS = 60_000;
/** How long KV may take once the visitor has been answered. */
const STORE_MS = 5_000;

type Warn = (entry: LogEntry) => void;

/** Makes a static page of a guest's render. */
export type MakeStatic = (rendered: string, env: Bindings) => Promise<StaticPage>;

interface Found {
  page: CachedPage;
  origin: "kv" | "render";
}

/** The result of looking for a page; null when there is none that can be cached. */
type Search = Promise<Found | null>;

/** What this isolate has of one deployment: no more pages than there are cacheable paths. */
interface IsolateCache {
  store: PageStore;
  pages: Map<string, CachedPage>;
  searches: Map<string, Search>;
  /** Paths whose render could not be cached, with the time from which they are looked for again. */
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
   * Answers from memory, or gives null. It may stand before all other steps of a request, since only a request that went through
   * them, the check of the settings included, puts a page into memory.
   */
  fromMemory(request: Request, env: Bindings): Response | null {
    const pages = this.#caches.get(env)?.pages;
    if (!pages || !isGuestRead(request)) return null;
    const { url } = request;
    // Most addresses are in normal form as they come.
    const page = pages.get(url.slice(url.indexOf("/", 8))) ?? pages.get(cacheablePage(new URL(url))?.path ?? "");
    return page?.answer(request, requestIdOf(request), "memory") ?? null;
  }

  /** Answers with a page that is cached from now on, or gives null: then it must be rendered for this request alone. */
  async answer(pageRequest: PageRequest): Promise<Response | null> {
    const { request, context } = pageRequest;
    const cacheable = isGuestRead(request) ? cacheablePage(new URL(request.url)) : null;
    if (!cacheable) return null;
    const { path } = cacheable;
    const cache = this.#cacheOf(pageRequest);
    const { searches, uncacheable } = cache;
    const started = Date.now();
    if (started < (uncacheable.get(path) ?? 0)) return null;
    const end = (search: Search) => {
      if (searches.get(path) === search) searches.delete(path);
    };

    const running = searches.get(path);
    const search = running ?? this.#search(cache, cacheable, pageRequest);
    if (!running) {
      searches.set(path, search);
      // Others may be waiting for it, so it goes on when this request ends.
      context.waitUntil("page search", async () => {
        if ((await search) === null) uncacheable.set(path, Date.now() + UNCACHEABLE_MS);
        end(search);
      });
    }
    const found = running ? await within(JOIN_MS, running) : await search;
    // The request that began the search may have been cancelled, and the search with it.
    if (found === undefined) end(search);
    return found?.page.answer(request, context.requestId, found.origin, Date.now() - started) ?? null;
  }

  /** Lets KV and a render race for a page that is not in memory, and puts it there. Never fails. */
  async #search(cache: IsolateCache, { path, status }: CacheablePage, pageRequest: PageRequest): Promise<Found | null> {
    const { warn, waitUntil: later } = pageRequest.context;
    const stored = cache.store.read(path, warn);
    const found = async (): Promise<Found | null> => {
      const early = await within(RENDER_AFTER_MS, stored);
      if (isPage(early)) return { page: early, origin: "kv" };
      const rendered = this.#renderStatic(path, status, pageRequest).then(
        (page): Found | null => page && { page, origin: "render" },
      );
      const late = stored.then((answer): Found | Promise<Found | null> =>
        isPage(answer) ? { page: answer, origin: "kv" } : rendered,
      );
      return Promise.race([rendered, late]);
    };
    const first = await found();
    if (!first) return null;
    cache.pages.set(path, first.page);
    if (first.origin === "render") later("page cache", () => this.#save(cache, path, first.page, stored, warn));
    return first;
  }

  /**
   * The page as every guest sees it: rendered whole, for the site's own origin, without anything of this request. Null when it
   * cannot be cached.
   */
  async #renderStatic(path: string, status: number, { env, context }: PageRequest): Promise<CachedPage | null> {
    try {
      const request = new Request(BRAND.origin + path);
      const response = await this.#render({ request, env, context, nonce: "", whole: true });
      const html = await response.text();
      const isCacheable =
        response.status === status &&
        response.headers.get("Content-Type") === "text/html; charset=utf-8" &&
        !response.headers.has("Set-Cookie") &&
        (await context.session.setCookie()) === null &&
        (await context.flash.setCookie()) === null;
      return isCacheable ? CachedPage.fresh(await this.#makeStatic(html, env), status) : null;
    } catch (error) {
      context.warn({ event: "page not static", page: path, ...errorEntry(error) });
      return null;
    }
  }

  /**
   * Finishes what the visitor does not wait for: KV's page takes the place of the rendered one, since it is compressed better;
   * where KV has none, the rendered one is compressed and written.
   */
  async #save(
    cache: IsolateCache,
    path: string,
    page: CachedPage,
    stored: Promise<StoredPage>,
    warn: Warn,
  ): Promise<void> {
    let answer = await within(STORE_MS, stored);
    if (answer === "missing") answer = await within(STORE_MS, cache.store.readFresh(path, warn));
    if (isPage(answer)) {
      cache.pages.set(path, answer);
      return;
    }
    await page.compress();
    if (answer === "missing") await cache.store.write(path, page, warn);
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

function isPage(answer: StoredPage | undefined): answer is CachedPage {
  return answer instanceof CachedPage;
}

/** What a promise gives within a time, in milliseconds; undefined when it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
