import { Buffer } from "node:buffer";
import type { MiddlewareHandler } from "hono";
import { setResponseHeader } from "../http/response-header";
import type { AppEnv } from "./types";

/** A request's id in responses and logs: Cloudflare's Ray ID if there is one, since Cloudflare's own logs use it. */
export function requestIdOf({ headers }: Request): string {
  const ray = headers.get("CF-Ray");
  return ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();
}

/** 128 random bits, in hexadecimal. */
function createNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
}

/** Sets the request's id and nonce, and sends the id in `X-Request-Id`. A client cannot choose either. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async function requestId(c, next) {
    c.set("requestId", requestIdOf(c.req.raw));
    c.set("nonce", createNonce());
    await next();
    setResponseHeader(c, "X-Request-Id", c.var.requestId);
  };
}
