// Stands between the edge and its backend, lets every call take longer, and remembers the calls.
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that went through, in milliseconds of performance.now(). */
export interface Call {
  started: number;
  ended: number;
}

export interface SlowBackend {
  readonly origin: string;
  /** The calls since the last time this was asked. */
  takeCalls(): Call[];
  close(): Promise<void>;
}

/** Adds `delayMs` to every call to `target`, half on the way there and half on the way back. */
export async function startSlowBackend(target: string, delayMs: number): Promise<SlowBackend> {
  let calls: Call[] = [];
  const pause = () => new Promise((resolve) => setTimeout(resolve, delayMs / 2));
  const server = createServer(async (incoming, outgoing) => {
    const started = performance.now();
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    await pause();
    const { status, headers, body } = await forward(
      new URL(incoming.url ?? "/", target),
      incoming,
      Buffer.concat(parts),
    );
    await pause();
    outgoing.writeHead(status, headers).end(body);
    calls.push({ started, ended: performance.now() });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Forwarded {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

function forward(
  url: URL,
  incoming: { method?: string; headers: Record<string, string | string[] | undefined> },
  body: Buffer,
) {
  return new Promise<Forwarded>((resolve, reject) => {
    const { "transfer-encoding": _, ...headers } = incoming.headers;
    const sent = { ...headers, host: url.host, "content-length": String(body.length) };
    const call = httpRequest(url, { method: incoming.method, headers: sent }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const { "transfer-encoding": __, ...kept } = answer.headers;
      resolve({ status: answer.statusCode ?? 502, headers: kept, body: Buffer.concat(parts) });
    });
    call.on("error", reject).end(body);
  });
}

/** How many of these calls had to wait for one another: the longest chain in which each began after the last had ended. */
export function roundTrips(calls: readonly Call[]): number {
  let count = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const call of [...calls].sort((a, b) => a.ended - b.ended)) {
    if (call.started < free) continue;
    count += 1;
    free = call.ended;
  }
  return count;
}

/** For how long at least one of these calls was on its way, in milliseconds. */
export function inFlightMs(calls: readonly Call[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { started, ended } of [...calls].sort((a, b) => a.started - b.started)) {
    total += Math.max(0, ended - Math.max(started, until));
    until = Math.max(until, ended);
  }
  return total;
}
