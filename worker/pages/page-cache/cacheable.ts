// Decides which requests may be served from the page cache: guests' GET and HEAD requests for the pages listed here.
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../../app/content/navigation";
import { STORY_FILTERS } from "../../../app/content/stories/filters";
import { STORIES } from "../../../app/content/stories/stories";
import { FLASH_COOKIE } from "../../session/flash";
import { SESSION_COOKIE } from "../../session/session";

/** Folders of static files. A path below one is never a page. */
export const FILE_FOLDERS = ["assets", "covers", "fonts", "media", "share"] as const;

/** A page that is the same for every guest. */
export interface CacheablePage {
  /** The normalized path with the query parameters that matter. It is rendered, and is part of the cache key. */
  path: string;
  /** The expected HTTP status. A render with another status is not cached. */
  status: 200 | 404;
}

/** One page for all unknown paths, and one for all unknown stories. No page has these paths. */
const UNKNOWN: CacheablePage = { path: "/-", status: 404 };
const UNKNOWN_STORY: CacheablePage = { path: "/stories/-", status: 404 };

/** Every page that can be cached. */
export const CACHEABLE_PAGES: readonly CacheablePage[] = [
  ...[...MAIN_NAVIGATION, ...LEGAL_NAVIGATION].map(({ to }) => pageAt(to)),
  ...STORY_FILTERS.flatMap(({ category }) => (category ? pageAt(storiesPath(category)) : [])),
  ...STORIES.map(({ id }) => pageAt(`/stories/${id}`)),
  UNKNOWN,
  UNKNOWN_STORY,
];
const BY_PATH: ReadonlyMap<string, CacheablePage> = new Map(CACHEABLE_PAGES.map((page) => [page.path, page]));

/**
 * First path segments, in lower case, of all routes of the app and the Worker. The router ignores case and decodes escapes, so a path is
 * unknown only when its decoded first segment in lower case is not one of these.
 */
export const KNOWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...CACHEABLE_PAGES.map(({ path }) => /^\/([^/?]*)/.exec(path)?.[1] ?? ""),
  "login",
  "signin",
  "signup",
  "logout",
  "verify-email",
  "reset-password",
  "dashboard",
  "settings",
  "profile",
  "api",
  ...FILE_FOLDERS,
]);

/** True for a GET or HEAD request without a session or flash cookie. */
export function isGuestRead({ method, headers, body }: Request): boolean {
  if ((method !== "GET" && method !== "HEAD") || body !== null) return false;
  const cookie = headers.get("Cookie");
  return cookie === null || !(cookie.includes(SESSION_COOKIE) || cookie.includes(FLASH_COOKIE));
}

/**
 * The cacheable page at a URL; null when the cache must not be used. The category of stories is the only query parameter that a cacheable page
 * reads. All others, such as those of advertisements, are ignored: with them in the key, each value would be rendered anew.
 */
export function cacheablePage({ pathname, searchParams }: URL): CacheablePage | null {
  if (pathname === "/stories") return storiesPage(searchParams.get("category"));
  const page = BY_PATH.get(pathname);
  if (page) return page;
  if (/^\/stories\/[\w-]+$/.test(pathname)) return UNKNOWN_STORY;
  return isUnknown(pathname) ? UNKNOWN : null;
}

/** Like the page itself: the first `category` if it exists, otherwise all stories. */
function storiesPage(category: string | null): CacheablePage | null {
  return (category && BY_PATH.get(storiesPath(category))) || (BY_PATH.get("/stories") ?? null);
}

function isUnknown(pathname: string): boolean {
  if (pathname.endsWith(".data")) return false;
  try {
    const [, first = ""] = decodeURIComponent(pathname).toLowerCase().split("/");
    return !first.startsWith("_") && !KNOWN_SEGMENTS.has(first);
  } catch {
    // Invalid escapes: leave the path to the router.
    return false;
  }
}

function pageAt(path: string): CacheablePage {
  return { path, status: 200 };
}

function storiesPath(category: string): string {
  return `/stories?category=${category}`;
}
