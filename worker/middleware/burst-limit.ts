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
 * Limits bursts of requests. Members are counted by session, guests on a device on which somebody has signed in by device, and everybody else by
 * IP address, which thousands of phones may share: so that no stranger there keeps a member out. All sessions and devices of an address
 * together have a high limit, too, since one person can have any number of sessions.
 * Guests' pages do not reach the backend: those that the page cache has are not counted, and the others have a higher limit. Those who open a
 * mailed link count like a call of the API, since it is looked up. Must run after `session`.
 */
export function burstLimit(): MiddlewareHandler<AppEnv> {
  return async function burstLimit(c, next) {
    const { session, device } = c.var.context;
    const counts = countsOf(c.req.raw, c.req.path, { sessionId: session.current?.sessionId, deviceId: device.id });
    // One after another: what the sender's own limit refuses does not count for the whole network.
    for (const { binding, key } of counts) {
      const { success } = await c.env[binding].limit({ key });
      if (success) continue;
      const { seconds, text } = LIMITS[binding];
      throw new ServiceError("rate_limited", `Too many requests. Please wait ${text} and try again`, {
        retryAfterSeconds: seconds,
      });
    }
    await next();
  };
}

/** Who sends a request, by its cookies. */
interface Sender {
  sessionId: string | undefined;
  /** Of a device on which somebody has signed in. */
  deviceId: string | null;
}

/** How a request is counted; by nothing when it is not. */
function countsOf(request: Request, path: string, { sessionId, deviceId }: Sender): Count[] {
  const network = networkOf(request.headers.get("CF-Connecting-IP") ?? "") || "unknown";
  const url = new URL(request.url);
  const isCall = reachesBackend(request, path) || url.searchParams.has("secret");
  if (!isCall && isGuestRead(request) && cacheablePage(url)) return [];
  const binding = isCall ? "BURST_LIMIT" : "PAGE_LIMIT";
  const prefix = counterPrefix(request, path);
  const sender = sessionId ? `session:${sessionId}` : deviceId && `device:${deviceId}`;
  if (!sender) return [{ binding, key: `${prefix}${network}` }];
  return [
    { binding, key: `${prefix}${sender}` },
    { binding: "NETWORK_LIMIT", key: `${prefix}${network}` },
  ];
}

/**
 * Three kinds of requests have a count of their own. Sign-outs, so that other requests cannot block them. Calls for files, so that many uploads that
 * are tried again cannot block the sign-ins and forms of their network. And links from other sites: a page of theirs can open this site again
 * and again, without a click, and would use up the limit of its visitor's network.
 */
function counterPrefix(request: Request, path: string): string {
  if (isSignOut(request, path)) return "sign-out:";
  if (request.headers.get("Sec-Fetch-Site") === "cross-site") return "cross-site:";
  return path.startsWith("/api/files") ? "files:" : "";
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
