// Serves videos with byte ranges. Workers static assets do not support ranges, and Safari needs them to play a video.
import type { Handler } from "hono";
import { parseRange, rangeHeader, sliceOf } from "../http/byte-range";
import type { AppEnv } from "./types";

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
  const requested = c.req.raw.method === "GET" ? rangeHeader(c.req.raw, asset.headers.get("ETag")) : null;
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
  const sent = body?.pipeThrough(sliceOf(range)).pipeTo(writable);
  c.executionCtx.waitUntil(sent?.catch(() => {}) ?? Promise.resolve());
  return new Response(readable, { status: 206, headers });
};

async function countBytes(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) size += chunk.byteLength;
  return size;
}
