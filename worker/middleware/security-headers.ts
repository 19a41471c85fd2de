import type { MiddlewareHandler } from "hono";
import { contentSecurityPolicy } from "../pages/content-security-policy";
import type { EdgeEnv } from "./types";

/** On every answer of the Worker; static files get the same from public/_headers. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** What an answer that is no page may do in a browser: nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sets the headers that keep an answer from being framed, sniffed, or running what is not ours. What an answer sets itself stays. */
export function securityHeaders(): MiddlewareHandler<EdgeEnv> {
  return async function securityHeaders(c, next) {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!c.res.headers.has(name)) c.header(name, value);
    if (c.res.headers.has("Content-Security-Policy")) return;
    const isPage = c.res.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    const secure = new URL(c.req.url).protocol === "https:";
    c.header("Content-Security-Policy", isPage ? contentSecurityPolicy({ nonce: c.var.nonce, secure }) : NOTHING);
  };
}
