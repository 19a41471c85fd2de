// Reads what nobody wants of a request's body. An answer that leaves while its request is still arriving breaks the
// connection under workerd's local servers, and the next request on it fails, whoever sends it.

export interface DrainLimits {
  /** How much is read at most: a part of an upload with something to spare. */
  bytes?: number;
  /** How long an answer waits for it, in milliseconds. */
  waitMs?: number;
}

/** Reads a body to its end and forgets it; what is longer or slower than the limits is cancelled. Never fails. */
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
    // The visitor has left: there is nothing to drain, and nobody to answer.
  } finally {
    clearTimeout(timer);
  }
}
