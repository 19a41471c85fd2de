import type { MiddlewareHandler } from "hono";
import { FORM_FILE_MAX_BYTES } from "../../app/contract/limits";
import { drain } from "../drain";
import { ServiceError } from "../services/errors";
import { isApi } from "./configuration";
import type { EdgeEnv } from "./types";

/** The largest form without a file, in bytes. */
const TEXT_MAX_BYTES = 64 * 1024;
/** The largest form with a file: the text beside it and the multipart envelope take the rest. In bytes. */
const FILE_FORM_MAX_BYTES = FORM_FILE_MAX_BYTES + 256 * 1024;
/** The pages whose form has a file, and how a client-side navigation posts to them. */
const FILE_FORMS: ReadonlySet<string> = new Set(["/signup", "/signup.data", "/profile/file", "/profile/file.data"]);
/** What a refused form is taken in with, unkept: a browser that still sends shows a lost connection in place of the page. */
const REFUSED = { bytes: 4 * FILE_FORM_MAX_BYTES, waitMs: 15_000 };

/**
 * Refuses a page's form that is larger than any form of ours, before an action holds it in memory: by its announced length,
 * and one that announces none by counting while it arrives. The API has limits of its own.
 */
export function formLimit(): MiddlewareHandler<EdgeEnv> {
  return async function formLimit(c, next) {
    const { body, headers } = c.req.raw;
    if (!body || isApi(c.req.path)) return next();
    const limit = FILE_FORMS.has(c.req.path) ? FILE_FORM_MAX_BYTES : TEXT_MAX_BYTES;
    const announced = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
    if (announced === null) c.req.raw = new Request(c.req.raw, { body: await counted(body, limit) });
    else if (!(Number(announced) <= limit)) throw await refusal(body, limit);
    await next();
  };
}

/** The whole of a body that does not say how long it is. @throws {ServiceError} `body_too_large` */
async function counted(body: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number): Promise<Blob> {
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    size += value.byteLength;
    if (size > limit) break;
    pieces.push(value);
  }
  reader.releaseLock();
  throw await refusal(body, limit);
}

async function refusal(body: ReadableStream<Uint8Array>, limit: number): Promise<ServiceError> {
  await drain(body, REFUSED);
  const most =
    limit === TEXT_MAX_BYTES
      ? `this form takes up to ${TEXT_MAX_BYTES / 1024} KB`
      : `this form takes a file of up to ${FORM_FILE_MAX_BYTES / 1_000_000} MB`;
  return new ServiceError("body_too_large", `This is too much at once: ${most}`);
}
