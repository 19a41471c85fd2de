// Static pages in KV: brotli bytes under the build that made them, with their metadata.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { PublicConfig } from "../../../app/context";
import { errorEntry, type LogEntry } from "../../log";
import { CachedPage } from "./cached-page";

/** Changes with what an entry looks like: one of another form is never read. */
const FORMAT = 1;
/** How long a location may answer from its own copy, in seconds: an entry never changes, a change has another key. */
const CACHE_TTL_SECONDS = 7 * 86_400;
/** How long KV keeps a page that a visitor's request made, in seconds: longer than a build lives. */
const EXPIRATION_SECONDS = 90 * 86_400;

/** At most 1,024 bytes as JSON, which is what KV keeps beside a value. */
const MetadataSchema = z.object({
  format: z.literal(FORMAT),
  status: z.union([z.literal(200), z.literal(404)]),
  etag: z.string().check(z.regex(/^W\/"[\w-]+"$/)),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** The SHA-256 of the value: one that arrives cut or changed is not used. */
  sum: z.string(),
});

/** What KV has: a page, none that can be used, or nobody knows, since KV does not answer. */
export type StoredPage = CachedPage | "missing" | "unreachable";
type Warn = (entry: LogEntry) => void;

export class PageStore {
  readonly #kv: KVNamespace;
  readonly #prefix: string;

  /** @param settings the settings that pages show: with others they are other pages. */
  constructor(kv: KVNamespace, buildId: string, settings: PublicConfig) {
    const digest = createHash("sha256").update(JSON.stringify(settings)).digest("base64url").slice(0, 16);
    this.#kv = kv;
    this.#prefix = `page/${FORMAT}/${buildId}/${digest}`;
  }

  /** Reads the page of a path, as this location has it. Never fails. */
  read(path: string, warn: Warn): Promise<StoredPage> {
    return this.#read(path, CACHE_TTL_SECONDS, warn);
  }

  /**
   * Reads the page of a path as it was a minute ago at the most. A location remembers for days that there was none; this finds one
   * that came since. Never fails.
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

  /** Writes the page of a path. Never fails: a page that KV did not take is rendered again elsewhere. */
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

/** The check sum of a value, as its metadata holds it. */
export function checksum(value: Uint8Array): string {
  return createHash("sha256").update(value).digest("base64url");
}
