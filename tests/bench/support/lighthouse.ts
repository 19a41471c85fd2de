// Lighthouse on one page: its scores and times over a slow line that is really slow, not calculated afterwards.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { FLAGS } from "../../support/chromium.ts";
import { findBrowser } from "../../support/find-browser.ts";
import { median } from "./load.ts";
import { progress } from "./report.ts";

/** A line as DevTools applies it. */
export interface Line {
  name: string;
  rttMs: number;
  kbps: number;
}

/** Lighthouse's own for phones. */
export const MOBILE: Line = { name: "150 ms, 1.6 Mbps", rttMs: 150, kbps: 1_638.4 };
export const THIRD_GENERATION: Line = { name: "3G, 300 ms, 700 kbps", rttMs: 300, kbps: 700 };

/** On a busy machine Chromium's trace of a load comes without its beginning now and then: that load is measured again. */
const BROKEN_TRACE = "NO_NAVSTART";
const CPU_SLOWDOWN = 4;
/** DevTools delays requests, not packets: Lighthouse stands in for a connection's set-up with these factors. */
const LATENCY_FACTOR = 3.75;
const THROUGHPUT_FACTOR = 0.9;

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface Result {
  /** 0 to 100, where they were asked for. */
  scores: Partial<Record<Category, number>>;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /** What is wrong where a score is below 100. */
  faults: string[];
}

export interface Run {
  url: string;
  line: Line;
  categories: readonly Category[];
  /** How often; each figure is the median of its own. */
  runs: number;
  chromium: Chromium;
  headers?: Record<string, string>;
}

/** A Chromium for Lighthouse alone: one that Playwright has started works for Playwright too on every page that it loads. */
export interface Chromium {
  port: number;
  kill(): void;
}

export function startChromium(): Promise<Chromium> {
  return launch({ chromePath: findBrowser(), chromeFlags: ["--headless=new", ...FLAGS], logLevel: "error" });
}

/** @throws when a page does not load, or the traces of too many loads break off: two for each run. */
export async function measure({ url, line, categories, runs, chromium, headers }: Run): Promise<Result> {
  const results: Result[] = [];
  let broken = 0;
  while (results.length < runs) {
    const outcome = await lighthouse(url, {
      port: chromium.port,
      logLevel: "error",
      output: "json",
      // Only speed differs from one load to the next.
      onlyCategories: categories.filter((name) => name === "performance" || results.length === 0),
      formFactor: "mobile",
      throttlingMethod: "devtools",
      throttling: {
        rttMs: line.rttMs,
        throughputKbps: line.kbps,
        requestLatencyMs: line.rttMs * LATENCY_FACTOR,
        downloadThroughputKbps: line.kbps * THROUGHPUT_FACTOR,
        uploadThroughputKbps: line.kbps * THROUGHPUT_FACTOR,
        cpuSlowdownMultiplier: CPU_SLOWDOWN,
      },
      disableFullPageScreenshot: true,
      ...(headers && { extraHeaders: headers }),
    });
    if (!outcome) throw new Error(`Lighthouse had nothing to say about ${url}`);
    const { runtimeError } = outcome.lhr;
    if (!runtimeError) results.push(resultOf(outcome.lhr));
    else if (runtimeError.code === BROKEN_TRACE && broken < runs * 2) broken += 1;
    else throw new Error(`Lighthouse on ${url}: ${runtimeError.code} ${runtimeError.message}`);
  }
  if (broken > 0) progress(`  measured again, since their traces broke off: ${broken} loads of ${url}`);
  const of = (pick: (result: Result) => number) => median(results.map(pick));
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, median(results.flatMap(({ scores }) => scores[name] ?? []))]),
    ),
    lcpMs: of(({ lcpMs }) => lcpMs),
    cls: of(({ cls }) => cls),
    tbtMs: of(({ tbtMs }) => tbtMs),
    faults: [...new Set(results.flatMap(({ faults }) => faults))],
  };
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function resultOf({ categories, audits }: Report): Result {
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const scores = Object.fromEntries(
    Object.entries(categories).map(([id, { score }]) => [id, (score ?? Number.NaN) * 100]),
  );
  const faults = Object.values(categories)
    .filter(({ id, score }) => id !== "performance" && score !== 1)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    scores,
    lcpMs: number("largest-contentful-paint"),
    cls: number("cumulative-layout-shift"),
    tbtMs: number("total-blocking-time"),
    faults,
  };
}
