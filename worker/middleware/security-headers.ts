import type { MiddlewareHandler } from "hono";
import { contentSecurityPolicy, DENY_ALL } from "../http/content-security-policy";
import { setResponseHeader } from "../http/response-header";
import { SECURITY_HEADERS } from "../http/security-headers";
import type { AppEnv } from "./types";

/** Sets the security headers, unless the response has set them itself. */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async function securityHeaders(c, next) {
    await next();
    const own = c.res.headers;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!own.has(name)) setResponseHeader(c, name, value);
    if (own.has("Content-Security-Policy")) return;
    const isPage = own.get("Content-Type")?.startsWith("text/html") ?? false;
    const policy = isPage
      ? contentSecurityPolicy({ nonce: c.var.nonce, secure: c.req.url.startsWith("https:") })
      : DENY_ALL;
    setResponseHeader(c, "Content-Security-Policy", policy);
  };
}
