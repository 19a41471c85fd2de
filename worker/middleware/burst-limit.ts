import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { pagePath } from "../http/page-path";
import { networkOf } from "../services/limits";
import { hasPendingSignInCookie } from "../session/pending-sign-in";
import { hasSessionCookie } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** The period of the binding in wrangler.toml. */
const WINDOW_SECONDS = 60;

/**
 * Limits bursts of requests. Members are counted by session, everybody else by IP address, which thousands of phones may share.
 * Guests who read pages are not counted, since those requests do not reach the backend; those who open a mailed link are, since it is looked
 * up. Must run after `session`.
 */
export function burstLimit(): MiddlewareHandler<AppEnv> {
  return async function burstLimit(c, next) {
    const sessionId = c.var.context.session.current?.sessionId;
    const key = rateLimitKey(c.req.raw, c.req.path, sessionId);
    const { success } = key === null ? { success: true } : await c.env.BURST_LIMIT.limit({ key });
    if (!success) {
      throw new ServiceError("rate_limited", "Too many requests. Please wait a minute and try again", {
        retryAfterSeconds: WINDOW_SECONDS,
      });
    }
    await next();
  };
}

/**
 * The key that a request counts under; null when it is not counted.
 * @param sessionId from a valid session cookie
 */
function rateLimitKey(request: Request, path: string, sessionId: string | undefined): string | null {
  const network = networkOf(request.headers.get("CF-Connecting-IP") ?? "") || "unknown";
  // Signing out has a limit of its own, so that other requests cannot block it.
  if (isSignOut(request, path)) return `sign-out:${sessionId ?? network}`;
  if (!reachesBackend(request, path) && !new URL(request.url).searchParams.has("secret")) return null;
  return sessionId ? `session:${sessionId}` : network;
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
