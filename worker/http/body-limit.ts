// Keeps a body that is longer than anything that is taken here from being held in memory.
import { type DrainLimits, drain } from "./drain";

export interface BodyLimit {
  /** The longest body, in bytes. */
  bytes: number;
  /** What is thrown for a longer one. */
  refusal(): Error;
  /** With what a refused body is taken in, unkept. */
  drained?: DrainLimits;
}

/**
 * The request, if its body is within the limit by the length that it announces; one that announces none is counted while it
 * arrives, and goes on whole.
 * @throws the limit's refusal, once the body has been taken in.
 */
export async function withinLimit(request: Request, { bytes, refusal, drained }: BodyLimit): Promise<Request> {
  const { body, headers } = request;
  if (!body) return request;
  const announced = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
  if (announced !== null && Number(announced) <= bytes) return request;
  const whole = announced === null ? await counted(body, bytes) : null;
  if (whole) return new Request(request, { body: whole });
  await drain(body, drained);
  throw refusal();
}

/** The whole of a body that does not say how long it is; null when it is too long, and then there is more of it to be read. */
async function counted(body: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number): Promise<Blob | null> {
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    size += value.byteLength;
    if (size > bytes) break;
    pieces.push(value);
  }
  reader.releaseLock();
  return null;
}
