// One static page in the memory of an isolate, and the answers it gives.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { contentSecurityPolicy } from "../../http/content-security-policy";
import { SECURITY_HEADERS } from "../../middleware/security-headers";
import type { StaticPage } from "../static-page";

/** What a page has beside its HTML. */
export interface PageMetadata {
  status: number;
  /** Weak, since the same page is sent in more than one encoding. */
  etag: string;
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** What a request pays for compressing: 10 ms of CPU is all a free plan gives it. */
const REQUEST_QUALITY = 5;

type Bytes = Uint8Array<ArrayBuffer>;
type Variant = ResponseInit & { headers: Headers; body: Bytes | null };

export class CachedPage {
  readonly metadata: PageMetadata;
  #html: Bytes | null;
  #brotli: Bytes | null;
  /** Answers out of memory, by what a request asks for: they differ in their request id alone. */
  readonly #variants = new Map<string, Variant>();

  private constructor(metadata: PageMetadata, html: Bytes | null, brotli: Bytes | null) {
    this.metadata = metadata;
    this.#html = html;
    this.#brotli = brotli;
  }

  /** A page that was just made. */
  static fresh({ html, ...hashes }: StaticPage, status: number): CachedPage {
    const bytes = new TextEncoder().encode(html);
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
    return new CachedPage({ ...hashes, status, etag }, bytes, null);
  }

  /** A page as KV has it. */
  static compressed(metadata: PageMetadata, brotli: Bytes): CachedPage {
    return new CachedPage(metadata, null, brotli);
  }

  /** The page in brotli, made on the first call. */
  async compress(): Promise<Bytes> {
    if (this.#brotli) return this.#brotli;
    const html = this.#identity();
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
   * Answers a read, with all the headers that an answer of the Worker has.
   * @param ms what the page took where it came from; out of memory nothing that a clock would show.
   */
  answer(request: Request, requestId: string, origin: "memory" | "kv" | "render", ms = 0): Response {
    const variant = this.#variant(request);
    // An answer takes a copy of the headers, and that costs less when its own are there already.
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
    const kind = ifNoneMatch !== null && matches(ifNoneMatch, this.metadata.etag) ? "304" : method;
    const secure = url.startsWith("https:");
    const brotli = this.#brotli !== null && acceptsBrotli(acceptedEncodings(request));
    const name = `${kind} ${secure} ${brotli}`;
    let variant = this.#variants.get(name);
    if (!variant) {
      variant = this.#makeVariant(kind, secure, brotli);
      this.#variants.set(name, variant);
    }
    return variant;
  }

  #makeVariant(kind: string, secure: boolean, brotli: boolean): Variant {
    const { status, etag, scriptHashes, styleHashes } = this.metadata;
    const headers = new Headers({
      ...SECURITY_HEADERS,
      // Its hashes are those of the body that this tag names, so that it fits the body a 304 leaves in place.
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
    const body = brotli ? this.#brotli : this.#identity();
    if (kind === "HEAD") headers.set("Content-Length", String(body?.byteLength));
    return { status, headers, body: kind === "HEAD" ? null : body, encodeBody: brotli ? "manual" : "automatic" };
  }

  #identity(): Bytes {
    this.#html ??= new Uint8Array(brotliDecompressSync(this.#brotli ?? new Uint8Array()));
    return this.#html;
  }
}

/** Whether `If-None-Match` names a tag, by the weak comparison (RFC 9110, 13.1.2): proxies weaken tags on their way. */
function matches(header: string, etag: string): boolean {
  if (header === etag) return true;
  const opaque = etag.replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaque);
}

/**
 * What the visitor's browser or tool accepts. Cloudflare writes a header of its own on the way to a Worker, and says in
 * `clientAcceptEncoding` what came: "" without a header. Elsewhere the header is the visitor's.
 */
function acceptedEncodings({ cf, headers }: Request): string | null {
  const fromClient = cf?.clientAcceptEncoding;
  return typeof fromClient === "string" ? fromClient : headers.get("Accept-Encoding");
}

/** Whether `Accept-Encoding` names brotli, and not with a weight of nothing. */
function acceptsBrotli(header: string | null): boolean {
  return header !== null && /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?:1|0?\.0*[1-9]))/i.test(header);
}
