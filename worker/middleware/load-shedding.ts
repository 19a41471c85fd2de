import type { MiddlewareHandler } from "hono";
import { pagePath } from "../http/page-path";
import { setResponseHeader } from "../http/response-header";
import { isMemberPage } from "../pages/member-pages";
import { cacheablePage } from "../pages/page-cache/cacheable";
import { isSignOut } from "./burst-limit";
import { isApi } from "./configuration";
import { SAFE_METHODS } from "./same-origin";
import type { AppEnv } from "./types";

/**
 * Refuses members' pages and forms while the backend has too many calls to work on. (Decision 0035.)
 *
 * Without it each call would be refused when it is made, and a form would come back with what was typed. Two kinds of requests are refused
 * before they are rendered:
 * - A member's page, which would begin with a 200 and then show an error.
 * - Any member's page or form while as many others are being made as the isolate can afford. A page with JavaScript keeps its input
 *   by itself; without JavaScript the browser restores it on the way back.
 *
 * Adds `Retry-After` to a rendered 503 whose call was refused. Must run after `session`.
 */
export function loadShedding(): MiddlewareHandler<AppEnv> {
  return async function loadShedding(c, next) {
    const { context } = c.var;
    const isRead = isMemberRead(c.req.raw, c.req.path) && context.session.current !== null;
    if (!isRead && !isForm(c.req.raw, c.req.path)) return next();
    const end = context.appwrite.beginPage();
    try {
      if (isRead) await context.appwrite.admit();
      await next();
    } finally {
      end();
    }
    if (c.res.status !== 503 || c.res.headers.has("Retry-After")) return;
    const { retryAfterSeconds } = context.appwrite;
    if (retryAfterSeconds !== null) setResponseHeader(c, "Retry-After", String(retryAfterSeconds));
  };
}

function isMemberRead({ method }: Request, path: string): boolean {
  return SAFE_METHODS.has(method) && isMemberPage(path);
}

/** A form that needs the backend. Those of public pages do not, and signing out succeeds without it. */
function isForm(request: Request, path: string): boolean {
  if (request.method !== "POST" || isApi(path) || isSignOut(request, path)) return false;
  const page = new URL("/", request.url);
  // Not by `new URL(path, …)`, which takes "//host" for another site, and fails with "//".
  page.pathname = pagePath(path);
  return cacheablePage(page) === null;
}
