import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../services/errors";
import { hasSessionCookie } from "../session";
import { isApi } from "./configuration";
import type { EdgeEnv } from "./types";

/** The window of the binding in wrangler.toml. */
const WINDOW_SECONDS = 60;

/** Sheds floods by client address. A guest who reads pages costs the backend nothing, and is not counted. */
export function burstLimit(): MiddlewareHandler<EdgeEnv> {
  return async function burstLimit(c, next) {
    if (reachesBackend(c.req.raw, c.req.path)) {
      const key = c.req.header("CF-Connecting-IP") ?? "unknown";
      const { success } = await c.env.BURST_LIMIT.limit({ key });
      if (!success) {
        throw new ServiceError("rate_limited", "Too many requests. Please wait a minute and try again", {
          retryAfterSeconds: WINDOW_SECONDS,
        });
      }
    }
    await next();
  };
}

function reachesBackend({ method, headers }: Request, path: string): boolean {
  return isApi(path) || (method !== "GET" && method !== "HEAD") || hasSessionCookie(headers.get("Cookie"));
}
