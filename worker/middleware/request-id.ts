import type { MiddlewareHandler } from "hono";
import { setResponseHeader } from "../http/response-header";
import type { AppEnv } from "./types";

/** The name of a request in answers and logs: Cloudflare's ray where there is one, since that is what its own logs name. */
export function requestIdOf({ headers }: Request): string {
  const ray = headers.get("CF-Ray");
  return ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();
}

/** Gives the request its id and its nonce, and the answer the id. Nothing a client sends is taken over. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async function requestId(c, next) {
    c.set("requestId", requestIdOf(c.req.raw));
    c.set("nonce", crypto.randomUUID().replaceAll("-", ""));
    await next();
    setResponseHeader(c, "X-Request-Id", c.var.requestId);
  };
}
