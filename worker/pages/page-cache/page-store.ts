// Static pages in KV: brotli bytes with metadata. The keys contain the build id.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { PublicConfig } from "../../../app/contract/public-config";
import { errorEntry, type LogEntry } from "../../log";
import { CachedPage } from "./cached-page";

/** The version of the entry format, part of the key. Increase it when the format changes. */
const FORMAT = 1;
/** How long a location may cache a KV read, in seconds. Entries never change: a changed page has another key. */
const CACHE_TTL_SECONDS = 7 * 86_400;
/** How long KV keeps a page that a request rendered, in seconds. Longer than a build is in use. */
const EXPIRATION_SECONDS = 90 * 86_400;

/** KV limits metadata to 1,024 bytes of JSON. */
const MetadataSchema = z.object({
  format: z.literal(FORMAT),
  status: z.union([z.literal(200), z.literal(404)]),
  etag: z.string().check(z.regex(/^W\/"[\w-]+"$/)),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** The SHA-256 of the value, to detect a truncated or corrupted one. */
  sum: z.string(),
});

/** The result of a read: a page; "missing" also for an invalid entry; "unreachable" when KV failed. */
export type StoredPage = CachedPage | "missing" | "unreachable";
type Warn = (entry: LogEntry) => void;

export class PageStore {
  readonly #kv: KVNamespace;
  readonly #prefix: string;

  /** @param settings part of the key, since pages show them. */
  constructor(kv: KVNamespace, buildId: string, settings: PublicConfig) {
    const digest = createHash("sha256").update(JSON.stringify(settings)).digest("base64url").slice(0, 16);
    this.#kv = kv;
    this.#prefix = `page/${FORMAT}/${buildId}/${digest}`;
  }

  /** Reads the page of a path, from this location's cache if possible. Never throws. */
  read(path: string, warn: Warn): Promise<StoredPage> {
    return this.#read(path, CACHE_TTL_SECONDS, warn);
  }

  /**
   * Reads the page of a path, at most a minute old. A location also caches for days that an entry was missing; this finds an entry that
   * was added since. Never throws.
   */
  readFresh(path: string, warn: Warn): Promise<StoredPage> {
    return this.#read(path, undefined, warn);
  }

  async #read(path: string, cacheTtl: number | undefined, warn: Warn): Promise<StoredPage> {
    try {
      const { value, metadata } = await this.#kv.getWithMetadata(this.#prefix + path, {
        type: "arrayBuffer",
        ...(cacheTtl === undefined ? {} : { cacheTtl }),
      });
      if (value === null) return "missing";
      const bytes = new Uint8Array(value);
      const parsed = MetadataSchema.safeParse(metadata);
      if (parsed.success && parsed.data.sum === checksum(bytes)) return CachedPage.compressed(parsed.data, bytes);
      warn({ event: "cached page unreadable", page: path });
      return "missing";
    } catch (error) {
      warn({ event: "page cache unreachable", page: path, ...errorEntry(error) });
      return "unreachable";
    }
  }

  /** Writes the page of a path. Never throws: if it fails, another isolate renders the page again. */
  async write(path: string, page: CachedPage, warn: Warn): Promise<void> {
    try {
      const value = await page.compress();
      const metadata = { format: FORMAT, ...page.metadata, sum: checksum(value) };
      await this.#kv.put(this.#prefix + path, value, { metadata, expirationTtl: EXPIRATION_SECONDS });
    } catch (error) {
      warn({ event: "page not cached", page: path, ...errorEntry(error) });
    }
  }
}

/** The checksum of a value for its metadata: SHA-256 in base64url. */
export function checksum(value: Uint8Array): string {
  return createHash("sha256").update(value).digest("base64url");
}
