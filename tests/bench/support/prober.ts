// Requests one page again and again, in a thread of its own, so that the load in the other thread does not add to the times.
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Connection, requestBytes } from "./wire.ts";

/** Twenty times a second: often enough for a 99th percentile, and no load by itself. */
const EVERY_MS = 50;

interface Target {
  port: number;
  path: string;
}

/** How long the answers took, in milliseconds, and how many requests failed. */
export interface Probes {
  times: number[];
  failures: number;
}

/** Starts the thread. @returns a function that stops it, and resolves to what it measured */
export function startProber(target: Target): () => Promise<Probes> {
  const worker = new Worker(new URL(import.meta.url), { workerData: target });
  const probes = new Promise<Probes>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  return () => {
    worker.postMessage("stop");
    return probes;
  };
}

async function probe({ port, path }: Target): Promise<void> {
  let isOver = false;
  parentPort?.once("message", () => {
    isOver = true;
  });
  const probes: Probes = { times: [], failures: 0 };
  const pending = new Set<Promise<void>>();
  // Requests overlap. One after the other, a slow answer would put off the next probes, and count once (coordinated omission).
  while (!isOver) {
    const answered = askOnce(port, path, probes).finally(() => pending.delete(answered));
    pending.add(answered);
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

if (!isMainThread) await probe(workerData as Target);
