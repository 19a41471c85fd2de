// Reads and discards the rest of a request body. With workerd's local servers, a response that is sent before its request has fully
// arrived breaks the connection, and the next request on that connection fails.
import { bytesRead, CLIENT_PACE, type PaceLimits, PaceWatch } from "./client-pace";

/** How many bytes are read at most, before the body is cancelled. Cloudflare takes no larger body on most plans. */
const MAX_BYTES = 100_000_000;
/** How long a body is read at most, in milliseconds. The client gets its response only after that. */
const MAX_MS = 60_000;

/** Reads a body to its end and discards it. Cancels one that is too large, or whose client is silent or slow. Never throws. */
export async function drain(body: ReadableStream<Uint8Array>, limits: PaceLimits = CLIENT_PACE): Promise<void> {
  const reader = body.getReader();
  const pace = new PaceWatch(limits, MAX_MS);
  try {
    for (let left = MAX_BYTES; left > 0; ) {
      const { done, value } = await pace.wait(reader.read(), bytesRead);
      if (done) return;
      left -= value.byteLength;
    }
  } catch {
    // The visitor has disconnected, or is too slow.
  }
  await reader.cancel().catch(() => {});
}
