import type { MiddlewareHandler } from "hono";
import type { Log } from "../log";
import type { AppEnv } from "./types";

/** Logs one line per request, without query, headers and body, which may contain secrets. */
export function requestLog(write: Log): MiddlewareHandler<AppEnv> {
  return async function requestLog(c, next) {
    const { requestId } = c.var;
    const log: Log = (level, entry) => write(level, { requestId, ...entry });
    c.set("log", log);
    const started = Date.now();
    await next();
    log("info", {
      event: "request",
      method: c.req.raw.method,
      // Not `c.req.path`, which is decoded: an encoded line break would begin a line of its own.
      path: new URL(c.req.url).pathname,
      status: c.res.status,
      ms: Date.now() - started,
    });
  };
}
