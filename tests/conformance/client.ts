// Sends requests with any headers: fetch does not allow Host and Cookie, which the recordings have.
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { ActualResponse } from "./compare.ts";
import type { Json, RecordedFile, RequestBody } from "./fixture.ts";
import type { Placeholders } from "./placeholders.ts";

export interface SentRequest {
  method: string;
  /** Path and query, from the root of the host. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** Sends the request to the host of `endpoint` and reads the whole response. */
export function send(endpoint: URL, { method, path, headers, body }: SentRequest): Promise<ActualResponse> {
  const open = endpoint.protocol === "https:" ? httpsRequest : httpRequest;
  const { hostname, port } = endpoint;
  return new Promise((resolve, reject) => {
    const length = body ? { "Content-Length": String(body.length) } : {};
    const sent = open({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs(response.rawHeaders),
          body: Buffer.concat(chunks),
          frames: null,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Node decodes header values as Latin-1, but servers send file names in UTF-8. */
function pairs(raw: string[]): [string, string][] {
  const decode = (value = "") => Buffer.from(value, "latin1").toString("utf8");
  return raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, decode(raw[index + 1])]] : []));
}

/** The bytes of a recorded body and, for multipart, the content type with its boundary. */
export function encodeBody(
  body: RequestBody | undefined,
  placeholders: Placeholders,
): { bytes?: Uint8Array; contentType?: string } {
  if (!body) return {};
  if ("text" in body) return { bytes: Buffer.from(placeholders.fill(body.text)) };
  if ("json" in body) return { bytes: Buffer.from(placeholders.fill(JSON.stringify(body.json))) };
  const boundary = "----replayed-boundary";
  const parts = body.fields.map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${placeholders.fill(value)}\r\n`,
    ),
  );
  if (body.file) {
    const { field, filename, type } = body.file;
    const { disposition = `form-data; name="${field}"; filename="${filename}"` } = body.file;
    const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
    parts.push(Buffer.from(head), makeFile(body.file), Buffer.from("\r\n"));
  }
  return {
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

const LEADING_BYTES: Record<string, string> = {
  "application/pdf": "%PDF-1.4\n",
  "application/zip": "PK\x03\x04",
  "image/png": "\x89PNG\r\n\x1a\n",
};

/** A file of the recorded type and size. */
function makeFile({ type, size }: RecordedFile): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, "% filler line\n");
  bytes.write((LEADING_BYTES[type] ?? "").slice(0, size), "latin1");
  return bytes;
}

/** How long a busy machine may take for a frame. */
const FRAME_MILLISECONDS = 30_000;
/** Less than the ten seconds after which workerd ends a connection that was left half open. */
const CLOSE_MILLISECONDS = 8000;

export interface Socket {
  frames: Json[];
  /** Resolves when `count` messages have arrived or the socket has closed. Rejects after a while. */
  waitForFrames(count: number): Promise<void>;
  /** Sends JSON, or a text as it is. */
  send(frame: Json): void;
  /**
   * Whether the server has closed the socket, as it does after some errors. An open one is asked for a pong, which is
   * dropped: no frame is on its way then.
   */
  isClosed(): Promise<boolean>;
  close(): void;
}

/** Opens a realtime socket. */
export async function openSocket(url: string, headers: Record<string, string>): Promise<Socket> {
  // Node's WebSocket accepts headers, which the browser's type does not have.
  const socket = new WebSocket(url, { headers } as unknown as string[]);
  const frames: Json[] = [];
  let waiting: (() => void)[] = [];
  const wakeAll = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  socket.addEventListener("message", (event) => {
    frames.push(JSON.parse(String(event.data)));
    wakeAll();
  });
  socket.addEventListener("close", wakeAll);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No socket at ${url}`)));
  });
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const waitUntil = async (isDone: () => boolean, what: () => string, milliseconds = FRAME_MILLISECONDS) => {
    const deadline = AbortSignal.timeout(milliseconds);
    while (!isDone()) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        deadline.addEventListener("abort", () => reject(new Error(what())));
      });
    }
  };
  const send = (frame: Json) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  return {
    frames,
    send,
    waitForFrames: (count) =>
      waitUntil(
        () => frames.length >= count || !isOpen(),
        () => `Frame ${frames.length + 1} did not come`,
      ),
    async isClosed() {
      if (isPolicyViolation(frames.at(-1))) {
        await waitUntil(
          () => socket.readyState === WebSocket.CLOSED,
          () => "The socket was not closed",
          CLOSE_MILLISECONDS,
        );
      }
      if (!isOpen()) return true;
      const count = frames.length;
      send({ type: "ping" });
      await waitUntil(
        () => !isOpen() || (frames.length > count && isReplyToPing(frames.at(-1))),
        () => "The socket answered no ping",
      );
      if (isOpen()) frames.pop();
      return !isOpen();
    },
    close: () => {
      waiting = [];
      socket.close();
    },
  };
}

/** The error after which a server closes the socket. */
function isPolicyViolation(frame: Json = null): boolean {
  return JSON.stringify(frame).startsWith('{"type":"error","data":{"code":1008');
}

/** A pong or, after too many messages, an error. */
function isReplyToPing(frame: Json = null): boolean {
  return /^\{"type":"(pong"|error","data":\{"code":1013)/.test(JSON.stringify(frame));
}
