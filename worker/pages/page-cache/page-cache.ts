// Answers guests with finished pages: from this isolate's memory, else from KV or a render, whichever is ready first.
import type { Bindings } from "../../env";
import { errorEntry, type LogEntry } from "../../log";
import { requestIdOf } from "../../middleware/request-id";
import type { PageRequest, RenderPage } from "../render";
import type { SettledPage } from "../settle";
import { type CacheablePage, cacheablePage, isGuestRead } from "./cacheable";
import { CachedPage } from "./cached-page";
import { PageStore, type Stored } from "./page-store";

/** A render starts when KV has said nothing for so long: what is near is there by then, and a cold read takes 600 ms in some places. */
const RENDER_AFTER_MS = 10;
/** How long a request waits for another one that is after the same page, before it helps itself. */
const JOIN_MS = 250;
/** For how long a page that may not be kept is rendered for each request alone, before a search is tried again. */
const REFUSED_MS = 60_000;
/** How long KV may take once the visitor has been answered. */
const STORE_MS = 5_000;
/** Pages are rendered as if at this address, whatever host was asked. */
const ANYWHERE = "https://navarambh.example";

type Warn = (entry: LogEntry) => void;

/** Makes of a guest's rendered page one that is the same for everybody. */
export type SettlePage = (rendered: string, env: Bindings) => Promise<SettledPage>;

interface Found {
  page: CachedPage;
  origin: "kv" | "render";
}

/** What comes of looking for a page; null when there is nothing that may be kept. */
type Search = Promise<Found | null>;

/** What one deployment keeps in this isolate. There are never more pages in it than may be kept at all. */
interface Shelf {
  store: PageStore;
  pages: Map<string, CachedPage>;
  searches: Map<string, Search>;
  /** Until when no page of a path is looked for, since what was rendered could not be kept. */
  refused: Map<string, number>;
}

export class PageCache {
  readonly #buildId: string;
  readonly #render: RenderPage;
  readonly #settle: SettlePage;
  readonly #shelves = new WeakMap<Bindings, Shelf>();

  constructor(buildId: string, render: RenderPage, settle: SettlePage) {
    this.#buildId = buildId;
    this.#render = render;
    this.#settle = settle;
  }

  /**
   * Answers from memory, or gives null. Only a request that went through everything that stands before a page, the check of
   * the settings included, puts a page into memory: so this may stand before all of it.
   */
  fromMemory(request: Request, env: Bindings): Response | null {
    const pages = this.#shelves.get(env)?.pages;
    if (!pages || !isGuestRead(request)) return null;
    const { url } = request;
    // Most addresses are in normal form as they come.
    const page = pages.get(url.slice(url.indexOf("/", 8))) ?? pages.get(cacheablePage(new URL(url))?.path ?? "");
    return page?.answer(request, requestIdOf(request), "memory") ?? null;
  }

  /** Answers with a page that is kept from now on, or gives null: then it must be rendered for this request alone. */
  async answer(asked: PageRequest): Promise<Response | null> {
    const { request, scope } = asked;
    const cacheable = isGuestRead(request) ? cacheablePage(new URL(request.url)) : null;
    if (!cacheable) return null;
    const { path } = cacheable;
    const shelf = this.#shelf(asked);
    const { searches, refused } = shelf;
    const started = Date.now();
    if (started < (refused.get(path) ?? 0)) return null;
    const end = (search: Search) => {
      if (searches.get(path) === search) searches.delete(path);
    };

    const running = searches.get(path);
    const search = running ?? this.#search(shelf, cacheable, asked);
    if (!running) {
      searches.set(path, search);
      // Others may be waiting for it, so it goes on when this visitor leaves.
      scope.later("page search", async () => {
        if ((await search) === null) refused.set(path, Date.now() + REFUSED_MS);
        end(search);
      });
    }
    const found = running ? await within(JOIN_MS, running) : await search;
    // It may have gone down with its request: one visitor has waited for nothing, and nobody else need.
    if (found === undefined) end(search);
    return found?.page.answer(request, scope.requestId, found.origin, Date.now() - started) ?? null;
  }

  /** Lets KV and a render race for a page that is not in memory, and puts it there. Never fails. */
  async #search(shelf: Shelf, { path, status }: CacheablePage, asked: PageRequest): Promise<Found | null> {
    const { warn, later } = asked.scope;
    const stored = shelf.store.read(path, warn);
    const found = async (): Promise<Found | null> => {
      const early = await within(RENDER_AFTER_MS, stored);
      if (isPage(early)) return { page: early, origin: "kv" };
      const rendered = this.#settled(path, status, asked).then(
        (page): Found | null => page && { page, origin: "render" },
      );
      const late = stored.then((answer): Found | Promise<Found | null> =>
        isPage(answer) ? { page: answer, origin: "kv" } : rendered,
      );
      return Promise.race([rendered, late]);
    };
    const first = await found();
    if (!first) return null;
    shelf.pages.set(path, first.page);
    if (first.origin === "render") later("page cache", () => this.#keep(shelf, path, first.page, stored, warn));
    return first;
  }

  /** The page as every guest sees it: rendered whole, without anything of the request that asked. Null when it may not be kept. */
  async #settled(path: string, status: number, { env, scope }: PageRequest): Promise<CachedPage | null> {
    try {
      const request = new Request(ANYWHERE + path);
      const answer = await this.#render({ request, env, scope, nonce: "", whole: true });
      const html = await answer.text();
      const isKept =
        answer.status === status &&
        answer.headers.get("Content-Type") === "text/html; charset=utf-8" &&
        !answer.headers.has("Set-Cookie") &&
        (await scope.session.setCookie()) === null &&
        (await scope.flash.setCookie()) === null;
      return isKept ? CachedPage.settled(await this.#settle(html, env), status) : null;
    } catch (error) {
      scope.warn({ event: "page not settled", page: path, ...errorEntry(error) });
      return null;
    }
  }

  /**
   * Ends what a visitor did not wait for: KV's page takes the place of the rendered one, being the smaller, or
   * the rendered one is compressed and kept where KV has none.
   */
  async #keep(shelf: Shelf, path: string, page: CachedPage, stored: Promise<Stored>, warn: Warn): Promise<void> {
    let answer = await within(STORE_MS, stored);
    if (answer === "missing") answer = await within(STORE_MS, shelf.store.readAnew(path, warn));
    if (isPage(answer)) {
      shelf.pages.set(path, answer);
      return;
    }
    await page.compress();
    if (answer === "missing") await shelf.store.write(path, page, warn);
  }

  #shelf({ env, scope }: PageRequest): Shelf {
    let shelf = this.#shelves.get(env);
    if (!shelf) {
      const store = new PageStore(env.PAGES, this.#buildId, scope.config.public);
      shelf = { store, pages: new Map(), searches: new Map(), refused: new Map() };
      this.#shelves.set(env, shelf);
    }
    return shelf;
  }
}

function isPage(answer: Stored | undefined): answer is CachedPage {
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
