// Sends a response body only as long as its client goes on reading.
import { type PaceLimits, PaceWatch } from "./client-pace";

/** How much more silence a download is allowed than an upload: most browsers do not resume one by themselves. */
const PATIENCE = 4;

/**
 * Relays a body. When the client stops reading, or reads too slowly, the response breaks off and `source` is cancelled, and with it the
 * call to the backend that it comes from.
 * @param length the body's `Content-Length` in bytes; null when it is unknown.
 * @returns what the client gets, and a promise that resolves when everything has ended. It never rejects.
 */
export function pacedBody(
  source: ReadableStream<Uint8Array>,
  length: number | null,
  limits: PaceLimits,
): { body: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  const pace = new PaceWatch({ ...limits, silenceMs: limits.silenceMs * PATIENCE });
  const relay = async () => {
    const reader = source.getReader();
    const writer = writable.getWriter();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return await writer.close();
        // Resolves when the client has taken the bytes.
        await pace.wait(writer.write(value), () => value.byteLength);
      }
    } catch (error) {
      // Neither waits for the other: after silence the writer may never end.
      await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
    }
  };
  return { body: readable, ended: relay() };
}
