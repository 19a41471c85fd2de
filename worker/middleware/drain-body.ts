import type { MiddlewareHandler } from "hono";
import { type DrainLimits, drain } from "../http/drain";

/** Takes in the body of a request that was answered without a look at it, before the answer leaves. */
export function drainBody(limits?: DrainLimits): MiddlewareHandler {
  return async function drainBody(c, next) {
    await next();
    const { body, bodyUsed } = c.req.raw;
    if (body && !bodyUsed && !body.locked) await drain(body, limits);
  };
}
