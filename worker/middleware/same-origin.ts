import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { isWebSocketRequest } from "../http/web-socket-request";
import { hasPendingSignInCookie } from "../session/pending-sign-in";
import { hasSessionCookie } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** The methods that change nothing (RFC 9110, 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The addresses of the API that a link on another site may open. All others are refused: a page could open the download of its visitor's data, and
 * see by what happens whether they are signed in here. The address of a file has an id that only its owner knows.
 */
const LINKED_API_PATH = /^\/api\/(docs|openapi\.json|health|files\/[^/]+\/content)$/;

/**
 * Refuses requests that a page of another site makes in a visitor's browser.
 *
 * Its images, frames and fetches are refused before the limits count them: otherwise any page could use up the limits of its visitors' networks.
 * A link on another site may open the pages of this site, and the addresses of the API that match `LINKED_API_PATH`.
 *
 * Requests with an unsafe method, and WebSockets, must come from this origin (cross-site request forgery). A browser sends a site's cookies with
 * a WebSocket of any other site, and lets that one read along. A request without `Sec-Fetch-Site` and `Origin` comes from no browser; it is
 * allowed without a session cookie.
 */
export function sameOrigin(): MiddlewareHandler<AppEnv> {
  return async function sameOrigin(c, next) {
    const request = c.req.raw;
    const needsCheck = !SAFE_METHODS.has(request.method) || isWebSocketRequest(request);
    const isAllowed = isSameOrigin(request) && (isApi(c.req.path) || !hasOtherOrigin(request));
    if (isRefusedCrossSiteLoad(request, c.req.path) || (needsCheck && !isAllowed)) {
      throw new ServiceError("origin_refused", "This request comes from another site");
    }
    await next();
  };
}

/**
 * True when the browser states that a page of another origin loads this as a part of itself, or that a link there leads to an address of the API
 * that is not for links.
 */
function isRefusedCrossSiteLoad({ method, headers }: Request, path: string): boolean {
  const [site, destination] = [headers.get("Sec-Fetch-Site"), headers.get("Sec-Fetch-Dest")];
  if (site !== "cross-site" && site !== "same-site") return false;
  // Some older browsers do not state the destination.
  const isLink = destination === null || destination === "document";
  const isRefusedLink = method === "GET" && isApi(path) && !LINKED_API_PATH.test(path);
  return !isLink || isRefusedLink;
}

/**
 * True when `Origin` names another origin, whatever `Sec-Fetch-Site` says. React Router fails with a page's form then: it logs an error, and
 * answers without a page.
 */
function hasOtherOrigin({ url, headers }: Request): boolean {
  const origin = headers.get("Origin");
  return origin !== null && origin !== new URL(url).origin;
}

/** True when the browser states that a request comes from this origin, or when no browser sent it and it has no session cookie. */
export function isSameOrigin({ url, headers }: Request): boolean {
  // A page cannot forge this header, and a proxy that changes the host does not affect it.
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("Origin");
  if (origin !== null) return origin === new URL(url).origin;
  const cookies = headers.get("Cookie");
  return !hasSessionCookie(cookies) && !hasPendingSignInCookie(cookies);
}
