// A proxy in front of Wrangler's development server, which serves whoever asks: it believes the URL in the header `MF-Original-URL` of
// any client, and then hides the `Host` from the Worker. So a page that leads its own name to this machine could read the mailbox.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer, type Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { isLocalHost, PROXY_TOKEN_HEADER } from "../http/local-host.ts";

export interface ProxyOptions {
  /** The address to listen on, such as "127.0.0.1". */
  hostname: string;
  /** 0 for any free port. */
  port: number;
  /** The port of Wrangler's server on loopback. */
  target: number;
  /** Goes with each request for a local host. The embedded Appwrite shows its mailbox to nobody without it. */
  token: string;
}

/** A name or an address, and perhaps a port, of a `Host`. */
const HOST = /^[^\s@/?#\\]+$/;

/** Not forwarded: the headers that Wrangler and Miniflare add for themselves, and `Trailer`, which Node refuses to send without chunked encoding. */
const DROPPED_HEADER = /^(mf-.*|trailer)$/i;

/** Starts the proxy. @throws when it cannot listen there */
export function startProxy(options: ProxyOptions): Promise<Server> {
  // A slow upload may take longer than the five minutes that Node gives a request.
  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => forward(incoming, outgoing, options));
  server.on("upgrade", (incoming, socket, head) => forwardUpgrade(incoming, socket, head, options));
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(options.port, options.hostname, () => done(server));
  });
}

/** The port that a server listens on. */
export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}

/** A port that is free. @param candidate a port, or 0 for any @throws when the candidate is taken */
export function freePort(hostname: string, candidate = 0): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createNetServer();
    probe.once("error", fail);
    probe.listen(candidate, hostname, () => {
      const port = portOf(probe);
      probe.close(() => done(port));
    });
  });
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, options: ProxyOptions): void {
  const { method, url } = incoming;
  if (!isForThisServer(incoming)) {
    outgoing.writeHead(400, { Connection: "close" }).end();
    return;
  }
  const headers = forwardedHeaders(incoming, options);
  const upstream = request({ host: "127.0.0.1", port: options.target, method, path: url, headers }, (response) => {
    outgoing.sendDate = false;
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, lengthLast(response.rawHeaders));
    response.on("error", () => outgoing.destroy()).pipe(outgoing);
  });
  upstream.on("error", () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { Connection: "close" }).end();
  });
  outgoing.on("close", () => upstream.destroy());
  incoming.on("error", () => upstream.destroy()).pipe(upstream);
}

/** Opens a connection of its own for a WebSocket, and connects both. */
function forwardUpgrade(incoming: IncomingMessage, socket: Duplex, head: Uint8Array, options: ProxyOptions): void {
  if (!isForThisServer(incoming)) {
    socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    return;
  }
  const lines = toPairs(forwardedHeaders(incoming, options)).map(([name, value]) => `${name}: ${value}\r\n`);
  const upstream = connect(options.target, "127.0.0.1", () => {
    upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
}

/** False for a target or a `Host` of which Wrangler makes no URL: with "localhost@evil.example" or "http://evil.example/" it answers 500. */
function isForThisServer({ url, headers: { host } }: IncomingMessage): boolean {
  const isPath = url?.startsWith("/") ?? false;
  return isPath && (host === undefined || (HOST.test(host) && URL.canParse(`http://${host}`)));
}

/** The request's headers as they came, names and values in turn, without those that only this machine may set. */
function forwardedHeaders({ rawHeaders, headers, socket }: IncomingMessage, { token }: ProxyOptions): string[] {
  const kept = toPairs(rawHeaders).filter(
    ([name]) => !DROPPED_HEADER.test(name) && name.toLowerCase() !== PROXY_TOKEN_HEADER.toLowerCase(),
  );
  // Wrangler sees the proxy as the client.
  if (!headers["cf-connecting-ip"]) kept.push(["CF-Connecting-IP", socket.remoteAddress ?? ""]);
  if (isLocalHost(headers.host ?? "")) kept.push([PROXY_TOKEN_HEADER, token]);
  return kept.flat();
}

/** The headers with `Content-Length` last: after it, Node rejects a `Content-Disposition` with other letters than those of Latin-1. */
function lengthLast(rawHeaders: string[]): string[] {
  const isLength = ([name]: [string, string]) => name.toLowerCase() === "content-length";
  return toPairs(rawHeaders)
    .toSorted((a, b) => Number(isLength(a)) - Number(isLength(b)))
    .flat();
}

function toPairs(rawHeaders: string[]): [string, string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
}
