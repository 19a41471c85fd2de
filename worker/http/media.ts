// Videos, with single byte ranges: the static assets send whole files alone, and Safari plays no video from those.
import type { Handler } from "hono";
import type { AppEnv } from "../middleware/types";

/** A browser that opens a video by itself makes a document around it, which may show just that. */
const POLICY = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves a static asset; what is none is left to the next handler. Its headers are those that `public/_headers` gives it. */
export const media: Handler<AppEnv> = async (c, next) => {
  const request = new Request(c.req.raw);
  for (const name of ["Range", "If-Range"]) request.headers.delete(name);
  const asset = await c.env.ASSETS.fetch(request);
  if (asset.status === 404) return next();
  const headers = new Headers(asset.headers);
  headers.set("Content-Security-Policy", POLICY);
  if (asset.status !== 200) return new Response(asset.body, { status: asset.status, headers });
  headers.set("Accept-Ranges", "bytes");
  const wanted = c.req.raw.method === "GET" ? rangeHeader(c.req.raw, asset) : null;
  if (wanted === null) return new Response(asset.body, { headers });

  const bytes = await asset.arrayBuffer();
  const range = parseRange(wanted, bytes.byteLength);
  if (range === "whole") return new Response(bytes, { headers });
  if (range === "none") {
    headers.set("Content-Range", `bytes */${bytes.byteLength}`);
    for (const name of ["Content-Type", "Content-Length", "ETag", "Cache-Control"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  const part = bytes.slice(range.start, range.end + 1);
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${bytes.byteLength}`);
  headers.set("Content-Length", String(part.byteLength));
  return new Response(part, { status: 206, headers });
};

/** The range that is asked for; null when there is none, or it is of another version of the file (RFC 9110, 13.1.5). */
function rangeHeader({ headers }: Request, asset: Response): string | null {
  const version = headers.get("If-Range");
  const current = asset.headers.get("ETag");
  // Only an exact, strong match says that the parts fit together; a date never does.
  if (version !== null && (version !== current || version.startsWith("W/"))) return null;
  return headers.get("Range");
}

/**
 * One range of bytes (RFC 9110, 14.1.2), both ends included.
 * @returns "whole" for what is no single range of bytes, which may be ignored; "none" for one beyond the end.
 */
function parseRange(header: string, size: number): { start: number; end: number } | "whole" | "none" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.replaceAll(/\s/g, ""));
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "none";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
