import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import type { AppEnv } from "./types";

/** In characters. The site's own paths have a hundred at most, and its addresses, with the secret or the ticket in them, a thousand. */
const PATH_MAX = 1_000;
const URL_MAX = 8_000;

/** True for an address that is far too long to be one of this site's. */
export function isTooLong({ url }: Request): boolean {
  return url.length > URL_MAX || new URL(url).pathname.length > PATH_MAX;
}

/** Refuses such an address: matching a path of 16,000 characters takes longer than rendering a page. */
export function addressLimit(): MiddlewareHandler<AppEnv> {
  return async function addressLimit(c, next) {
    if (isTooLong(c.req.raw)) throw new ServiceError("not_found", "There is nothing at this address");
    await next();
  };
}
