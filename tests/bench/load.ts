// `npm run bench:load`: how many visitors the Worker serves, what happens beyond that, and whether its memory stays flat, each figure
// beside its goal. The backend runs in a process of its own, so that what is measured is the Worker. It runs on loopback alone, and ends
// by itself: `--minutes 1` is a quick look.
import { parseArgs } from "node:util";
import { startBackend } from "./support/backend.ts";
import { buildFor } from "./support/builds.ts";
import { helpWhenAsked } from "./support/help.ts";
import { quantile } from "./support/load.ts";
import { startProber } from "./support/prober.ts";
import { progress, type Row, report } from "./support/report.ts";
import { settingsFor } from "./support/settings.ts";
import { createMembers, errorCount, letVisit, type Tally, visitsOf } from "./support/visitors.ts";
import { startWorkerd, type Workerd } from "./support/workerd.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    minutes: { type: "string", default: "10" },
    help: { type: "boolean", short: "h" },
  },
});
helpWhenAsked(
  options.help,
  "npm run bench:load [-- options]: how many visitors the Worker serves, and what happens beyond that, each figure beside its goal.",
  "  --seconds 2  how long each number of visitors is measured (default 8)",
  "  --minutes 1  how long memory is watched (default 10)",
);
const LEVEL_MS = Number(options.seconds) * 1000;
const MEMORY_MS = Number(options.minutes) * 60_000;
const LEVELS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128];
/** Visitors who all need the backend, and come within one second: a college joins. */
const CROWD = 300;
const CROWD_ARRIVES_MS = 1_000;
/** For so long the crowd stays: many times as long as one of them waits. */
const CROWD_MS = 4 * LEVEL_MS;
/** Enough to keep the Worker busy all the time, and no more. */
const STEADY_VISITORS = 8;
const CACHED_PATH = "/about";

const build = buildFor("bench");
const backend = await startBackend(build);
const rows: Row[] = [];
try {
  await withWorkerd(async (workerd) => {
    rows.push(...(await growingLoad(workerd)), ...(await crowd(workerd)));
  });
  await withWorkerd(async (workerd) => rows.push(await memory(workerd)));
} finally {
  await backend.stop();
}
report("load", rows, { "ms a level": LEVEL_MS, "ms of the crowd": CROWD_MS, "ms of memory": MEMORY_MS });

async function withWorkerd(measure: (workerd: Workerd) => Promise<unknown>): Promise<void> {
  const workerd = await startWorkerd(build, { vars: settingsFor(backend) });
  try {
    await measure(workerd);
  } finally {
    await workerd.stop();
  }
}

/** Nine of ten visits are guests', the rest are members' and uploads. */
function mixOf({ guest, member, upload }: ReturnType<typeof visitsOf>) {
  return [...Array.from({ length: 9 }, () => guest), member, ...Array.from({ length: 9 }, () => guest), upload];
}

/** Ever more visitors at once. */
async function growingLoad(workerd: Workerd): Promise<Row[]> {
  progress("Members sign up ...");
  const visits = mixOf(visitsOf(workerd, await createMembers(workerd, 16)));
  const rows: Row[] = [];
  const levels: { visitors: number; perSecond: number; unserved: number }[] = [];
  for (const visitors of LEVELS) {
    progress(`${visitors} visitors at once ...`);
    const { tally, seconds } = await letVisit(workerd.port, { visits, visitors, forMs: LEVEL_MS });
    const perSecond = tally.times.length / seconds;
    levels.push({ visitors, perSecond, unserved: errorCount(tally) + tally.shed });
    rows.push({
      subject: `${visitors} visitors at once`,
      figure: "requests a second",
      value: Math.round(perSecond),
      unit: "",
      note: `p50 ${ms(quantile(tally.times, 0.5))}, p99 ${ms(quantile(tally.times, 0.99))}${unserved(tally)}`,
    });
  }
  const saturation = levels.reduce((most, level) => (level.perSecond > most.perSecond ? level : most));
  rows.push({
    figure: "requests that were not served below saturation",
    value: levels
      .filter(({ visitors }) => visitors < saturation.visitors)
      .reduce((sum, { unserved }) => sum + unserved, 0),
    unit: "",
    goal: { atMost: 0 },
    note: `most a second with ${saturation.visitors} visitors`,
  });
  return rows;
}

/** Far more visitors who need the backend than it serves, while others read. */
async function crowd(workerd: Workerd): Promise<Row[]> {
  progress("Members of the crowd sign up ...");
  const members = await createMembers(workerd, 40);
  const { newcomer, dashboard } = visitsOf(workerd, members.slice(0, 10));
  // Others, since Appwrite ends the oldest of many sessions.
  const { signIn } = visitsOf(workerd, members.slice(10));
  const visits = [newcomer, newcomer, newcomer, signIn, dashboard];
  progress(`A crowd of ${CROWD} ...`);
  const stop = startProber({ port: workerd.port, path: CACHED_PATH });
  const { tally, seconds } = await letVisit(workerd.port, {
    visits,
    visitors: CROWD,
    forMs: CROWD_MS,
    arriveWithinMs: CROWD_ARRIVES_MS,
  });
  const probes = await stop();
  const subject = `a crowd of ${CROWD}`;
  const served = tally.times.length;
  return [
    {
      subject,
      figure: "requests that the backend served, a second",
      value: served / seconds,
      unit: "",
      note: `p50 ${ms(quantile(tally.times, 0.5))}, p99 ${ms(quantile(tally.times, 0.99))}`,
    },
    { subject, figure: "requests that got 503 and Retry-After", value: tally.shed, unit: "", goal: { atLeast: 1 } },
    {
      subject,
      figure: "requests that got something else",
      value: errorCount(tally),
      unit: "",
      goal: { atMost: 0 },
      note: [...tally.errors].map(([kind, count]) => `${kind}: ${count}`).join(", "),
    },
    {
      subject,
      figure: "a cached page meanwhile, p99",
      value: quantile(probes.times, 0.99),
      unit: "ms",
      goal: { atMost: 100 },
      note: `p50 ${ms(quantile(probes.times, 0.5))}, ${probes.times.length} times`,
    },
    { subject, figure: "cached pages that failed meanwhile", value: probes.failures, unit: "", goal: { atMost: 0 } },
  ];
}

/** Whether memory grows while the Worker is busy all the time. */
async function memory(workerd: Workerd): Promise<Row> {
  const figure = "memory of workerd in the last tenth of the time, against the third tenth";
  const goal = { atMost: 1.1 };
  if (workerd.memoryMb() === null) return { figure, value: null, unit: "x", goal };
  const visits = mixOf(visitsOf(workerd, await createMembers(workerd, 4)));
  progress(`Memory, for ${options.minutes} minutes ...`);
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(workerd.memoryMb() ?? Number.NaN), MEMORY_MS / 600);
  // In turns, so that the times of all of them need not be kept.
  for (let turn = 0; turn < 10; turn++) {
    await letVisit(workerd.port, { visits, visitors: STEADY_VISITORS, forMs: MEMORY_MS / 10 });
  }
  clearInterval(sampling);
  const tenth = (i: number) => mean(samples.slice((samples.length * i) / 10, (samples.length * (i + 1)) / 10));
  const [third, last] = [tenth(2), tenth(9)];
  const note = `${third.toFixed(0)} and ${last.toFixed(0)} MB over ${options.minutes} minutes, ${Math.max(...samples).toFixed(0)} MB at most`;
  return { figure, value: last / third, unit: "x", goal, note };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function unserved(tally: Tally): string {
  const errors = [...tally.errors].map(([kind, count]) => `${count} x ${kind}`);
  return [tally.shed > 0 ? `${tally.shed} x 503 with Retry-After` : "", ...errors]
    .filter(Boolean)
    .map((part) => `; ${part}`)
    .join("");
}
