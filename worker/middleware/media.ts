// Serves videos with byte ranges. Workers static assets do not support ranges, and Safari needs them to play a video.
import type { Handler } from "hono";
import { parseRange, rangeHeader } from "../http/byte-range";
import { withTimeout } from "../with-timeout";
import type { AppEnv } from "./types";

/** The policy of the document that a browser creates when it opens a video's address. */
const POLICY = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * How long a request waits for another one that reads the same video, in milliseconds, before it reads the video itself: the runtime may have
 * ended the other.
 */
const JOIN_MS = 2_000;

/**
 * The bytes of the videos of which a part was asked for, by ETag, which is a hash of the content. An isolate has 128 MB and keeps all of them:
 * those of `public/media` are small (`tests/unit/tooling/media-sizes.test.ts`). Reading a video up to its last bytes for each request takes
 * more time than making a page.
 */
const videos = new Map<string, Promise<Uint8Array>>();

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
  const requested = c.req.raw.method === "GET" ? rangeHeader(c.req.raw, asset.headers.get("ETag")) : null;
  if (requested === null || !asset.body) return new Response(asset.body, { headers });

  const bytes = await readVideo(asset, (reading) => c.executionCtx.waitUntil(reading));
  const range = parseRange(requested, bytes.length);
  if (range === "whole") return new Response(bytes, { headers });
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${bytes.length}`);
    for (const name of ["Content-Type", "Content-Length", "ETag", "Cache-Control"]) headers.delete(name);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${bytes.length}`);
  headers.set("Content-Length", String(range.end - range.start + 1));
  return new Response(bytes.subarray(range.start, range.end + 1), { status: 206, headers });
};

/**
 * The bytes of a video, from memory or else from the asset, of which nothing is left unread. Requests that come at once read it once.
 * @param finish keeps the isolate at work on what other requests may be waiting for
 */
async function readVideo(asset: Response, finish: (reading: Promise<unknown>) => void): Promise<Uint8Array> {
  const etag = asset.headers.get("ETag");
  if (etag === null) return asset.bytes();
  const joined = videos.get(etag);
  const bytes = joined && (await withTimeout(joined, JOIN_MS).catch(() => undefined));
  if (bytes) {
    await asset.body?.cancel();
    return bytes;
  }
  const reading = asset.bytes();
  videos.set(etag, reading);
  const forget = () => {
    if (videos.get(etag) === reading) videos.delete(etag);
  };
  finish(reading.catch(forget));
  return reading;
}
