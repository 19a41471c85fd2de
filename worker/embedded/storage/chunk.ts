// Parses the headers of a chunked upload: Content-Range and x-appwrite-id.
import { AppwriteError } from "../http/errors";

/** The size of every chunk except the last. */
const CHUNK_BYTES = 5 * 1024 * 1024;

export interface Chunk {
  /** Counted from 1. */
  part: number;
  chunksTotal: number;
  /** The size of the whole file, in bytes. */
  size: number;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;
const FILE_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;

/**
 * The chunk in a request. Without Content-Range it is a whole file of `byteCount` bytes.
 * Throws storage_invalid_content_range. Like a real server, this accepts a range whose end equals the size.
 */
export function parseChunk(headers: Headers, byteCount: number): Chunk {
  const header = headers.get("content-range");
  if (header === null) return { part: 1, chunksTotal: 1, size: byteCount };
  const [, start, end, size] = (CONTENT_RANGE.exec(header) ?? []).map(Number);
  if (start === undefined || end === undefined || size === undefined || start > end || end > size || size === 0) {
    throw new AppwriteError("storage_invalid_content_range");
  }
  return { part: Math.floor(start / CHUNK_BYTES) + 1, chunksTotal: Math.ceil(size / CHUNK_BYTES), size };
}

/** The id of the upload that a chunk belongs to, or null. Throws storage_invalid_appwrite_id. */
export function parseUploadId(headers: Headers): string | null {
  const id = headers.get("x-appwrite-id");
  if (id === null || headers.get("content-range") === null) return null;
  if (!FILE_ID.test(id)) throw new AppwriteError("storage_invalid_appwrite_id");
  return id;
}
