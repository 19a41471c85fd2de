import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { drain } from "../http/drain";
import type { AppEnv } from "./types";

const HEADER = "X-HTTP-Method-Override";
const UPLOADS = /^\/api\/files(\/|$)/;
const METHODS: readonly string[] = ["HEAD", "PATCH", "DELETE"];

/**
 * Lets clients of uploads send POST in place of a method that their network blocks, as tus 1.0.0 wants it. With any other method the header
 * means nothing, since `sameOrigin` lets requests with a safe method pass: must run after it.
 * @example `POST /api/files/{id}` with `X-HTTP-Method-Override: PATCH` is a PATCH.
 */
export function methodOverride(): MiddlewareHandler<AppEnv> {
  return async function methodOverride(c, next) {
    const { raw } = c.req;
    const method = raw.method === "POST" && UPLOADS.test(c.req.path) ? c.req.header(HEADER) : undefined;
    if (method === undefined) return next();
    if (!METHODS.includes(method)) {
      const message = `This server supports ${HEADER} with one of ${METHODS.join(", ")}`;
      throw new ServiceError("upload_extension_unsupported", message);
    }
    if (method === "HEAD") {
      // A HEAD request cannot have a body, so nobody reads it later.
      if (raw.body) await drain(raw.body, c.var.context.clientPace);
      c.req.raw = new Request(raw.url, { method, headers: raw.headers, signal: raw.signal });
    } else {
      c.req.raw = new Request(raw, { method });
    }
    await next();
  };
}
