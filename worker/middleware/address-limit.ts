import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** In characters. The site's own paths have a hundred at most, and the addresses of its pages, with the secret of a mailed link, a thousand. */
const PATH_MAX = 1_000;
const PAGE_URL_MAX = 8_000;

/** True for an address that is far too long to be one of this site's. The API looks at no query but its ticket. */
export function isTooLong({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname.length > PATH_MAX || (url.length > PAGE_URL_MAX && !isApi(pathname));
}

/** Refuses such an address: matching a path of 16,000 characters takes longer than rendering a page. */
export function addressLimit(): MiddlewareHandler<AppEnv> {
  return async function addressLimit(c, next) {
    if (isTooLong(c.req.raw)) throw new ServiceError("not_found", "There is nothing at this address");
    await next();
  };
}
