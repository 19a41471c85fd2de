// A static page in the memory of an isolate, and the responses made of it.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { contentSecurityPolicy } from "../../http/content-security-policy";
import { SECURITY_HEADERS } from "../../http/security-headers";
import type { StaticPage } from "../static-page";

/** The metadata of a page, stored beside its HTML. */
export interface PageMetadata {
  status: number;
  /** Weak, since the same page is sent in more than one encoding. */
  etag: string;
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** The brotli quality during a request: a free plan allows 10 ms of CPU time. */
const REQUEST_QUALITY = 5;

type Bytes = Uint8Array;
type Variant = ResponseInit & { headers: Headers; body: Bytes | null };

export class CachedPage {
  readonly metadata: PageMetadata;
  #html: Bytes | null;
  #brotli: Bytes | null;
  /** Cached headers and bodies, by method, scheme and encoding. Responses with the same key differ only in their request id. */
  readonly #variants = new Map<string, Variant>();

  private constructor(metadata: PageMetadata, html: Bytes | null, brotli: Bytes | null) {
    this.metadata = metadata;
    this.#html = html;
    this.#brotli = brotli;
  }

  /** From a static page that was just rendered. */
  static fromStaticPage({ html, ...hashes }: StaticPage, status: number): CachedPage {
    const bytes = new TextEncoder().encode(html);
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
    return new CachedPage({ ...hashes, status, etag }, bytes, null);
  }

  /** From a page in KV. */
  static compressed(metadata: PageMetadata, brotli: Bytes): CachedPage {
    return new CachedPage(metadata, null, brotli);
  }

  /** The page in brotli, compressed on the first call. */
  async compress(): Promise<Bytes> {
    if (this.#brotli) return this.#brotli;
    const html = this.#uncompressed();
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: REQUEST_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
    };
    this.#brotli = new Uint8Array(await promisify(brotliCompress)(html, { params }));
    this.#variants.clear();
    return this.#brotli;
  }

  /**
   * Responds to a GET or HEAD request, with all headers, since the middleware may not have run.
   * @param ms how long it took to get the page, for `Server-Timing`; not used for a page from memory.
   */
  answer(request: Request, requestId: string, origin: "memory" | "kv" | "render", ms = 0): Response {
    const variant = this.#variant(request);
    // `Response` copies the headers; setting the id before is faster than after.
    variant.headers.set("X-Request-Id", requestId);
    const response = new Response(variant.body, variant);
    if (origin !== "memory") {
      response.headers.set("X-Page-Cache", origin);
      response.headers.set("Server-Timing", `${origin};dur=${ms}`);
    }
    return response;
  }

  #variant(request: Request): Variant {
    const { method, headers, url } = request;
    const ifNoneMatch = this.metadata.status === 200 ? headers.get("If-None-Match") : null;
    const kind = ifNoneMatch !== null && matchesETag(ifNoneMatch, this.metadata.etag) ? "304" : method;
    const secure = url.startsWith("https:");
    const brotli = this.#brotli !== null && acceptsBrotli(acceptedEncodings(request));
    const key = `${kind} ${secure} ${brotli}`;
    let variant = this.#variants.get(key);
    if (!variant) {
      variant = this.#makeVariant(kind, secure, brotli);
      this.#variants.set(key, variant);
    }
    return variant;
  }

  #makeVariant(kind: string, secure: boolean, brotli: boolean): Variant {
    const { status, etag, scriptHashes, styleHashes } = this.metadata;
    const headers = new Headers({
      ...SECURITY_HEADERS,
      // The hashes belong to the body with this ETag, so the policy is also correct on a 304.
      "Content-Security-Policy": contentSecurityPolicy({ scriptHashes, styleHashes, secure }),
      "Cache-Control": "private, no-cache",
      Vary: "Cookie, Accept-Encoding",
      ETag: etag,
      "X-Page-Cache": "memory",
      "Server-Timing": "memory",
    });
    if (kind === "304") return { status: 304, headers, body: null };
    headers.set("Content-Type", "text/html; charset=utf-8");
    if (brotli) headers.set("Content-Encoding", "br");
    const body = brotli ? this.#brotli : this.#uncompressed();
    if (kind === "HEAD") headers.set("Content-Length", String(body?.byteLength));
    return { status, headers, body: kind === "HEAD" ? null : body, encodeBody: brotli ? "manual" : "automatic" };
  }

  #uncompressed(): Bytes {
    this.#html ??= new Uint8Array(brotliDecompressSync(this.#brotli ?? new Uint8Array()));
    return this.#html;
  }
}

/** Whether `If-None-Match` has an ETag, by weak comparison (RFC 9110, 13.1.2), since proxies weaken ETags. */
function matchesETag(header: string, etag: string): boolean {
  if (header === etag) return true;
  const opaque = etag.replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaque);
}

/**
 * The client's `Accept-Encoding`. Cloudflare replaces that header before the Worker, and passes the original in
 * `cf.clientAcceptEncoding` ("" if there was none). Without Cloudflare the header is the client's.
 */
function acceptedEncodings({ cf, headers }: Request): string | null {
  const fromClient = cf?.clientAcceptEncoding;
  return typeof fromClient === "string" ? fromClient : headers.get("Accept-Encoding");
}

/** Whether `Accept-Encoding` lists brotli with a weight above 0. */
function acceptsBrotli(header: string | null): boolean {
  return header !== null && /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?:1|0?\.0*[1-9]))/i.test(header);
}
