// `npm run bench:pages`: what a visitor on a slow phone and a slow line gets, for each public page, beside its goal; and
// beside what the same source gives as React Router comes, and as plain files.
// `--path /about` measures one page, `--runs 1` makes each figure that of one run instead of the median of five. What fails is said
// at the end, and everything else is measured all the same.
import { parseArgs } from "node:util";
import { LEGAL_NAVIGATION, MAIN_NAVIGATION } from "../../app/content/navigation.ts";
import { launchBrowser } from "../support/chromium.ts";
import { createPerson, signUpOverApi } from "../support/people.ts";
import { wireBytes } from "../support/wire-size.ts";
import { buildFor } from "./support/builds.ts";
import { type Build, type Front, startFront } from "./support/front.ts";
import { helpWhenAsked } from "./support/help.ts";
import { type Category, MOBILE, measure, startChromium, THIRD_GENERATION } from "./support/lighthouse.ts";
import { progress, type Row, report } from "./support/report.ts";
import { readToTheEnd, scriptBytesOf, tapFirst } from "./support/visit.ts";
import { ask } from "./support/wire.ts";
import { startWorkerd } from "./support/workerd.ts";

/** One of the stories stands for all: they differ in nothing but their text. */
const PATHS = [...MAIN_NAVIGATION.map(({ to }) => to), "/stories/onion-meter", ...LEGAL_NAVIGATION.map(({ to }) => to)];
/** Its video costs a little. */
const VIDEO_PATH = "/launchpad";
const APP_PATHS = ["/signup", "/login", "/dashboard"];
const EVERY_CATEGORY: readonly Category[] = ["performance", "accessibility", "best-practices", "seo"];
/** As tools print sizes. The first flight of a connection is the one size that is counted in bytes. */
const KB = 1024;

const { values: options } = parseArgs({
  options: {
    path: { type: "string", multiple: true },
    runs: { type: "string", default: "5" },
    help: { type: "boolean", short: "h" },
  },
});
helpWhenAsked(
  options.help,
  "npm run bench:pages [-- options]: what a visitor gets and waits for, each figure beside its goal.",
  "  --path /about  a public page; may be given more than once (default: all of them)",
  "  --runs 3       how often each page is measured (default 5)",
);
const runs = Number(options.runs);
/** The slow line takes long, and the comparisons have no goals: fewer runs of them keep the whole within half an hour. */
const slowRuns = Math.ceil(runs / 2);
const comparisonRuns = 1;
const conditions = {
  runs,
  "runs on 3G": slowRuns,
  "runs of each comparison": comparisonRuns,
  throttling: "applied by DevTools (Lighthouse's own factors for a connection's set-up), CPU 4x",
  compression: "brotli 11 for files and cached pages, 4 for pages rendered on request",
};
const isAsked = (path: string) => !options.path || options.path.includes(path);

const build = buildFor("bench");
const workerd = await startWorkerd(build);
const browser = await launchBrowser();
const chromium = await startChromium();
const fronts = new Map<Build, Front>();
const rows: Row[] = [];
const failures: string[] = [];
try {
  for (const kind of ["product", "stock", "static", "blank"] as const)
    fronts.set(kind, await startFront(build, workerd, kind));
  for (const path of PATHS.filter(isAsked)) {
    progress(`${path} ...`);
    await keep(path, () => visits(path));
    await keep(path, () => lighthousePage(path));
    await keep(path, () => slowLine(path));
    await keep(path, () => comparison(path, "stock", "React Router as it comes"));
    await keep(path, () => comparison(path, "static", "the same HTML as files"));
    await keep(path, () => comparison(path, "blank", "one heading in as many bytes"));
  }
  for (const path of APP_PATHS.filter(isAsked)) {
    progress(`${path} ...`);
    await keep(path, () => appPage(path));
  }
  console.log(
    `\n${Object.entries(conditions)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n")}`,
  );
  report("pages", rows, conditions, failures);
} finally {
  await browser.close();
  chromium.kill();
  for (const front of fronts.values()) await front.close();
  await workerd.stop();
}

/** Adds what was measured to the rows. A failure is noted, and takes nothing with it that is there already or still to come. */
async function keep(path: string, measured: () => Promise<Row[]>): Promise<void> {
  try {
    rows.push(...(await measured()));
  } catch (error) {
    const words = `${path}: ${error instanceof Error ? error.message : String(error)}`;
    progress(`  failed: ${words}`);
    failures.push(words);
  }
}

async function visits(path: string): Promise<Row[]> {
  const url = addressOf("product", path);
  // The first visit fills the page cache, as a deployment does.
  await ask(frontOf("product").port, { path });
  const { status, head, bytes } = await ask(frontOf("product").port, { path });
  const headers = [...head.matchAll(/^([\w-]+): (.*)\r$/gm)].map(([, name = "", value = ""]): [string, string] => [
    name,
    value,
  ]);
  const wire = await wireBytes(status, headers, bytes.subarray(head.length));
  const visit = await readToTheEnd(browser, url);
  const taps = await tapFirst(browser, url);
  return [
    row(path, "first answer on the wire", wire, "B", 14_600, "HTTP/2, with what Cloudflare adds to the headers"),
    row(path, "requests that block first paint", visit.blocking, "", 1),
    row(path, "scripts fetched before intent, after scrolling to the end", visit.scriptBytes, "B", 0),
    row(path, "script inline, brotli", visit.inlineBytes / KB, "KB", 1.5),
    row(path, "first taps lost, of two", taps.lost, "", 0),
    row(path, "INP of the first tap, CPU 4x", taps.inpMs, "ms", 200),
    row(path, "everything fetched on load, video aside", visit.loadedBytes / KB, "KB", 100),
  ];
}

async function lighthousePage(path: string): Promise<Row[]> {
  const url = addressOf("product", path);
  const mobile = await measure({ url, line: MOBILE, categories: EVERY_CATEGORY, runs, chromium });
  const faults = mobile.faults.join(", ");
  return [
    row(path, "LCP", mobile.lcpMs, "ms", 1_100),
    row(path, "CLS", mobile.cls, "", 0.02),
    row(path, "TBT", mobile.tbtMs, "ms", 50),
    ...EVERY_CATEGORY.map((name) => ({
      subject: path,
      figure: `Lighthouse ${name}`,
      value: mobile.scores[name] ?? null,
      unit: "",
      goal: { atLeast: name === "performance" && path === VIDEO_PATH ? 98 : 100 },
      note: name === "performance" ? "" : faults,
    })),
  ];
}

async function slowLine(path: string): Promise<Row[]> {
  const url = addressOf("product", path);
  const { lcpMs } = await measure({
    url,
    line: THIRD_GENERATION,
    categories: ["performance"],
    runs: slowRuns,
    chromium,
  });
  return [row(path, `LCP on ${THIRD_GENERATION.name}`, lcpMs, "ms", 1_800)];
}

/** What the same content costs when it is served in another way. */
async function comparison(path: string, kind: Build, name: string): Promise<Row[]> {
  const url = addressOf(kind, path);
  const visit = await readToTheEnd(browser, url);
  const { lcpMs } = await measure({
    url,
    line: MOBILE,
    categories: ["performance"],
    runs: comparisonRuns,
    chromium,
  });
  return [
    { subject: path, figure: `${name}: scripts before intent`, value: visit.scriptBytes / KB, unit: "KB" },
    { subject: path, figure: `${name}: LCP`, value: lcpMs, unit: "ms" },
  ];
}

async function appPage(path: string): Promise<Row[]> {
  const isMember = path === "/dashboard";
  const cookie = isMember ? await signUpOverApi(workerd, createPerson()) : undefined;
  const url = addressOf("product", path);
  const bytes = await scriptBytesOf(browser, url, cookie);
  const categories: Category[] = [
    "performance",
    "accessibility",
    "best-practices",
    ...(isMember ? [] : ["seo" as const]),
  ];
  const headers = cookie && { Cookie: cookie };
  const result = await measure({ url, line: MOBILE, categories, runs, chromium, ...(headers && { headers }) });
  return [
    row(path, "scripts, brotli", bytes / KB, "KB", 130),
    row(path, "LCP", result.lcpMs, "ms"),
    ...categories.map((name) => ({
      subject: path,
      figure: `Lighthouse ${name}`,
      value: result.scores[name] ?? null,
      unit: "",
      goal: { atLeast: name === "performance" ? 95 : 100 },
      note: name === "performance" ? "" : result.faults.join(", "),
    })),
  ];
}

function row(subject: string, figure: string, value: number | null, unit: string, atMost?: number, note?: string): Row {
  return { subject, figure, value, unit, ...(atMost !== undefined && { goal: { atMost } }), ...(note && { note }) };
}

function frontOf(kind: Build): Front {
  const front = fronts.get(kind);
  if (!front) throw new Error(`Nothing serves the ${kind} pages`);
  return front;
}

function addressOf(kind: Build, path: string): string {
  return frontOf(kind).origin + path;
}
