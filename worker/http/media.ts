// Serves videos with byte ranges. Workers static assets do not support ranges, and Safari needs them to play a video.
import type { Handler } from "hono";
import type { AppEnv } from "../middleware/types";

/** The policy of the document that a browser creates when it opens a video's address. */
const POLICY = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves a static asset, with the headers that `public/_headers` sets. Calls the next handler when there is no such asset. */
export const media: Handler<AppEnv> = async (c, next) => {
  const request = new Request(c.req.raw);
  for (const name of ["Range", "If-Range"]) request.headers.delete(name);
  const asset = await c.env.ASSETS.fetch(request);
  if (asset.status === 404) return next();
  const headers = new Headers(asset.headers);
  headers.set("Content-Security-Policy", POLICY);
  if (asset.status !== 200) return new Response(asset.body, { status: asset.status, headers });
  headers.set("Accept-Ranges", "bytes");
  const requested = c.req.raw.method === "GET" ? rangeHeader(c.req.raw, asset) : null;
  if (requested === null) return new Response(asset.body, { headers });

  const bytes = await asset.arrayBuffer();
  const range = parseRange(requested, bytes.byteLength);
  if (range === "whole") return new Response(bytes, { headers });
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${bytes.byteLength}`);
    for (const name of ["Content-Type", "Content-Length", "ETag", "Cache-Control"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  const part = bytes.slice(range.start, range.end + 1);
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${bytes.byteLength}`);
  headers.set("Content-Length", String(part.byteLength));
  return new Response(part, { status: 206, headers });
};

/** The `Range` header; null without one, or when `If-Range` names another version of the file (RFC 9110, 13.1.5). */
function rangeHeader({ headers }: Request, asset: Response): string | null {
  const version = headers.get("If-Range");
  const current = asset.headers.get("ETag");
  // Only a strong ETag that matches guarantees that the parts belong to the same version; a date does not.
  if (version !== null && (version !== current || version.startsWith("W/"))) return null;
  return headers.get("Range");
}

/**
 * Parses a single byte range (RFC 9110, 14.1.2); both ends are inclusive.
 * @returns "whole" for any other header, which may be ignored; "unsatisfiable" for a range beyond the end.
 */
function parseRange(header: string, size: number): { start: number; end: number } | "whole" | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.replaceAll(/\s/g, ""));
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
