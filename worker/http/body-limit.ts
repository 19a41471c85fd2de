// Rejects request bodies that are too long, before they are read into memory.
import { type DrainLimits, drain } from "./drain";

export interface BodyLimit {
  /** The longest body, in bytes. */
  bytes: number;
  /** Creates the error for a longer body. */
  createError(): Error;
  /** The limits for draining a rejected body. */
  drained?: DrainLimits;
}

/**
 * Returns the request if its `Content-Length` is within the limit. A body without that header is read up to the limit, and the
 * returned request carries a copy.
 * @throws the limit's error, after the body was drained.
 */
export async function withinLimit(request: Request, { bytes, createError, drained }: BodyLimit): Promise<Request> {
  const { body, headers } = request;
  if (!body) return request;
  const declaredLength = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
  if (declaredLength !== null && Number(declaredLength) <= bytes) return request;
  const blob = declaredLength === null ? await readUpTo(body, bytes) : null;
  if (blob) return new Request(request, { body: blob });
  await drain(body, drained);
  throw createError();
}

/** Reads a body of unknown length. @returns null when it is too long; the rest of it is still unread. */
async function readUpTo(body: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number): Promise<Blob | null> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    size += value.byteLength;
    if (size > bytes) break;
    chunks.push(value);
  }
  reader.releaseLock();
  return null;
}
