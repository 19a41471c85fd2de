// Serves videos with byte ranges. Workers static assets do not support ranges, and Safari needs them to play a video.
import type { Handler } from "hono";
import type { AppEnv } from "../middleware/types";

/** The policy of the document that a browser creates when it opens a video's address. */
const POLICY = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The sizes of assets that come without `Content-Length`, in bytes, by ETag, which is a hash of the content. */
const sizes = new Map<string, number>();

/** Serves a static asset, with the headers that `public/_headers` sets. Calls the next handler when there is no such asset. */
export const media: Handler<AppEnv> = async (c, next) => {
  const fetchAsset = () => {
    const request = new Request(c.req.raw);
    for (const name of ["Range", "If-Range"]) request.headers.delete(name);
    return c.env.ASSETS.fetch(request);
  };
  const asset = await fetchAsset();
  if (asset.status === 404) return next();
  const headers = new Headers(asset.headers);
  headers.set("Content-Security-Policy", POLICY);
  if (asset.status !== 200) return new Response(asset.body, { status: asset.status, headers });
  headers.set("Accept-Ranges", "bytes");
  const requested = c.req.raw.method === "GET" ? rangeHeader(c.req.raw, asset) : null;
  if (requested === null || !asset.body) return new Response(asset.body, { headers });

  const etag = headers.get("ETag") ?? "";
  const known = headers.has("Content-Length") ? Number(headers.get("Content-Length")) : sizes.get(etag);
  const size = known ?? (await countBytes(asset.body));
  if (known === undefined && etag !== "") sizes.set(etag, size);
  const body = known === undefined ? (await fetchAsset()).body : asset.body;
  const range = parseRange(requested, size);
  if (range === "whole") return new Response(body, { headers });
  if (range === "unsatisfiable") {
    await body?.cancel();
    headers.set("Content-Range", `bytes */${size}`);
    for (const name of ["Content-Type", "Content-Length", "ETag", "Cache-Control"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  const length = range.end - range.start + 1;
  headers.set("Content-Length", String(length));
  const { readable, writable } = new FixedLengthStream(length);
  // Ends early when the visitor leaves.
  const sent = body?.pipeThrough(partOf(range)).pipeTo(writable);
  c.executionCtx.waitUntil(sent?.catch(() => {}) ?? Promise.resolve());
  return new Response(readable, { status: 206, headers });
};

async function countBytes(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) size += chunk.byteLength;
  return size;
}

/** Lets a part of a stream through, both ends inclusive, so that no more of the asset is in memory than what is being sent. */
function partOf({ start, end }: { start: number; end: number }): TransformStream<Uint8Array, Uint8Array> {
  let at = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += chunk.byteLength;
      if (part.byteLength > 0) controller.enqueue(part);
      if (at > end) controller.terminate();
    },
  });
}

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
