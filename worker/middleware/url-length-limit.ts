import type { MiddlewareHandler } from "hono";
import { ServiceError } from "../errors";
import { isApi } from "./configuration";
import type { AppEnv } from "./types";

/** In characters. The site's own paths have a hundred at most, and the URLs of its pages, with the secret of a mailed link, a thousand. */
const PATH_MAX = 1_000;
const PAGE_URL_MAX = 8_000;

/**
 * True for a URL that is far too long to be one of this site's. The query of a call of the API may have any length: the URLs of uploads carry a
 * sealed ticket.
 */
export function isUrlTooLong({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname.length > PATH_MAX || (url.length > PAGE_URL_MAX && !isApi(pathname));
}

/** Refuses such a URL: React Router takes longer to match a path of 16,000 characters than to render a page. */
export function urlLengthLimit(): MiddlewareHandler<AppEnv> {
  return async function urlLengthLimit(c, next) {
    // Not 414: the API documents 404 for each path with an id, and no other path of its own is that long.
    if (isUrlTooLong(c.req.raw)) throw new ServiceError("not_found", "There is nothing at this address");
    await next();
  };
}
