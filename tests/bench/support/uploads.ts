// Sends files as the site's own client does, over the Worker and, to compare, straight to Appwrite.
import { randomFillSync, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { CHUNK_BYTES } from "../../../app/contract/limits.ts";
import type { StandaloneAppwrite } from "../../support/appwrite.ts";
import type { Variant } from "./variant.ts";
import { type Answer, ask, Connection, requestBytes } from "./wire.ts";

/** How often parts of one upload are sent again before the benchmark fails. */
const RETRIES_MAX = 30;
/** In place of a status; retried like a 5xx. */
const CONNECTION_LOST = 599;
const TUS = { "Tus-Resumable": "1.0.0" };

/** Random bytes that begin as a PDF does. @param size in bytes */
export function pdfOfSize(size: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(size));
  bytes.set(Buffer.from("%PDF-1.7\n").subarray(0, size));
  return bytes;
}

/** The parts in which a file is sent, each with its first byte. */
function partsOf(file: Buffer): { start: number; bytes: Buffer }[] {
  const count = Math.ceil(file.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, i) => ({
    start: i * CHUNK_BYTES,
    bytes: file.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  }));
}

/** The request that starts a guest's upload. */
export function createRequest(port: number, size: number, variant?: Variant): Buffer {
  const metadata = { filename: "cv.pdf", kind: "resume" };
  const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
  const headers = {
    ...TUS,
    "Upload-Length": String(size),
    "Upload-Metadata": encoded.join(","),
    "Content-Length": "0",
  };
  return requestBytes(port, { method: "POST", path: "/api/files", headers, variant });
}

/** The path of the upload that an answer to `createRequest` has started. */
export function uploadPath({ status, head }: Answer): string {
  const path = /^location: (.+)\r$/im.exec(head)?.[1];
  if (status !== 201 || !path) throw new Error(`An upload was answered with ${status}`);
  return path;
}

/** The request that sends bytes of an upload. */
export function patchRequest(port: number, path: string, start: number, bytes: Buffer, variant?: Variant): Buffer {
  const headers = {
    ...TUS,
    "Upload-Offset": String(start),
    "Content-Type": "application/offset+octet-stream",
    "Content-Length": String(bytes.length),
  };
  return Buffer.concat([requestBytes(port, { method: "PATCH", path, headers, variant }), bytes]);
}

/** The request that ends an upload and deletes its file. */
export function deleteRequest(port: number, path: string): Buffer {
  return requestBytes(port, { method: "DELETE", path, headers: TUS });
}

/** A file that was sent over the Worker. */
export interface SentFile {
  path: string;
  /** How long its parts took together, in milliseconds. */
  ms: number;
  /** How often a part was answered with a 5xx, or not at all, and sent again. */
  retries: number;
}

/**
 * Sends a whole file over the Worker. After a 5xx or a lost connection it waits, asks how much is stored, and goes on from there, as a client has to.
 * @throws when the upload is answered with another error.
 */
export async function uploadOverEdge(port: number, file: Buffer): Promise<SentFile> {
  const path = uploadPath(await askOnce(port, createRequest(port, file.length)));
  const sent: SentFile = { path, ms: 0, retries: 0 };
  for (let offset = 0; offset < file.length; offset = await storedOffset(port, path)) {
    // The server may close a connection after an error.
    const status = await withConnection(port, async (connection) => {
      for (; offset < file.length; offset += CHUNK_BYTES) {
        const bytes = file.subarray(offset, offset + CHUNK_BYTES);
        const answer = await connection.send(patchRequest(port, path, offset, bytes));
        sent.ms += answer.ms;
        if (answer.status !== 204) return answer.status;
      }
      return 204;
    }).catch(() => CONNECTION_LOST);
    if (status === 204) break;
    if (status < 500 || sent.retries === RETRIES_MAX) throw new Error(`A part was answered with ${status}`);
    sent.retries += 1;
  }
  return sent;
}

/** Sends one request on a connection of its own. */
function askOnce(port: number, request: Buffer): Promise<Answer> {
  return withConnection(port, (connection) => connection.send(request));
}

async function storedOffset(port: number, path: string): Promise<number> {
  for (;;) {
    await wait(1_000);
    const { status, head } = await ask(port, { method: "HEAD", path, headers: TUS });
    if (status === 200) return Number(/^upload-offset: (\d+)/im.exec(head)?.[1]);
    if (status < 500) throw new Error(`The offset of an upload was answered with ${status}`);
  }
}

/** Deletes what was sent over the Worker. */
export async function deleteUpload(port: number, path: string): Promise<void> {
  const { status } = await ask(port, { method: "DELETE", path, headers: TUS });
  if (status !== 204) throw new Error(`The deletion of an upload was answered with ${status}`);
}

/**
 * Sends a whole file straight to Appwrite, in the same parts.
 * @param port of Appwrite, or of a Worker that hands them on
 * @returns how long they took together, in milliseconds
 */
export async function uploadStraight(
  { apiKey }: Pick<StandaloneAppwrite, "apiKey">,
  port: number,
  file: Buffer,
  variant?: Variant,
): Promise<number> {
  const fileId = randomUUID().replaceAll("-", "");
  const key = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": apiKey };
  return withConnection(port, async (connection) => {
    let ms = 0;
    for (const { start, bytes } of partsOf(file)) {
      const answer = await connection.send(
        partRequest(port, { fileId, start, bytes, size: file.length, key, variant }),
      );
      if (answer.status >= 300) throw new Error(`Appwrite answered a part with ${answer.status}`);
      ms += answer.ms;
    }
    const path = `/v1/storage/buckets/files/files/${fileId}`;
    const { status } = await connection.send(requestBytes(port, { method: "DELETE", path, headers: key, variant }));
    if (status !== 204) throw new Error(`Appwrite answered a deletion with ${status}`);
    return ms;
  });
}

/** A server may close a connection that rests, so that each file has its own. */
async function withConnection<T>(port: number, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.open(port);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

interface StraightPart {
  fileId: string;
  start: number;
  bytes: Buffer;
  size: number;
  key: Record<string, string>;
  variant: Variant | undefined;
}

/** A part as the Worker sends it. */
function partRequest(port: number, { fileId, start, bytes, size, key, variant }: StraightPart): Buffer {
  const boundary = "navarambh-bench";
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const permissions = ["read", "update", "delete"].map((verb) => field("permissions[]", `${verb}("user:${fileId}")`));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const opening = Buffer.from(field("fileId", fileId) + permissions.join("") + file);
  const body = Buffer.concat([opening, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    ...key,
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
    "Content-Range": `bytes ${start}-${start + bytes.length - 1}/${size}`,
    "X-Appwrite-Id": fileId,
    "Content-Length": String(body.length),
  };
  return Buffer.concat([
    requestBytes(port, { method: "POST", path: "/v1/storage/buckets/files/files", headers, variant }),
    body,
  ]);
}
