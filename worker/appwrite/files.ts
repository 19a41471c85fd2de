// Files in the storage bucket. Uploads and downloads bypass the SDK, which would buffer the whole file in memory.
import { type Models, Query, type Storage } from "appwrite";
import type { AppwriteClient } from "./client";
import { AppwriteError, isAppwriteError } from "./errors";
import { ownedBy } from "./permissions";

/** One part of a file that is uploaded. All parts but the last are `CHUNK_BYTES` long. */
export interface FilePart {
  fileId: string;
  /** Without control characters, and at most `NAME_MAX_BYTES` long as `encodeName` sends it. */
  name: string;
  /** The user who will own the file. Sent with every part, since Appwrite applies the permissions of the part that completes the file. */
  owner: string;
  /** The part's offset and length, and the size of the whole file, in bytes. */
  start: number;
  length: number;
  size: number;
  writeBody(write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
}

/** The longest name that Appwrite accepts, as `encodeName` sends it. A longer header of a multipart part is dropped. */
export const NAME_MAX_BYTES = 440;

/**
 * Encodes a file name for a multipart header. Appwrite decodes percent escapes in it, and ends it at a semicolon, even one between
 * quotes.
 */
export function encodeName(name: string): string {
  return name.replace(/[%";]/g, encodeURIComponent);
}

/** The page size of file lists. */
export const PAGE_FILES = 100;

export class Files {
  readonly #client: AppwriteClient;
  readonly #storage: Storage;
  readonly #bucketId: string;

  constructor(client: AppwriteClient, storage: Storage, bucketId: string) {
    this.#client = client;
    this.#storage = storage;
    this.#bucketId = bucketId;
  }

  /** A file's record, complete or not; null when there is none that this caller may see. */
  async find(fileId: string): Promise<Models.File | null> {
    try {
      return await this.#storage.getFile({ bucketId: this.#bucketId, fileId });
    } catch (error) {
      if (isAppwriteError(error, "storage_file_not_found")) return null;
      throw error;
    }
  }

  /** Stores one part, streaming it. @returns the file's record afterwards. */
  async storePart(part: FilePart): Promise<Models.File> {
    await this.#client.checkSession();
    const envelope = envelopeOf(part);
    const headers = new Headers(this.#client.credentialHeaders());
    headers.set("Content-Type", `multipart/form-data; boundary=${envelope.boundary}`);
    headers.set("Content-Range", `bytes ${part.start}-${part.start + part.length - 1}/${part.size}`);
    headers.set("X-Appwrite-Id", part.fileId);
    const file = await this.#client.transport.relay(
      {
        url: `${this.#client.transport.baseUrl}${this.#path()}`,
        headers,
        length: envelope.head.length + part.length + envelope.tail.length,
        writeBody: async (write) => {
          await write(envelope.head);
          await part.writeBody(write);
          await write(envelope.tail);
        },
      },
      (response) => this.#client.parseResponse(response),
    );
    return file as Models.File;
  }

  /** Makes another user the owner of a file. Needs the API key. */
  async transferOwnership(fileId: string, owner: string): Promise<void> {
    await this.#storage.updateFile({ bucketId: this.#bucketId, fileId, permissions: ownedBy(owner) });
  }

  /** Deletes a file, complete or not. Succeeds when it does not exist. */
  async delete(fileId: string): Promise<void> {
    try {
      await this.#storage.deleteFile({ bucketId: this.#bucketId, fileId });
    } catch (error) {
      if (!isAppwriteError(error, "storage_file_not_found")) throw error;
    }
  }

  /** The newest files that this caller may see, at most `PAGE_FILES`. */
  async listNewest(after?: string): Promise<Models.File[]> {
    const queries = [
      Query.orderDesc("$createdAt"),
      Query.limit(PAGE_FILES),
      ...(after ? [Query.cursorAfter(after)] : []),
    ];
    const { files } = await this.#storage.listFiles({ bucketId: this.#bucketId, queries });
    return files;
  }

  /** Every file that this caller may see, complete or not, newest first. */
  async listAll(): Promise<Models.File[]> {
    const all: Models.File[] = [];
    for (let page: Models.File[] | null = null; page === null || page.length === PAGE_FILES; ) {
      page = await this.listNewest(all.at(-1)?.$id);
      all.push(...page);
    }
    return all;
  }

  /** Files created between two times, oldest first, at most `PAGE_FILES`; `after` is the id of the previous page's last file. */
  async listCreatedBetween(from: Date, to: Date, after?: string): Promise<Models.File[]> {
    const queries = [
      Query.greaterThanEqual("$createdAt", from.toISOString()),
      Query.lessThan("$createdAt", to.toISOString()),
      Query.orderAsc("$createdAt"),
      Query.limit(PAGE_FILES),
      ...(after ? [Query.cursorAfter(after)] : []),
    ];
    const { files } = await this.#storage.listFiles({ bucketId: this.#bucketId, queries });
    return files;
  }

  /**
   * Downloads a file as an attachment with its name; the body is unread.
   * @param range a `Range` header to pass on, or null.
   */
  async download(fileId: string, range: string | null): Promise<Response> {
    await this.#client.checkSession();
    const headers = new Headers(this.#client.credentialHeaders());
    if (range) headers.set("Range", range);
    return this.#client.transport.exchange(
      { url: this.#downloadUrl(fileId), method: "GET", headers },
      async (response) => {
        // Appwrite sends every file as an attachment, and a gateway's page in its place is none.
        const isFile = response.ok && response.headers.has("Content-Disposition");
        if (isFile || response.status === 416) return response;
        await this.#client.parseResponse(response);
        throw new AppwriteError("broken", "Appwrite sent neither the file nor an error", response.status);
      },
    );
  }

  /**
   * Reads some bytes of a complete file.
   * @param start the first byte. @param length at least 1; the file must have them all.
   * @throws {AppwriteError} `broken` when other bytes arrive.
   */
  async readBytes(fileId: string, start: number, length: number): Promise<Uint8Array> {
    await this.#client.checkSession();
    const headers = new Headers(this.#client.credentialHeaders());
    headers.set("Range", `bytes=${start}-${start + length - 1}`);
    return this.#client.transport.exchange(
      { url: this.#downloadUrl(fileId), method: "GET", headers },
      async (response) => {
        if (!response.ok) await this.#client.parseResponse(response);
        const bytes = response.status === 206 ? new Uint8Array(await response.arrayBuffer()) : null;
        if (bytes?.length === length) return bytes;
        await response.body?.cancel();
        throw new AppwriteError("broken", "Appwrite did not send these bytes of the file", response.status);
      },
    );
  }

  #downloadUrl(fileId: string): string {
    return `${this.#client.transport.baseUrl}${this.#path()}/${encodeURIComponent(fileId)}/download`;
  }

  #path(): string {
    return `/storage/buckets/${encodeURIComponent(this.#bucketId)}/files`;
  }
}

/** The multipart body around a part's bytes (RFC 7578). */
function envelopeOf({ fileId, name, owner }: FilePart) {
  const boundary = `navarambh-${crypto.randomUUID()}`;
  const field = (key: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const fields = [field("fileId", fileId), ...ownedBy(owner).map((permission) => field("permissions[]", permission))];
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeName(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const encoder = new TextEncoder();
  return {
    boundary,
    head: encoder.encode(fields.join("") + file),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}
