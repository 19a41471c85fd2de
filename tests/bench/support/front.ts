// What Cloudflare puts in front of the Worker: static files under the headers of public/_headers, and compression.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { VARIANT_HEADER } from "./variant.ts";
import type { Workerd } from "./workerd.ts";

/**
 * How the pages are served: by the product; by React Router as it comes; the product's HTML as files, with no Worker at all; or one
 * heading in as many bytes, which takes what the line and the browser take by themselves.
 */
export type Build = "product" | "stock" | "static" | "blank";

export interface Front {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const COMPRESSED = /^text\/|javascript|json|xml|svg/;
/** What a deployment fills the page cache with, and what files can be compressed with ahead. */
const AHEAD = 11;
/** What is left to compress on its way. */
const ON_THE_WAY = 4;

/** Serves a build's client files and, through workerd, its pages. */
export async function startFront(build: string, workerd: Workerd, kind: Build): Promise<Front> {
  const files = readHeaders(join(build, "client/_headers"));
  const pages = new Map<string, Promise<Page>>();
  const client = join(build, "client");
  compressAhead(join(client, "assets"));

  const server = createServer(async (incoming, outgoing) => {
    try {
      const path = decodeURIComponent(new URL(incoming.url ?? "/", "http://front").pathname);
      const file = join(client, normalize(path));
      const isFile = !path.startsWith("/media/") && path !== "/" && existsSync(file) && statSync(file).isFile();
      if (isFile) return sendFile(outgoing, file, files(path));
      if (kind === "product" || kind === "stock" || incoming.method !== "GET") {
        return await relay(incoming, outgoing, workerd, kind);
      }
      const url = incoming.url ?? "/";
      const page = pages.get(url) ?? readPage(workerd, url).then((page) => (kind === "blank" ? blankOf(page) : page));
      pages.set(url, page);
      const { status, headers, body } = await page;
      outgoing.writeHead(status, headers).end(body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A page of the product as a file would be: without what only the Worker says. */
async function readPage(workerd: Workerd, url: string): Promise<Page> {
  const { status, headers, body } = await call(workerd, "GET", url, { "accept-encoding": "identity" });
  const { "x-request-id": _, "server-timing": __, "x-page-cache": ___, ...kept } = headers;
  const compressed = brotli(body, AHEAD);
  return { status, headers: { ...kept, ...encoded(compressed) }, body: compressed };
}

/** A page of one heading, which comes last and is as long on the wire: random text in base64 compresses to the bytes behind it. */
function blankOf({ body, ...page }: Page): Page {
  const padding = Buffer.from(randomBytes(body.length - 100)).toString("base64");
  const html = `<!doctype html><html lang="en"><title>Blank</title><!--${padding}--><h1>One heading</h1>`;
  const compressed = brotli(Buffer.from(html), AHEAD);
  return { status: page.status, headers: { ...page.headers, ...encoded(compressed) }, body: compressed };
}

async function relay(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  workerd: Workerd,
  kind: Build,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const requestHeaders = { ...incoming.headers, [VARIANT_HEADER]: kind, "accept-encoding": "identity" };
  const { status, headers, body } = await call(
    workerd,
    incoming.method ?? "GET",
    incoming.url ?? "/",
    requestHeaders,
    parts,
  );
  const isText = COMPRESSED.test(String(headers["content-type"] ?? ""));
  if (!isText || body.length === 0) {
    outgoing.writeHead(status, headers).end(body);
    return;
  }
  const isKept = /memory|kv|render/.test(String(headers["x-page-cache"]));
  const compressed = brotli(body, isKept ? AHEAD : ON_THE_WAY);
  outgoing.writeHead(status, { ...headers, ...encoded(compressed) }).end(compressed);
}

function sendFile(outgoing: ServerResponse, file: string, headers: Record<string, string>): void {
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  const body = readFileSync(file);
  const isText = COMPRESSED.test(type);
  const sent = isText ? brotli(body, AHEAD) : body;
  outgoing
    .writeHead(200, {
      ...headers,
      "content-type": type,
      ...(isText ? encoded(sent) : { "content-length": sent.length }),
    })
    .end(sent);
}

/** Compresses all scripts and styles of a folder, as a deployment does: no visit is slowed down by it later. */
function compressAhead(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (COMPRESSED.test(TYPES[extname(name)] ?? "")) brotli(readFileSync(join(folder, name)), AHEAD);
  }
}

function encoded(body: Buffer) {
  return { "content-encoding": "br", "content-length": String(body.length) };
}

const compressions = new Map<string, Buffer>();

/** Compresses; what it has compressed before it remembers, as a cache does. */
export function brotli(body: Buffer, quality: number): Buffer {
  const key = `${quality} ${createHash("sha256").update(body).digest("base64")}`;
  let compressed = compressions.get(key);
  if (!compressed) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    compressed = brotliCompressSync(body, { params });
    compressions.set(key, compressed);
  }
  return compressed;
}

/** The headers that public/_headers gives a path. */
function readHeaders(file: string): (path: string) => Record<string, string> {
  const rules: { start: string; headers: [string, string][] }[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.startsWith("/")) rules.push({ start: line.replace(/\*$/, ""), headers: [] });
    else if (line.includes(":")) {
      const [name = "", ...value] = line.trim().split(":");
      rules.at(-1)?.headers.push([name.toLowerCase(), value.join(":").trim()]);
    }
  }
  return (path) => Object.fromEntries(rules.flatMap(({ start, headers }) => (path.startsWith(start) ? headers : [])));
}

function call(
  { port }: Workerd,
  method: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: readonly Buffer[] = [],
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const { connection: _, ...sent } = headers;
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers: sent }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const { connection: __, "transfer-encoding": ___, ...kept } = answer.headers;
      resolve({ status: answer.statusCode ?? 502, headers: kept, body: Buffer.concat(parts) });
    });
    outgoing.on("error", reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}
