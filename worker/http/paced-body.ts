// Relays a response body, and breaks off when the client stops reading or the source stops sending.
import { bytesRead, type PaceLimits, PaceWatch } from "./client-pace";
import type { Transfer } from "./transfers";
import { withDeadline } from "./with-deadline";

/** How many times longer the client of a download may be silent than that of an upload: most browsers do not resume a download. */
const DOWNLOAD_SILENCE_FACTOR = 4;
/** How long the source may send nothing, in milliseconds. */
const SOURCE_SILENCE_MS = 30_000;

/**
 * Relays a body. When the client stops reading, or reads too slowly, the response breaks off and `source` is cancelled, and with it the
 * call to the backend that it comes from. A client that leaves is noticed when the next bytes are written. When `source` stops sending,
 * the response breaks off too.
 * @param length the body's `Content-Length` in bytes; null when it is unknown.
 * @param transfer the place of this download, given back when it has ended.
 * @returns what the client gets, and a promise that resolves when everything has ended. It rejects when `source` fails, has another
 * length or stops sending, but not because of the client.
 */
export function pacedBody(
  source: ReadableStream<Uint8Array>,
  length: number | null,
  limits: PaceLimits,
  transfer: Transfer,
  sourceSilenceMs = SOURCE_SILENCE_MS,
): { body: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { readable, writable } = length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  const pace = new PaceWatch({ ...limits, silenceMs: limits.silenceMs * DOWNLOAD_SILENCE_FACTOR });
  const relay = async () => {
    const reader = source.getReader();
    const writer = writable.getWriter();
    let relayed = 0;
    const read = async () => {
      const silent = () => new Error(`The source sent nothing for ${sourceSilenceMs} ms`);
      const result = await withDeadline(reader.read(), sourceSilenceMs, silent);
      relayed += bytesRead(result);
      if (length !== null && relayed > length) throw new Error(`The source is longer than ${length} bytes`);
      if (length !== null && result.done && relayed < length) {
        throw new Error(`The source ended after ${relayed} of ${length} bytes`);
      }
      return result;
    };
    for (;;) {
      const { done, value } = await read().catch(async (error: unknown) => {
        await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
        throw error;
      });
      try {
        if (done) return await writer.close();
        // Resolves when the client has taken the bytes.
        const written = () => value.byteLength;
        await pace.wait(transfer.wait(writer.write(value), written), written);
      } catch (error) {
        // At once: after silence the abort may never settle, and the source has to be cancelled all the same.
        await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
        return;
      }
    }
  };
  return { body: readable, ended: relay().finally(() => transfer.end()) };
}
