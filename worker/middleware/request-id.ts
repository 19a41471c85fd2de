import type { MiddlewareHandler } from "hono";
import type { EdgeEnv } from "./types";

/**
 * Gives the request its id and its nonce, and the answer the id: Cloudflare's ray where there is one, since that is what its own
 * logs name. Nothing a client sends is taken over.
 */
export function requestId(): MiddlewareHandler<EdgeEnv> {
  return async function requestId(c, next) {
    const ray = c.req.header("CF-Ray");
    c.set("requestId", ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID());
    c.set("nonce", crypto.randomUUID().replaceAll("-", ""));
    await next();
    c.header("X-Request-Id", c.var.requestId);
  };
}
