// Stands between the product and its backend: answers calls in its place, drops them, or keeps them waiting.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect } from "vitest";
import { type StandaloneAppwrite, startAppwrite } from "./appwrite";
import { newAddress } from "./people";
import type { Server } from "./server";

/** An error as Appwrite answers it. */
export interface BackendError {
  code: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
}

export interface FaultyAppwrite extends Pick<StandaloneAppwrite, "origin" | "apiKey" | "dispose"> {
  /** Answers every call whose "METHOD /path" matches (the path without /v1) with this error, until it is healed. */
  fail(calls: RegExp, error: BackendError): void;
  /** Closes the connection of every call without an answer, until it is healed. */
  disconnect(): void;
  /** Leaves every call without an answer; those that still wait go through when it is healed. */
  hold(): void;
  /** Lets every call through again, and forgets which there were. */
  heal(): void;
  /** "METHOD /path" of every call since the last time it was healed. */
  calls(): readonly string[];
}

interface Fault {
  calls: RegExp;
  take(incoming: IncomingMessage, outgoing: ServerResponse): void;
}

/** Starts the embedded Appwrite alone, behind a proxy with faults. */
async function startFaultyAppwrite(): Promise<FaultyAppwrite> {
  const appwrite = await startAppwrite();
  let faults: Fault[] = [];
  let seen: string[] = [];
  let waiting: (() => void)[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${(incoming.url ?? "").split("?")[0]?.replace(/^\/v1/, "")}`;
    seen.push(call);
    const fault = faults.find(({ calls }) => calls.test(call));
    if (fault) fault.take(incoming, outgoing);
    else passOn(incoming, outgoing, appwrite.origin);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    apiKey: appwrite.apiKey,
    origin: `http://127.0.0.1:${port}`,
    fail: (calls, error) => faults.push({ calls, take: (incoming, outgoing) => answer(incoming, outgoing, error) }),
    disconnect: () => faults.push({ calls: /./, take: (incoming) => incoming.socket.destroy() }),
    hold: () =>
      faults.push({
        calls: /./,
        take: (incoming, outgoing) => waiting.push(() => passOn(incoming, outgoing, appwrite.origin)),
      }),
    heal() {
      const held = waiting;
      [faults, seen, waiting] = [[], [], []];
      for (const pass of held) pass();
    },
    calls: () => seen,
    async dispose() {
      proxy.closeAllConnections();
      proxy.close();
      await appwrite.dispose();
    },
  };
}

/** Gives the file that calls it an Appwrite with faults, before its tests begin. @returns it, to be asked for inside tests */
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
 * Heals the backend, and waits until the product calls it again: it leaves a backend alone for some seconds that did not
 * answer, unless a health check finds it well.
 */
export async function heal(appwrite: FaultyAppwrite, { origin }: Pick<Server, "origin">): Promise<void> {
  appwrite.heal();
  const health = () => fetch(`${origin}/api/health`, { headers: { "CF-Connecting-IP": newAddress() } });
  await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe(200);
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, { code, type, message, headers }: BackendError) {
  // Taken in whole, since whoever still sends would see a lost connection instead.
  incoming.resume();
  incoming.on("end", () => {
    outgoing.writeHead(code, { "Content-Type": "application/json", ...headers });
    outgoing.end(JSON.stringify({ message, code, type, version: "1.9.6" }));
  });
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, origin: string) {
  const { method, headers, url = "/" } = incoming;
  const target = new URL(url, origin);
  const passed = request(target, { method, headers: { ...headers, host: target.host } }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  // Either side may go away in the middle of a call, and takes the other along.
  passed.on("error", () => outgoing.destroy());
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) passed.destroy();
  });
  incoming.pipe(passed);
}
