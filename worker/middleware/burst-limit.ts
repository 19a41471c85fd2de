import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { networkOf } from "../http/network-of";
import { pagePath } from "../http/page-path";
import { cacheablePage, isGuestRead } from "../pages/page-cache/cacheable";
import { hasPendingSignInCookie } from "../session/pending-sign-in";
import { hasSessionCookie } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** For how long each limit of wrangler.toml counts: in seconds, and in the words of the error message. */
const LIMITS = {
  BURST_LIMIT: { seconds: 60, text: "a minute" },
  NETWORK_LIMIT: { seconds: 60, text: "a minute" },
  PAGE_LIMIT: { seconds: 10, text: "ten seconds" },
} as const;

/** Which limit a request counts for, and under which key. */
interface Count {
  binding: keyof typeof LIMITS;
  key: string;
}

/**
 * Limits bursts of requests. Members are counted by session, everybody else by IP address, which thousands of phones may share. All members of
 * an address together have a high limit, too: whoever signs in again and again has any number of sessions.
 * Guests' pages do not reach the backend: those that the page cache has are not counted, and the others have a higher limit. Those who open a
 * mailed link count like a call of the API, since it is looked up. Must run after `session`.
 */
export function burstLimit(): MiddlewareHandler<AppEnv> {
  return async function burstLimit(c, next) {
    const sessionId = c.var.context.session.current?.sessionId;
    const counts = countsOf(c.req.raw, c.req.path, sessionId);
    const outcomes = await Promise.all(counts.map(({ binding, key }) => c.env[binding].limit({ key })));
    const reached = counts.find((_, index) => !outcomes[index]?.success);
    if (reached) {
      const { seconds, text } = LIMITS[reached.binding];
      throw new ServiceError("rate_limited", `Too many requests. Please wait ${text} and try again`, {
        retryAfterSeconds: seconds,
      });
    }
    await next();
  };
}

/**
 * How a request is counted; by nothing when it is not.
 * @param sessionId from a valid session cookie
 */
function countsOf(request: Request, path: string, sessionId: string | undefined): Count[] {
  const network = networkOf(request.headers.get("CF-Connecting-IP") ?? "") || "unknown";
  // Sign-outs are counted apart, so that other requests cannot block them.
  const prefix = isSignOut(request, path) ? "sign-out:" : "";
  const url = new URL(request.url);
  if (reachesBackend(request, path) || url.searchParams.has("secret")) {
    if (!sessionId) return [{ binding: "BURST_LIMIT", key: `${prefix}${network}` }];
    return [
      { binding: "BURST_LIMIT", key: `${prefix}session:${sessionId}` },
      { binding: "NETWORK_LIMIT", key: `${prefix}${network}` },
    ];
  }
  return isGuestRead(request) && cacheablePage(url) ? [] : [{ binding: "PAGE_LIMIT", key: network }];
}

/** True for a sign-out, of this device or of all. */
export function isSignOut({ method }: Request, path: string): boolean {
  if (method === "POST") return pagePath(path) === "/logout";
  return method === "DELETE" && /^\/api\/account\/sessions(\/current)?$/.test(path);
}

function reachesBackend({ method, headers }: Request, path: string): boolean {
  const cookies = headers.get("Cookie");
  const hasCookie = hasSessionCookie(cookies) || hasPendingSignInCookie(cookies);
  return isApi(path) || (method !== "GET" && method !== "HEAD") || hasCookie;
}
