// Reads a request's body up to the size that Appwrite accepts.

const BODY_MAX_BYTES = 12 * 1024 * 1024;

/** Whether the headers announce a body that is too large. */
export function isTooLarge(headers: Headers): boolean {
  return Number(headers.get("content-length") ?? 0) > BODY_MAX_BYTES;
}

/** The response to a body that is too large. */
export function tooLargeResponse(): Response {
  return new Response(null, { status: 413, headers: { Connection: "close" } });
}

/**
 * The body's bytes; null when there are too many. Such a body is read to its end all the same: a client that is still
 * sending would see a lost connection instead of the response.
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const { body, headers } = request;
  if (!body) return new Uint8Array();
  // Most large bodies are chunks of files with a known length. They are not copied.
  const isKnownToFit = headers.has("content-length") && !isTooLarge(headers);
  return isKnownToFit ? new Uint8Array(await request.arrayBuffer()) : readStream(body);
}

async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= BODY_MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > BODY_MAX_BYTES) return null;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
