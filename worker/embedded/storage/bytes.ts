// A file's bytes in R2: one object for each part, read back as one stream.
import { createHash } from "node:crypto";
import type { FilePartRow } from "../store/files";

export interface ByteRange {
  /** Offsets of the first and last byte, inclusive. */
  start: number;
  end: number;
}

/** The MD5 of a file, streamed part by part. */
export async function digestParts(files: R2Bucket, parts: readonly FilePartRow[]): Promise<string> {
  const hash = createHash("md5");
  for (const part of parts) {
    for await (const bytes of await openPart(files, part)) hash.update(bytes);
  }
  return hash.digest("hex");
}

export async function readFirstBytes(files: R2Bucket, part: FilePartRow, length: number): Promise<Uint8Array> {
  const object = await files.get(part.object_key, { range: { offset: 0, length: Math.min(length, part.size) } });
  if (!object) throw missingObject(part);
  return new Uint8Array(await object.arrayBuffer());
}

/** Streams the bytes of `range`, part by part, with backpressure. */
export function streamParts(files: R2Bucket, parts: readonly FilePartRow[], range: ByteRange): ReadableStream {
  const { readable, writable } = new FixedLengthStream(range.end - range.start + 1);
  pipeParts(files, parts, range, writable).catch((error: unknown) => {
    // Usually the client disconnected. If a part is missing, the stream ends early, and the client gets an error.
    console.info(JSON.stringify({ message: "file stream broke off", reason: String(error) }));
  });
  return readable;
}

async function pipeParts(
  files: R2Bucket,
  parts: readonly FilePartRow[],
  range: ByteRange,
  writable: WritableStream,
): Promise<void> {
  try {
    let partStart = 0;
    for (const part of parts) {
      const partEnd = partStart + part.size - 1;
      const offset = Math.max(0, range.start - partStart);
      const length = Math.min(partEnd, range.end) - partStart - offset + 1;
      if (length > 0) {
        const stream = await openPart(files, part, { offset, length });
        await stream.pipeTo(writable, { preventClose: true });
      }
      partStart = partEnd + 1;
    }
    await writable.close();
  } catch (error) {
    await writable.abort(error);
    throw error;
  }
}

async function openPart(files: R2Bucket, part: FilePartRow, range?: R2Range): Promise<ReadableStream<Uint8Array>> {
  const object = await files.get(part.object_key, range && { range });
  if (!object) throw missingObject(part);
  return object.body;
}

function missingObject(part: FilePartRow): Error {
  return new Error(`R2 object ${part.object_key} is missing`);
}
