// Stands between the product and its backend over the network, and answers chosen calls with an error of its own.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type StandaloneAppwrite, startAppwrite } from "./appwrite";

/** An error as Appwrite answers it. */
export interface BackendError {
  code: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
}

export interface FaultyAppwrite extends StandaloneAppwrite {
  /** Answers every call whose "METHOD /path" matches (the path without /v1) with this error, until it is healed. */
  fail(calls: RegExp, error: BackendError): void;
  /** Lets every call through again. */
  heal(): void;
  /** "METHOD /path" of every call since the last time it was healed. */
  calls(): readonly string[];
}

/** Starts the embedded Appwrite alone, behind a door that can be told to answer in its place. */
export async function startFaultyAppwrite(): Promise<FaultyAppwrite> {
  const appwrite = await startAppwrite();
  let faults: { calls: RegExp; error: BackendError }[] = [];
  let seen: string[] = [];
  const door = createServer((incoming, outgoing) => {
    const call = `${incoming.method} ${(incoming.url ?? "").split("?")[0]?.replace(/^\/v1/, "")}`;
    seen.push(call);
    const fault = faults.find(({ calls }) => calls.test(call));
    if (fault) answer(incoming, outgoing, fault.error);
    else passOn(incoming, outgoing, appwrite.origin);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  return {
    ...appwrite,
    origin: `http://127.0.0.1:${port}`,
    fail: (calls, error) => faults.push({ calls, error }),
    heal() {
      faults = [];
      seen = [];
    },
    calls: () => seen,
    async dispose() {
      door.closeAllConnections();
      door.close();
      await appwrite.dispose();
    },
  };
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
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
}
