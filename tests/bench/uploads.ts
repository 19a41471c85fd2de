// `npm run bench:uploads`: what the Worker costs an upload, how much memory many of them take, and what a bad line costs, each figure
// beside its goal. The backend runs in a process of its own. It runs on loopback alone and ends by itself.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { CHUNK_BYTES, FILE_MAX_BYTES } from "../../app/contract/limits.ts";
import { type StandaloneAppwrite, startAppwrite } from "../support/appwrite.ts";
import { type Backend, startBackend } from "./support/backend.ts";
import { startBadLine } from "./support/bad-line.ts";
import { buildFor } from "./support/builds.ts";
import { helpWhenAsked } from "./support/help.ts";
import { median } from "./support/load.ts";
import { ReloadingClient } from "./support/reloading-client.ts";
import { progress, type Row, report } from "./support/report.ts";
import { settingsFor } from "./support/settings.ts";
import {
  createRequest,
  deleteRequest,
  deleteUpload,
  patchRequest,
  pdfOfSize,
  uploadOverEdge,
  uploadPath,
  uploadStraight,
} from "./support/uploads.ts";
import type { Variant } from "./support/variant.ts";
import { Connection } from "./support/wire.ts";
import { startWorkerd, type Workerd } from "./support/workerd.ts";

const { values: options } = parseArgs({
  options: { runs: { type: "string" }, help: { type: "boolean", short: "h" } },
});
helpWhenAsked(
  options.help,
  "npm run bench:uploads [-- options]: what the Worker costs an upload, each figure beside its goal.",
  "  --runs 1       how often times are measured (default 5)",
);
/** How often times are measured. */
const ROUNDS = Number(options.runs ?? 5);
const CLIENTS = 20;
/** A line of 48 Mbit/s: on a faster one a part is over before anything can happen to it. */
const LINE_BYTES_PER_SECOND = 6_000_000;
/** The parts of the file in whose middle something happens. */
const CUT_EVERY = 5;
const RELOADS: readonly number[] = [2, 4];
const BACKEND_RESTART = 3;

const file = pdfOfSize(FILE_MAX_BYTES);
const build = buildFor("bench");
const rows: Row[] = [];
const appwrite = await startAppwrite();
try {
  await withWorkerd(appwrite, async (workerd) => {
    rows.push(...(await relayThroughput(workerd)), ...(await lockCost(workerd)));
  });
  await withWorkerd(appwrite, async (workerd) => rows.push(...(await badLine(workerd))));
} finally {
  await appwrite.dispose();
}
for (const measure of [memoryOfUploads, memoryOfHandingOn]) {
  // A new one each time, since it has the files in memory.
  const backend = await startBackend(build);
  try {
    await withWorkerd(backend, async (workerd) => rows.push(await measure(workerd, backend)));
  } finally {
    await backend.stop();
  }
}
report("uploads", rows, { rounds: ROUNDS, clients: CLIENTS, "bytes a file": file.length });

async function withWorkerd(
  backend: Parameters<typeof settingsFor>[0],
  measure: (workerd: Workerd) => Promise<unknown>,
): Promise<void> {
  const workerd = await startWorkerd(build, { vars: settingsFor(backend) });
  try {
    await measure(workerd);
  } finally {
    await workerd.stop();
  }
}

/** A whole file over the Worker and straight to the backend, by turns. */
async function relayThroughput({ port }: Workerd): Promise<Row[]> {
  progress("The relay ...");
  const ratios: number[] = [];
  const speeds: number[] = [];
  // The first round warms both up.
  for (let round = -1; round < 2 * ROUNDS; round++) {
    const times = { edge: 0, straight: 0 };
    const order = ["edge", "straight"] as const;
    for (const way of round % 2 === 0 ? order : order.toReversed()) {
      if (way === "straight")
        times.straight = await uploadStraight(appwrite, Number(new URL(appwrite.origin).port), file);
      else {
        const { path, ms } = await uploadOverEdge(port, file);
        times.edge = ms;
        await deleteUpload(port, path);
      }
    }
    if (round < 0) continue;
    ratios.push(times.straight / times.edge);
    speeds.push(file.length / 1000 / times.edge);
  }
  return [
    {
      figure: "throughput over the Worker, against the same parts straight to the backend",
      value: median(ratios),
      unit: "x",
      goal: { atLeast: 0.85 },
      note: `${median(speeds).toFixed(0)} MB/s`,
    },
  ];
}

/** A part with and without the lock of its upload, by turns. */
async function lockCost({ port }: Workerd): Promise<Row[]> {
  progress("The lock ...");
  const rows: Row[] = [];
  for (const [subject, size, count] of [
    ["a part of 20 KB", 20_000, 60],
    ["a part of 5 MiB", CHUNK_BYTES, 10],
  ] as const) {
    const connection = await Connection.open(port);
    const bytes = file.subarray(0, size);
    const once = async (variant: Variant) => {
      const path = uploadPath(await connection.send(createRequest(port, size, variant)));
      const { status, ms } = await connection.send(patchRequest(port, path, 0, bytes, variant));
      if (status !== 204) throw new Error(`${subject} was answered with ${status}`);
      await connection.send(deleteRequest(port, path));
      return ms;
    };
    const [locked, unlocked]: [number[], number[]] = [[], []];
    for (let i = -5; i < count * ROUNDS; i++) {
      const [first, second] = i % 2 === 0 ? (["product", "unlocked"] as const) : (["unlocked", "product"] as const);
      const times = { [first]: await once(first), [second]: await once(second) };
      if (i < 0) continue;
      locked.push(times.product ?? Number.NaN);
      unlocked.push(times.unlocked ?? Number.NaN);
    }
    connection.close();
    const added = median(locked.map((ms, i) => ms - (unlocked[i] ?? Number.NaN)));
    const note = `${median(locked).toFixed(2)} ms with it, ${median(unlocked).toFixed(2)} ms without`;
    rows.push({ subject, figure: "what the lock of the upload adds", value: added, unit: "ms", note });
  }
  return rows;
}

/** How much memory workerd takes while many send at once, beyond what it has when idle. */
async function memoryOfUploads(workerd: Workerd): Promise<Row> {
  progress(`${CLIENTS} clients at once ...`);
  const { port } = workerd;
  // Code is loaded and compiled with the first upload.
  await deleteUpload(port, (await uploadOverEdge(port, file)).path);
  let retries = 0;
  const { growth, note } = await memoryGrowth(workerd, async () => {
    const sent = await uploadOverEdge(port, file);
    retries += sent.retries;
  });
  return {
    figure: `memory of workerd while ${CLIENTS} clients send ${file.length / 1_000_000} MB each, over idle`,
    value: growth,
    unit: "MB",
    goal: { atMost: 64 },
    note: `${note}; ${retries} parts were sent again`,
  };
}

/** The same for a Worker that only passes the parts on: the memory that the runtime takes for them in any Worker. */
async function memoryOfHandingOn(workerd: Workerd, backend: Backend): Promise<Row> {
  const send = () => uploadStraight(backend, workerd.port, file, "relay");
  await send();
  const { growth, note } = await memoryGrowth(workerd, send);
  return { figure: "the same of a Worker that only hands the parts on", value: growth, unit: "MB", note };
}

async function memoryGrowth(workerd: Workerd, send: () => Promise<unknown>): Promise<{ growth: number; note: string }> {
  await wait(3_000);
  const idle = workerd.memoryMb() ?? Number.NaN;
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, workerd.memoryMb() ?? Number.NaN);
  }, 50);
  try {
    await Promise.all(Array.from({ length: CLIENTS }, send));
  } finally {
    clearInterval(sampling);
  }
  return { growth: peak - idle, note: `${idle.toFixed(0)} MB idle, ${peak.toFixed(0)} MB at most` };
}

/** A file over a line that breaks, by a client that is reloaded, to a backend that is restarted. */
async function badLine({ port }: Workerd): Promise<Row[]> {
  progress("A bad line ...");
  const client = new ReloadingClient(file);
  let restart: Promise<void> | undefined;
  const happened = { cuts: 0, reloads: 0, restarts: 0 };
  const line = await startBadLine({
    port,
    bytesPerSecond: LINE_BYTES_PER_SECOND,
    inTheMiddle(part) {
      if (RELOADS.includes(part)) {
        happened.reloads += 1;
        client.reload();
        return true;
      }
      if (part === BACKEND_RESTART) {
        happened.restarts += 1;
        restart = appwrite.kill().then(() => appwrite.start());
      }
      if (part % CUT_EVERY !== 0) return false;
      happened.cuts += 1;
      return true;
    },
  });
  try {
    const path = await client.send(line);
    await restart;
    const isIdentical = (await storedHash(appwrite, path)) === hashOf(file);
    const note = `${happened.cuts} cuts, ${happened.reloads} reloads, ${happened.restarts} restart of the backend`;
    const subject = `${file.length / 1_000_000} MB over a bad line`;
    const sent = line.bytesReceived() / file.length;
    return [
      {
        subject,
        figure: "files that arrived byte for byte",
        value: isIdentical ? 1 : 0,
        unit: "",
        goal: { atLeast: 1 },
        note,
      },
      { subject, figure: "bytes sent, against the size of the file", value: sent, unit: "x", goal: { atMost: 1.4 } },
    ];
  } finally {
    await line.close();
  }
}

/** The hash of an upload's file, downloaded straight from the backend. */
async function storedHash({ origin, apiKey }: StandaloneAppwrite, path: string): Promise<string> {
  const id = path.split("/").at(-1) ?? "";
  const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": apiKey };
  const response = await fetch(`${origin}/v1/storage/buckets/files/files/${id}/download`, { headers });
  if (!response.ok) throw new Error(`The download of the file was answered with ${response.status}`);
  return hashOf(new Uint8Array(await response.arrayBuffer()));
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
