import type { MiddlewareHandler } from "hono";
import type { Log } from "../log";
import type { AppEnv } from "./types";

/** How much of a path is logged, in characters: nobody should fill the log with long ones. */
const PATH_LOGGED = 200;

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
      path: new URL(c.req.url).pathname.slice(0, PATH_LOGGED),
      status: c.res.status,
      ms: Date.now() - started,
    });
  };
}
