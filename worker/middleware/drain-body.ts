import type { MiddlewareHandler } from "hono";
import type { PaceLimits } from "../http/client-pace";
import { drain } from "../http/drain";

/** Reads a request body that no handler has read, before the response is sent. `http/drain.ts` says why. */
export function drainBody(limits?: PaceLimits): MiddlewareHandler {
  return async function drainBody(c, next) {
    await next();
    const { body, bodyUsed } = c.req.raw;
    if (body && !bodyUsed && !body.locked) await drain(body, limits);
  };
}
