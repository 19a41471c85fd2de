// Finished pages in KV: brotli bytes under the build that made them, with what is known of them beside.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { PublicConfig } from "../../../app/context";
import { errorEntry, type LogEntry } from "../../log";
import { CachedPage } from "./cached-page";

/** Changes with what an entry looks like: one of another form is never read. */
const FORMAT = 1;
/** How long a location may answer from its own copy, in seconds: an entry never changes but by its key. */
const CACHE_TTL_SECONDS = 7 * 86_400;
/** A page that a visitor's request left in KV goes when its build has long been gone. In seconds. */
const LEFT_FOR_SECONDS = 90 * 86_400;

/** At most 1,024 bytes as JSON, which is what KV keeps beside a value. */
const MetadataSchema = z.object({
  format: z.literal(FORMAT),
  status: z.union([z.literal(200), z.literal(404)]),
  etag: z.string().check(z.regex(/^W\/"[\w-]+"$/)),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  /** The SHA-256 of the value: what arrives cut or changed is no page. */
  sum: z.string(),
});

/** What KV answers: a page; that it has none that can be used; or nothing, since it cannot be asked. */
export type Stored = CachedPage | "missing" | "unreachable";
type Warn = (entry: LogEntry) => void;

export class PageStore {
  readonly #kv: KVNamespace;
  readonly #prefix: string;

  /** @param settings what pages show of the deployment's settings: with others they are other pages. */
  constructor(kv: KVNamespace, buildId: string, settings: PublicConfig) {
    const digest = createHash("sha256").update(JSON.stringify(settings)).digest("base64url").slice(0, 16);
    this.#kv = kv;
    this.#prefix = `page/${FORMAT}/${buildId}/${digest}`;
  }

  /** Reads the page of a path, as this location has it. Never fails. */
  read(path: string, warn: Warn): Promise<Stored> {
    return this.#read(path, CACHE_TTL_SECONDS, warn);
  }

  /**
   * Reads the page of a path as it was a minute ago at the most. A location keeps that there is none for just as long as a page:
   * by this, what has come since is found, and the location learns of it. Never fails.
   */
  readAnew(path: string, warn: Warn): Promise<Stored> {
    return this.#read(path, undefined, warn);
  }

  async #read(path: string, cacheTtl: number | undefined, warn: Warn): Promise<Stored> {
    try {
      const { value, metadata } = await this.#kv.getWithMetadata(this.#prefix + path, {
        type: "arrayBuffer",
        ...(cacheTtl === undefined ? {} : { cacheTtl }),
      });
      if (value === null) return "missing";
      const bytes = new Uint8Array(value);
      const parsed = MetadataSchema.safeParse(metadata);
      if (parsed.success && parsed.data.sum === sumOf(bytes)) return CachedPage.compressed(parsed.data, bytes);
      warn({ event: "kept page unreadable", page: path });
      return "missing";
    } catch (error) {
      warn({ event: "kept page unreachable", page: path, ...errorEntry(error) });
      return "unreachable";
    }
  }

  /** Keeps the page of a path. Never fails: a page that could not be kept is rendered again elsewhere. */
  async write(path: string, page: CachedPage, warn: Warn): Promise<void> {
    try {
      const value = await page.compress();
      const metadata = { format: FORMAT, ...page.facts, sum: sumOf(value) };
      await this.#kv.put(this.#prefix + path, value, { metadata, expirationTtl: LEFT_FOR_SECONDS });
    } catch (error) {
      warn({ event: "page not kept", page: path, ...errorEntry(error) });
    }
  }
}

/** The check sum of a value, as its metadata holds it. */
export function sumOf(value: Uint8Array): string {
  return createHash("sha256").update(value).digest("base64url");
}
