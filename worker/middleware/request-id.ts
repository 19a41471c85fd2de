import { Buffer } from "node:buffer";
import type { MiddlewareHandler } from "hono";
import { requestIdOf } from "../http/request-id";
import { setResponseHeader } from "../http/response-header";
import type { AppEnv } from "./types";

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
