import type { MiddlewareHandler } from "hono";
import { setResponseHeader } from "../http/response-header";
import { cacheablePage } from "../pages/page-cache/cacheable";
import { isSignOut } from "./burst-limit";
import { isApi } from "./configuration";
import { MEMBER_PAGES } from "./ended-session";
import { SAFE_METHODS } from "./same-origin";
import type { AppEnv } from "./types";

/**
 * Refuses what needs the backend while that has too many calls to work on. Its first call would be refused in any case; two kinds of requests
 * are refused before:
 * - A member's page, which would begin with a 200 and then show an error.
 * - A form, when many others wait: to render all of their pages, with what was typed in them, would keep everybody else waiting. A page
 *   with JavaScript keeps its input by itself, and a browser without keeps it for whoever goes back.
 *
 * A page that is a 503 because a call was refused says when to try again. Must run after `session`.
 */
export function loadShedding(): MiddlewareHandler<AppEnv> {
  return async function loadShedding(c, next) {
    const { context } = c.var;
    if (isMemberRead(c.req.raw, c.req.path) && context.session.current) await context.appwrite.admit();
    if (isForm(c.req.raw, c.req.path)) context.appwrite.requireNoCrowd();
    await next();
    if (c.res.status !== 503 || c.res.headers.has("Retry-After")) return;
    const { retryAfterSeconds } = context.appwrite;
    if (retryAfterSeconds !== null) setResponseHeader(c, "Retry-After", String(retryAfterSeconds));
  };
}

function isMemberRead({ method }: Request, path: string): boolean {
  return SAFE_METHODS.has(method) && MEMBER_PAGES.test(path);
}

/** A form that the backend has something to do for. Those of public pages need no backend, and signing out succeeds without one. */
function isForm(request: Request, path: string): boolean {
  if (request.method !== "POST" || isApi(path) || isSignOut(request, path)) return false;
  return cacheablePage(new URL(path.replace(/\.data$/, ""), request.url)) === null;
}
