import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import type { AppEnv } from "./types";

/** In characters. The site's own paths have a hundred at most. */
const PATH_MAX = 1_000;

/** Refuses a path that is far too long to be one of this site's: matching one of 16,000 characters takes longer than rendering a page. */
export function pathLimit(): MiddlewareHandler<AppEnv> {
  return async function pathLimit(c, next) {
    if (new URL(c.req.url).pathname.length > PATH_MAX) {
      throw new ServiceError("not_found", "There is nothing at this address");
    }
    await next();
  };
}
