// Reads and discards the rest of a request body. With workerd's local servers, a response that is sent before its request has fully
// arrived breaks the connection, and the next request on that connection fails.

export interface DrainLimits {
  /** How many bytes are read at most. The default is more than one part of an upload. */
  bytes?: number;
  /** How long the response waits at most, in milliseconds. */
  waitMs?: number;
}

/** Reads a body to its end and discards it; cancels one that exceeds the limits. Never throws. */
export async function drain(
  body: ReadableStream<Uint8Array>,
  { bytes = 8_000_000, waitMs = 2_000 }: DrainLimits = {},
): Promise<void> {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  const timer = setTimeout(() => void cancel(), waitMs);
  try {
    for (let left = bytes; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await cancel();
  } catch {
    // The visitor has disconnected.
  } finally {
    clearTimeout(timer);
  }
}
