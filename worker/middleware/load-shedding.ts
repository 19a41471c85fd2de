import type { MiddlewareHandler } from "hono";
import { setResponseHeader } from "../http/response-header";
import { MEMBER_PAGES } from "./ended-session";
import { SAFE_METHODS } from "./same-origin";
import type { AppEnv } from "./types";

/**
 * Refuses to read a member's page while the backend has too many calls to work on: such a page would begin with a 200, and then show an
 * error. Everything else is refused by its first call to the backend, so that a form keeps its input and a page that makes no call goes
 * on. A page that is a 503 because a call was refused says when to try again. Must run after `session`.
 */
export function loadShedding(): MiddlewareHandler<AppEnv> {
  return async function loadShedding(c, next) {
    const { context } = c.var;
    const isRead = SAFE_METHODS.has(c.req.raw.method);
    if (isRead && context.session.current && MEMBER_PAGES.test(c.req.path)) await context.appwrite.admit();
    await next();
    if (c.res.status !== 503 || c.res.headers.has("Retry-After")) return;
    const { retryAfterSeconds } = context.appwrite;
    if (retryAfterSeconds !== null) setResponseHeader(c, "Retry-After", String(retryAfterSeconds));
  };
}
