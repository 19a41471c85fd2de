// `npm run bench:edge`: what the Worker costs and what it adds, each figure beside its goal. Ratios compare two things
// measured by turns in one run, since a machine's speed drifts. It runs on loopback alone and ends by itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type StandaloneAppwrite, startAppwrite } from "../support/appwrite.ts";
import { buildFor } from "./support/builds.ts";
import { helpWhenAsked } from "./support/help.ts";
import { median, requestsPerSecond } from "./support/load.ts";
import { memberOf, signInForm, signUpForm } from "./support/members.ts";
import { progress, type Row, report } from "./support/report.ts";
import { settingsFor } from "./support/settings.ts";
import { inFlightMs, roundTrips, startSlowBackend } from "./support/slow-backend.ts";
import type { Variant } from "./support/variant.ts";
import { ask, Connection, type RequestOptions, requestBytes } from "./support/wire.ts";
import { modulesOf, startWorkerd, type Workerd, type WorkerdOptions } from "./support/workerd.ts";

const { values: options } = parseArgs({
  options: {
    path: { type: "string", default: "/" },
    runs: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
helpWhenAsked(
  options.help,
  "npm run bench:edge [-- options]: what the Worker costs and what it adds, each figure beside its goal.",
  "  --path /about  the public page to ask for (default /)",
  "  --runs 3       how often everything is measured (default 5)",
);
const PATH = options.path;
/** How often everything is measured. */
const ROUNDS = Number(options.runs ?? 5);
/** Short and many, since a machine's speed drifts within a second, and both sides of a ratio should meet the same. */
const TURN_MS = 100;
const TURNS_A_ROUND = 30;

const EDGE_MS = 30;
const BACKEND_MS = 150;

const build = buildFor("bench");
const production = buildFor("production");
const rows: Row[] = bundleSize();
const embedded = await startWorkerd(build);
try {
  rows.push(...(await throughput(embedded)), ...(await renderCpu(embedded)));
} finally {
  await embedded.stop();
}
rows.push(...(await coldStart()), ...(await startUpCpu()));
const appwrite = await startAppwrite();
try {
  rows.push(...(await relayOverhead(appwrite)), ...(await slowBackend(appwrite)));
} finally {
  await appwrite.dispose();
}
report("edge", rows, { path: PATH, rounds: ROUNDS, turns: TURNS_A_ROUND * ROUNDS, "ms a turn": TURN_MS });

/** Cached, against a bare response of the same bytes and against rendering, by turns. */
async function throughput({ port }: Workerd): Promise<Row[]> {
  progress("Requests a second ...");
  const request = (variant: Variant) => requestBytes(port, { path: PATH, variant });
  // The first read fills the cache, and so that what is compared is warm, everything is asked for a while first.
  for (const variant of ["product", "stock", "bare"] as const) await requestsPerSecond(port, request(variant), 1_000);
  const against = { bare: [] as number[], render: [] as number[], cached: [] as number[] };
  for (let turn = 0; turn < TURNS_A_ROUND * ROUNDS; turn++) {
    const found = { bare: 0, product: 0, stock: 0 };
    // There and back: what one leaves behind, garbage say, weighs on each of the others alike.
    const order = ["bare", "product", "stock"] as const;
    for (const variant of turn % 2 === 0 ? order : order.toReversed()) {
      found[variant] = await requestsPerSecond(port, request(variant), TURN_MS);
    }
    against.bare.push(found.product / found.bare);
    against.render.push(found.product / found.stock);
    against.cached.push(found.product);
  }
  const perSecond = Math.round(median(against.cached));
  return [
    {
      figure: "cached page against a bare Response of the same bytes",
      value: median(against.bare),
      unit: "x",
      goal: { atLeast: 0.8 },
      note: `${perSecond} requests/s`,
    },
    {
      figure: "cached page against rendering it each time",
      value: median(against.render),
      unit: "x",
      goal: { atLeast: 15 },
    },
  ];
}

/** The first page of an isolate that has nothing, over a KV that takes 600 ms. */
async function coldStart(): Promise<Row[]> {
  progress("A cold isolate ...");
  const cold: number[] = [];
  const rendered: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rendered.push(await firstPageMs("stock"));
    cold.push(await firstPageMs("cold"));
  }
  const renderMs = median(rendered);
  return [
    ...(await firstUse()),
    {
      figure: "first page of a cold isolate, KV taking 600 ms",
      value: median(cold),
      unit: "ms",
      goal: { atMost: renderMs + 25 },
      note: `a render as the first page takes ${renderMs.toFixed(1)} ms; a new workerd each time`,
    },
  ];
}

/** What the first page and the first call of an isolate cost, which load the renderer and the API: later ones cost far less. */
async function firstUse(): Promise<Row[]> {
  const rows: Row[] = [];
  const firsts = {
    "rendered page": { path: PATH, variant: "stock" },
    "call of the API": { path: "/api/health" },
  } as const;
  for (const [what, request] of Object.entries<RequestOptions>(firsts)) {
    const spent: number[] = [];
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const workerd = await startWorkerd(build);
      try {
        const before = workerd.cpuMs();
        await ask(workerd.port, request);
        const after = workerd.cpuMs();
        if (before !== null && after !== null) spent.push(after - before);
      } finally {
        await workerd.stop();
      }
    }
    rows.push({
      figure: `CPU of the first ${what} of an isolate`,
      value: spent.length > 0 ? median(spent) : null,
      unit: "ms",
    });
  }
  return rows;
}

/** How long the first page of a new workerd takes, which has answered nothing but an empty request. */
async function firstPageMs(variant: Variant): Promise<number> {
  const workerd = await startWorkerd(build);
  try {
    const { status, ms } = await ask(workerd.port, { path: PATH, variant });
    if (status !== 200) throw new Error(`${PATH} answered ${status}`);
    return ms;
  } finally {
    await workerd.stop();
  }
}

/** What workerd's process spends on a page that is rendered and streamed, for a visitor at a time. */
async function renderCpu({ port, cpuMs }: Workerd): Promise<Row[]> {
  progress("CPU of renders ...");
  const connection = await Connection.open(port);
  const request = requestBytes(port, { path: PATH, variant: "stock" });
  const count = 100 * ROUNDS;
  const before = cpuMs();
  for (let i = 0; i < count; i++) await connection.send(request);
  const after = cpuMs();
  connection.close();
  const value = before === null || after === null ? null : (after - before) / count;
  return [{ figure: "CPU of one streamed render", value, unit: "ms", goal: { atMost: 5 } }];
}

function bundleSize(): Row[] {
  const modules = modulesOf(production).map((name) => readFileSync(join(production, "server", name)));
  const bytes = gzipSync(Buffer.concat(modules)).length;
  return [{ figure: "Worker bundle, gzip", value: bytes / 1024, unit: "KB", goal: { atMost: 350 } }];
}

/** What a workerd with the bundle has spent by its first answer, which is an empty one, less what one with an empty Worker has. */
async function startUpCpu(): Promise<Row[]> {
  progress("Start-up ...");
  const spent: number[] = [];
  // The kernel counts in hundredths of a second: one start says little.
  for (let round = 0; round < 4 * ROUNDS; round++) {
    const empty = await cpuOfStart(production, { isEmpty: true });
    const product = await cpuOfStart(production);
    if (empty !== null && product !== null) spent.push(product - empty);
  }
  const value = spent.length > 0 ? median(spent) : null;
  return [{ figure: "start-up CPU of the Worker", value, unit: "ms", goal: { atMost: 50 } }];
}

async function cpuOfStart(folder: string, options?: WorkerdOptions): Promise<number | null> {
  const workerd = await startWorkerd(folder, { vars: {}, ...options });
  try {
    return workerd.cpuMs();
  } finally {
    await workerd.stop();
  }
}

/** What the way over the edge adds to a call that the backend answers with one call of its own. */
async function relayOverhead(backend: StandaloneAppwrite): Promise<Row[]> {
  progress("The relay ...");
  const workerd = await startWorkerd(build, { vars: settingsFor(backend) });
  const connections: Connection[] = [];
  try {
    const { cookie, secret } = await memberOf(workerd, backend);
    const backendPort = Number(new URL(backend.origin).port);
    const [edge, straight] = [await Connection.open(workerd.port), await Connection.open(backendPort)];
    connections.push(edge, straight);
    const overEdge = requestBytes(workerd.port, { path: "/api/account/sessions", headers: { Cookie: cookie } });
    const call = {
      path: "/v1/account/sessions",
      headers: { "X-Appwrite-Project": "navarambh", "X-Appwrite-Session": secret },
    };
    const direct = requestBytes(backendPort, call);
    const handedOn = requestBytes(workerd.port, { ...call, variant: "relay" });
    const once = async (connection: Connection, request: Buffer) => {
      const { status, ms } = await connection.send(request);
      if (status !== 200) throw new Error(`The list of sessions answered ${status}`);
      return ms;
    };
    const times = { edge: [] as number[], straight: [] as number[], handedOn: [] as number[] };
    for (let i = -100; i < 100 * ROUNDS; i++) {
      const [product, bare, none] = [
        await once(edge, overEdge),
        await once(edge, handedOn),
        await once(straight, direct),
      ];
      // The first ones warm everything up.
      if (i < 0) continue;
      times.edge.push(product);
      times.handedOn.push(bare);
      times.straight.push(none);
    }
    const added = median(times.edge) - median(times.handedOn);
    const byWorkerd = median(times.handedOn) - median(times.straight);
    const note = `such a Worker adds ${byWorkerd.toFixed(2)} ms; straight to the backend a call takes ${median(times.straight).toFixed(2)} ms`;
    const figure = "what the relay adds beyond a Worker that only hands a call on";
    return [{ figure, value: added, unit: "ms", goal: { atMost: 0.5 }, note }];
  } finally {
    for (const connection of connections) connection.close();
    await workerd.stop();
  }
}

/**
 * Sign-in, dashboard and sign-up where every call to the backend takes 150 ms: each is measured over a backend that takes that much
 * longer, and what it works itself is taken off.
 */
async function slowBackend(backend: StandaloneAppwrite): Promise<Row[]> {
  progress("A backend far away ...");
  const slow = await startSlowBackend(backend.origin, BACKEND_MS);
  const workerd = await startWorkerd(build, { vars: settingsFor(backend, slow.origin) });
  try {
    const { cookie, who } = await memberOf(workerd, backend);
    const page = async (
      figure: string,
      trips: number,
      createRequest: () => RequestOptions,
      status: number,
    ): Promise<Row[]> => {
      const took: number[] = [];
      const edge: number[] = [];
      let most = 0;
      for (let round = 0; round < Math.max(3, ROUNDS); round++) {
        slow.takeCalls();
        const answer = await ask(workerd.port, createRequest());
        if (answer.status !== status) throw new Error(`${figure} answered ${answer.status}`);
        const calls = slow.takeCalls();
        most = Math.max(most, roundTrips(calls));
        took.push(answer.ms);
        edge.push(answer.ms - inFlightMs(calls));
      }
      // The goal is about the edge: what the backend takes beyond the delay is another server's, and another one on every machine.
      const value = most * BACKEND_MS + median(edge);
      const own = median(took) - value;
      const note = `${median(took).toFixed(0)} ms as it came: the backend's own work is ${own.toFixed(0)} ms of it, the edge's ${median(edge).toFixed(0)}`;
      const goal = { atMost: trips * BACKEND_MS + EDGE_MS };
      return [
        { subject: figure, figure: "round trips to the backend", value: most, unit: "", goal: { atMost: trips } },
        { subject: figure, figure: `where each takes ${BACKEND_MS} ms`, value, unit: "ms", goal, note },
      ];
    };
    return [
      ...(await page("sign-in", 2, () => signInForm(workerd, who), 303)),
      ...(await page("dashboard", 1, () => ({ path: "/dashboard", headers: { Cookie: cookie } }), 200)),
      ...(await page("sign-up without a file", 3, () => signUpForm(workerd), 303)),
    ];
  } finally {
    await workerd.stop();
    await slow.close();
  }
}
