import type { MiddlewareHandler } from "hono";
import type { Bindings } from "../config";
import { ServiceError } from "../errors";
import { isLoopback } from "../http/local-network";
import type { AppEnv } from "./types";

/** The addresses of the API, without the page about it, which people open. */
const API_CALL = /^\/api\/(?!docs$)/;

/**
 * Whether a request came over http where the site takes https alone. http is allowed in the local environment, and on a loopback address,
 * where a production build is tried out.
 */
export function isInsecure({ url }: Request, env: Bindings): boolean {
  return url.startsWith("http:") && !env.EMBEDDED && !isLoopback(new URL(url).hostname);
}

/**
 * Redirects a request over http to https, whatever its method. The API refuses instead: a redirected program would go on to send passwords
 * in the clear without notice.
 */
export function redirectToHttps(): MiddlewareHandler<AppEnv> {
  return async function redirectToHttps(c, next) {
    if (!isInsecure(c.req.raw, c.env)) return next();
    const target = new URL(c.req.url);
    if (API_CALL.test(target.pathname)) throw new ServiceError("forbidden", "The API is served over https only");
    target.protocol = "https:";
    return c.body(null, 308, { Location: target.href, "Cache-Control": "no-store" });
  };
}
