// A client that is nothing but a socket: it costs little beside what it measures, and sees every byte of an answer.
import { connect, type Socket } from "node:net";
import type { Variant } from "./variant.ts";
import { VARIANT_HEADER } from "./variant.ts";

/** What a phone's Chromium sends with a page. */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-IN,en;q=0.9",
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
};

/** What a request is made of. */
export interface RequestOptions {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  variant?: Variant;
}

/** An answer as it came. */
export interface Answer {
  status: number;
  /** The status line and the header lines, with the empty line after them. */
  head: string;
  /** Everything that came: head and body, with the marks between its chunks. */
  bytes: Buffer;
  /** From the first byte sent to the last received, in milliseconds. */
  ms: number;
}

const LATIN = new TextDecoder("latin1");
/** Longer than any answer takes: a benchmark ends by itself. */
const SILENCE_MS = 60_000;
const HEAD_METHOD = Buffer.from("HEAD ");
/** With the line break before it: a header may well end in a nought. */
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

/** The bytes of a request. */
export function requestBytes(
  port: number,
  { method = "GET", path, headers = {}, body = "", variant }: RequestOptions,
): Buffer {
  const lines = Object.entries({
    Host: `localhost:${port}`,
    Connection: "keep-alive",
    ...BROWSER_HEADERS,
    ...(variant && { [VARIANT_HEADER]: variant }),
    ...(body && { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** One kept connection to a server on this machine; one request at a time. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #isWhole: (sofar: Buffer[]) => boolean = () => false;
  #done: ((answer: Buffer) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      this.#received.push(chunk);
      if (!this.#isWhole(this.#received)) return;
      const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      this.#received = [];
      this.#done?.(all);
    });
    const lost = (error?: Error) => this.#failed?.(error ?? new Error("The server closed the connection"));
    socket.on("error", lost).on("close", () => lost());
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error("The server is silent")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  /** @throws when the connection is lost, or the server is silent for a minute. */
  async send(request: Buffer): Promise<Answer> {
    if (this.#socket.destroyed) throw new Error("The server closed the connection");
    const started = performance.now();
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#isWhole = createWholeCheck(request.subarray(0, HEAD_METHOD.length).equals(HEAD_METHOD));
      this.#socket.write(request);
    });
    const ms = performance.now() - started;
    const head = headOf(bytes) ?? "";
    return { status: Number(head.slice(9, 12)), head, bytes, ms };
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }
}

/** The head of an answer with the empty line after it; null while that has not come. */
function headOf(bytes: Uint8Array): string | null {
  // No head of ours is longer.
  const start = LATIN.decode(bytes.subarray(0, 16_384));
  const end = start.indexOf("\r\n\r\n");
  return end < 0 ? null : start.slice(0, end + 4);
}

/**
 * Tells when an answer is complete: by its length, or by its last chunk.
 * @param isHead whether it has no body, whatever its head says
 */
function createWholeCheck(isHead: boolean): (sofar: readonly Buffer[]) => boolean {
  let expected = Number.POSITIVE_INFINITY;
  let isChunked = false;
  let received = 0;
  return (sofar) => {
    received += sofar.at(-1)?.length ?? 0;
    if (expected === Number.POSITIVE_INFINITY && !isChunked) {
      const head = headOf(Buffer.concat(sofar));
      if (head === null) return false;
      if (isHead) return true;
      isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
      expected = head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    return isChunked
      ? Buffer.concat(sofar.slice(-3)).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : received >= expected;
  };
}

/** Asks once, on a connection of its own. */
export async function ask(port: number, options: RequestOptions): Promise<Answer> {
  const connection = await Connection.open(port);
  try {
    return await connection.send(requestBytes(port, options));
  } finally {
    connection.close();
  }
}
