import type { MiddlewareHandler } from "hono";
import { contentSecurityPolicy, DENY_ALL } from "../http/content-security-policy";
import { setResponseHeader } from "../http/response-header";
import type { AppEnv } from "./types";

/** The headers of every response of the Worker. Static files get the same from public/_headers. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

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
