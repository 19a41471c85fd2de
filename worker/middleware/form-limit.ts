import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { FORM_FILE_MAX_BYTES } from "../../app/contract/limits";
import { ServiceError } from "../services/errors";
import { isApi } from "./configuration";
import type { EdgeEnv } from "./types";

/** What a form's text and its multipart envelope take beside the file, in bytes. */
const REST_MAX_BYTES = 256 * 1024;

/**
 * Refuses a page's form that is larger than any form of ours, before an action holds it in memory: by its announced length,
 * and one that announces none by counting while it arrives. The API has limits of its own.
 */
export function formLimit(): MiddlewareHandler<EdgeEnv> {
  const limit = bodyLimit({
    maxSize: FORM_FILE_MAX_BYTES + REST_MAX_BYTES,
    onError: () => {
      const megabytes = Math.floor(FORM_FILE_MAX_BYTES / 1_000_000);
      throw new ServiceError("body_too_large", `This is too much at once: a form takes files of up to ${megabytes} MB`);
    },
  });
  return async function formLimit(c, next) {
    return isApi(c.req.path) ? next() : limit(c, next);
  };
}
