import type { MiddlewareHandler } from "hono";
import { FORM_FILE_MAX_BYTES } from "../../app/contract/limits";
import { withinLimit } from "../http/body-limit";
import { ServiceError } from "../services/errors";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

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
export function formLimit(): MiddlewareHandler<AppEnv> {
  return async function formLimit(c, next) {
    if (isApi(c.req.path)) return next();
    const isFileForm = FILE_FORMS.has(c.req.path);
    c.req.raw = await withinLimit(c.req.raw, {
      bytes: isFileForm ? FILE_FORM_MAX_BYTES : TEXT_MAX_BYTES,
      refusal: () => refusal(isFileForm),
      drained: REFUSED,
    });
    await next();
  };
}

function refusal(isFileForm: boolean): ServiceError {
  const most = isFileForm
    ? `this form takes a file of up to ${FORM_FILE_MAX_BYTES / 1_000_000} MB`
    : `this form takes up to ${TEXT_MAX_BYTES / 1024} KB`;
  return new ServiceError("body_too_large", `This is too much at once: ${most}`);
}
