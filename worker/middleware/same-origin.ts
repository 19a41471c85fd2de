import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../services/errors";
import { hasSessionCookie } from "../session/session";
import type { AppEnv } from "./types";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Protects against cross-site request forgery: a request with an unsafe method must come from this origin. A request without
 * `Sec-Fetch-Site` and `Origin` comes from no browser; it is allowed without a session cookie.
 */
export function sameOrigin(): MiddlewareHandler<AppEnv> {
  return async function sameOrigin(c, next) {
    if (!SAFE_METHODS.has(c.req.raw.method) && !isSameOrigin(c.req.raw)) {
      throw new ServiceError("origin_refused", "This request comes from another site");
    }
    await next();
  };
}

/** True when the browser states that a request comes from this origin, or when no browser sent it and it has no session cookie. */
export function isSameOrigin({ url, headers }: Request): boolean {
  // A page cannot forge this header, and a proxy that changes the host does not affect it.
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("Origin");
  if (origin !== null) return origin === new URL(url).origin;
  return !hasSessionCookie(headers.get("Cookie"));
}
