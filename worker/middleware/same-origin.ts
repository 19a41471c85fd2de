import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../services/errors";
import { hasSessionCookie } from "../session/session";
import type { AppEnv } from "./types";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site makes a browser send: every method that changes something must come from this origin. A
 * request that says nothing about where it comes from is no browser's, and may do what a guest may.
 */
export function sameOrigin(): MiddlewareHandler<AppEnv> {
  return async function sameOrigin(c, next) {
    if (!SAFE_METHODS.has(c.req.raw.method) && !isSameOrigin(c.req.raw)) {
      throw new ServiceError("origin_refused", "This request comes from another site");
    }
    await next();
  };
}

/** True when the browser says that a request comes from this site, or no browser made it and it carries no session. */
export function isSameOrigin({ url, headers }: Request): boolean {
  // What a browser says about itself cannot be forged by a page, and survives a proxy that changes the host.
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("Origin");
  if (origin !== null) return origin === new URL(url).origin;
  return !hasSessionCookie(headers.get("Cookie"));
}
