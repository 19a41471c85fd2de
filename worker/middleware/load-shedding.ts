import type { MiddlewareHandler } from "hono";
import { isMemberPage } from "../../app/contract/member-pages";
import { setResponseHeader } from "../http/response-header";
import { cacheablePage } from "../pages/page-cache/cacheable";
import { isSignOut } from "./burst-limit";
import { isApi } from "./configuration";
import { SAFE_METHODS } from "./same-origin";
import type { AppEnv } from "./types";

/**
 * Refuses pages that need the backend while that has too many calls to work on. A call is refused in any case when it is made, so that a form
 * comes back with what was typed; two kinds of requests are refused before:
 * - A member's page, which would begin with a 200 and then show an error.
 * - Any of them while many others are in work. A page with JavaScript keeps its input by itself, and a browser without keeps it for
 *   whoever goes back.
 *
 * A page that is a 503 because a call was refused says when to try again. Must run after `session`.
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

/** A form that the backend has something to do for. Those of public pages need no backend, and signing out succeeds without one. */
function isForm(request: Request, path: string): boolean {
  if (request.method !== "POST" || isApi(path) || isSignOut(request, path)) return false;
  return cacheablePage(new URL(path.replace(/\.data$/, ""), request.url)) === null;
}
