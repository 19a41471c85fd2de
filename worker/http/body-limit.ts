// Reads request bodies into memory, within a limit on their size and on the client's pace.
import { ServiceError } from "../services/errors";
import { bytesRead, type PaceLimits, PaceWatch } from "./client-pace";
import { drain } from "./drain";

/** A bad 2G connection. */
const SLOWEST_BYTES_PER_SECOND = 5_000;

/** How long a body may take in all, in milliseconds: a minute more than the longest one takes on the slowest connection. */
const totalMs = (bytes: number) => 60_000 + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000;

export interface BodyLimit {
  /** The longest body, in bytes. */
  bytes: number;
  pace: PaceLimits;
  /** Creates the error for a longer body. */
  createError(): Error;
}

/**
 * Reads the body, and returns a request that carries it. A body of GET or HEAD means nothing, and is not read.
 * @throws {ServiceError} `request_timeout` when the client is silent or slow; `body_unreadable` when it leaves half way; the limit's error for
 * a body that is too long, once it was drained.
 */
export async function readWithin(request: Request, { bytes, pace, createError }: BodyLimit): Promise<Request> {
  const { body, headers } = request;
  if (!body || request.method === "GET" || request.method === "HEAD") return request;
  const declaredLength = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
  const blob = declaredLength !== null && Number(declaredLength) > bytes ? null : await readUpTo(body, bytes, pace);
  if (blob) return new Request(request, { body: blob });
  await drain(body, pace);
  throw createError();
}

/** Reads a body. @returns null when it is too long; the rest of it is still unread. */
async function readUpTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  bytes: number,
  limits: PaceLimits,
): Promise<Blob | null> {
  const reader = body.getReader();
  const pace = new PaceWatch(limits, totalMs(bytes));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await pace.wait(reader.read(), bytesRead);
      if (done) return new Blob(chunks);
      size += value.byteLength;
      if (size > bytes) break;
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof ServiceError) throw error;
    throw new ServiceError("body_unreadable", "The body ended before it was complete");
  }
  reader.releaseLock();
  return null;
}
