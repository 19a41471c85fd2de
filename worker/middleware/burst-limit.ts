import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../services/errors";
import { hasSessionCookie } from "../session/session";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** The window of the binding in wrangler.toml. */
const WINDOW_SECONDS = 60;

/**
 * Sheds floods: a member's requests are counted by session, everybody else's by client address, which thousands of phones
 * may share. A guest who reads pages costs the backend nothing, and is not counted. Must stand after `session`.
 */
export function burstLimit(): MiddlewareHandler<AppEnv> {
  return async function burstLimit(c, next) {
    const sessionId = c.var.context.session.current?.sessionId;
    const key = keyOf(c.req.raw, c.req.path, sessionId);
    const { success } = key === null ? { success: true } : await c.env.BURST_LIMIT.limit({ key });
    if (!success) {
      throw new ServiceError("rate_limited", "Too many requests. Please wait a minute and try again", {
        retryAfterSeconds: WINDOW_SECONDS,
      });
    }
    await next();
  };
}

/** @param sessionId of a cookie that really opens. @returns null for what is not counted. */
function keyOf(request: Request, path: string, sessionId: string | undefined): string | null {
  // Whatever else a member did in this minute, logging out goes through; a guest's reaches no backend.
  if (isLogOut(request, path)) return sessionId ? `log-out:${sessionId}` : null;
  if (!reachesBackend(request, path)) return null;
  return sessionId ? `session:${sessionId}` : (request.headers.get("CF-Connecting-IP") ?? "unknown");
}

function isLogOut({ method }: Request, path: string): boolean {
  if (method === "POST") return path === "/logout" || path === "/logout.data";
  return method === "DELETE" && path === "/api/account/sessions";
}

function reachesBackend({ method, headers }: Request, path: string): boolean {
  return isApi(path) || (method !== "GET" && method !== "HEAD") || hasSessionCookie(headers.get("Cookie"));
}
