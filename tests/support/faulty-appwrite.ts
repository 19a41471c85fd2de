// A proxy between the product and its backend that injects faults: error responses, closed connections and delays.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect } from "vitest";
import { type StandaloneAppwrite, startAppwrite } from "./appwrite";
import { newIpAddress } from "./people";
import type { Server } from "./server";

/** An error response of Appwrite. */
interface BackendError {
  code: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
}

export interface FaultyAppwrite extends Pick<StandaloneAppwrite, "origin" | "apiKey" | "dispose"> {
  /** Responds with this error to every call whose "METHOD /path" matches (the path without /v1), until `reset`. */
  fail(calls: RegExp, error: BackendError): void;
  /** Makes every call that matches as above, and closes its connection instead of the response, until `reset`. */
  loseAnswers(calls: RegExp): void;
  /** Closes the connection of every call without a response, and every open socket, until `reset`. */
  disconnect(): void;
  /** Delays every call until `reset`. */
  hold(): void;
  /** Removes all faults, forwards the delayed calls, and empties the list of calls. */
  reset(): void;
  /** "METHOD /path" of every call since the last `reset`. */
  calls(): readonly string[];
}

interface Fault {
  calls: RegExp;
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void;
}

/** Starts the embedded Appwrite behind the proxy. */
async function startFaultyAppwrite(): Promise<FaultyAppwrite> {
  const appwrite = await startAppwrite();
  let faults: Fault[] = [];
  let calls: string[] = [];
  let waiting: (() => void)[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${(incoming.url ?? "").split("?")[0]?.replace(/^\/v1/, "")}`;
    calls.push(call);
    const fault = faults.find(({ calls }) => calls.test(call));
    if (fault) fault.handle(incoming, outgoing);
    else forward(incoming, outgoing, appwrite.origin);
  });
  const sockets = new Set<Duplex>();
  proxy.on("upgrade", (incoming, socket) => {
    const fault = faults.find(({ calls }) => calls.test("GET /realtime"));
    if (fault) socket.destroy();
    else forwardUpgrade(incoming, socket, appwrite.origin);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    apiKey: appwrite.apiKey,
    origin: `http://127.0.0.1:${port}`,
    fail: (calls, error) =>
      faults.push({ calls, handle: (incoming, outgoing) => sendError(incoming, outgoing, error) }),
    loseAnswers: (calls) =>
      faults.push({ calls, handle: (incoming) => forwardWithoutAnswer(incoming, appwrite.origin) }),
    disconnect() {
      faults.push({ calls: /./, handle: (incoming) => incoming.socket.destroy() });
      for (const socket of sockets) socket.destroy();
    },
    hold: () =>
      faults.push({
        calls: /./,
        handle: (incoming, outgoing) => waiting.push(() => forward(incoming, outgoing, appwrite.origin)),
      }),
    reset() {
      const delayed = waiting;
      [faults, calls, waiting] = [[], [], []];
      for (const forwardCall of delayed) forwardCall();
    },
    calls: () => calls,
    async dispose() {
      proxy.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await appwrite.dispose();
    },
  };
}

/** Starts the faulty Appwrite before the tests of a file. @returns a getter, for use inside tests */
export function useFaultyAppwrite(): () => FaultyAppwrite {
  let appwrite: FaultyAppwrite | undefined;
  beforeAll(async () => {
    appwrite = await startFaultyAppwrite();
  });
  afterAll(() => appwrite?.dispose());
  return () => {
    if (!appwrite) throw new Error("The Appwrite runs only inside tests");
    return appwrite;
  };
}

/**
 * Removes all faults, and waits until the product calls the backend again. Its circuit breaker stays open for some seconds
 * after failures, unless a health check succeeds.
 */
export async function restoreBackend(appwrite: FaultyAppwrite, { origin }: Pick<Server, "origin">): Promise<void> {
  appwrite.reset();
  const health = () => fetch(`${origin}/api/health`, { headers: { "CF-Connecting-IP": newIpAddress() } });
  await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe(200);
  // Drops the calls of the health checks.
  appwrite.reset();
}

function sendError(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { code, type, message, headers }: BackendError,
) {
  // The request is read to its end, since a client that is still sending would see a lost connection instead.
  incoming.resume();
  incoming.on("end", () => {
    outgoing.writeHead(code, { "Content-Type": "application/json", ...headers });
    outgoing.end(JSON.stringify({ message, code, type, version: "1.9.6" }));
  });
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, origin: string) {
  const { method, headers, url = "/" } = incoming;
  const target = new URL(url, origin);
  const forwarded = request(target, { method, headers: { ...headers, host: target.host } }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  // When one side closes its connection, the other side's is closed as well.
  forwarded.on("error", () => outgoing.destroy());
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) forwarded.destroy();
  });
  incoming.pipe(forwarded);
}

function forwardWithoutAnswer(incoming: IncomingMessage, origin: string) {
  const { method, headers, url = "/" } = incoming;
  const target = new URL(url, origin);
  const forwarded = request(target, { method, headers: { ...headers, host: target.host } }, (response) => {
    response.resume().on("end", () => incoming.socket.destroy());
  });
  forwarded.on("error", () => incoming.socket.destroy());
  incoming.pipe(forwarded);
}

/** Joins a client's socket with one to the server. When one ends, so does the other. */
function forwardUpgrade(incoming: IncomingMessage, socket: Duplex, origin: string) {
  const target = new URL(incoming.url ?? "/", origin);
  const forwarded = request(target, { headers: { ...incoming.headers, host: target.host } });
  forwarded.on("error", () => socket.destroy());
  forwarded.on("response", () => socket.destroy());
  forwarded.on("upgrade", ({ rawHeaders }, upstream, firstBytes) => {
    const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    upstream.unshift(firstBytes);
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  socket.on("error", () => forwarded.destroy());
  forwarded.end();
}
