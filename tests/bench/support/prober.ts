// Asks for one page again and again, in a thread of its own: what the load costs the other thread is no part of the times.
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Connection, requestBytes } from "./wire.ts";

/** Twenty times a second: often enough for a 99th percentile, and no load by itself. */
const EVERY_MS = 50;

interface Asked {
  port: number;
  path: string;
}

/** How long the answers took, in milliseconds, and how many were none. */
export interface Probes {
  times: number[];
  failures: number;
}

/** Begins to ask. @returns a function that stops, with what was found */
export function startProber(asked: Asked): () => Promise<Probes> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  const found = new Promise<Probes>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  return () => {
    worker.postMessage("stop");
    return found;
  };
}

async function probe({ port, path }: Asked): Promise<void> {
  let isOver = false;
  parentPort?.once("message", () => {
    isOver = true;
  });
  const probes: Probes = { times: [], failures: 0 };
  const pending = new Set<Promise<void>>();
  // One after the other would wait for a slow one, and see only few of those.
  while (!isOver) {
    const asking = askOnce(port, path, probes).finally(() => pending.delete(asking));
    pending.add(asking);
    await wait(EVERY_MS);
  }
  await Promise.all(pending);
  parentPort?.postMessage(probes);
}

/** On a connection of its own, as a new visitor. */
async function askOnce(port: number, path: string, probes: Probes): Promise<void> {
  const started = performance.now();
  try {
    const connection = await Connection.open(port);
    const { status } = await connection.send(requestBytes(port, { path }));
    connection.close();
    if (status === 200) probes.times.push(performance.now() - started);
    else probes.failures += 1;
  } catch {
    probes.failures += 1;
  }
}

if (!isMainThread) await probe(workerData as Asked);
