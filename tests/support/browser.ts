// Opens pages in Chromium and collects their console errors.
import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type axeModule from "axe-core";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { onTestFinished } from "vitest";
import { WIDE_FONT } from "./chromium";
import { newIpAddress } from "./people";
import { realRun } from "./real-run";
import type { Server } from "./server";
import { diskFolder } from "./temporary-folder";

/** A page's resources of these types must load. */
const RESOURCE_TYPES = ["stylesheet", "script", "image", "font", "media"];

export interface VisitorOptions {
  javaScript?: boolean;
  /** The viewport's width in CSS pixels. */
  width?: number;
  colorScheme?: "light" | "dark";
  /** Emulates a touch screen. */
  isPhone?: boolean;
  /** Allows animations; by default the visitor prefers reduced motion. */
  motion?: boolean;
  /** Replaces the text font by a wider one. */
  hasWideFont?: boolean;
}

/** A page in its own browser context, which shares no cookies with others. */
export interface Visitor {
  readonly page: Page;
  /**
   * Opens a path. With JavaScript, hydrates the page and waits until that is done and the fonts are loaded.
   * @returns the status of the response
   */
  open(path: string): Promise<number>;
  /** Warnings and errors on the console, uncaught exceptions, and resources that did not load. */
  consoleErrors(): string[];
}

/** Opens a browser context, which is closed at the end of the test. */
export async function visit(
  browser: Browser,
  server: Pick<Server, "origin">,
  {
    javaScript = true,
    width = 1280,
    colorScheme = "light",
    isPhone = false,
    motion = false,
    hasWideFont = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: javaScript,
    // The server takes a headless browser for a bot, and streams no page to a bot.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    viewport: { width, height: 900 },
    colorScheme,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: motion ? "no-preference" : "reduce",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Each visitor has their own network address, since rate limits count by network.
    extraHTTPHeaders: { "CF-Connecting-IP": newIpAddress() },
  });
  context.setDefaultTimeout(30_000);
  const unanswered = new Set<Request>();
  context.on("request", (request) => {
    unanswered.add(request);
    recordUpload(request.url());
  });
  context.on("requestfinished", (request) => unanswered.delete(request));
  context.on("requestfailed", (request) => unanswered.delete(request));
  if (hasWideFont) {
    await context.route("**/fonts/mukta-*400.woff2", (route) => route.fulfill({ path: WIDE_FONT.regular }));
    await context.route("**/fonts/mukta-*700.woff2", (route) => route.fulfill({ path: WIDE_FONT.bold }));
  }
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    try {
      if (task.result?.state === "fail") await describeFailure(task.name, context, [...unanswered]);
    } finally {
      await context.close();
    }
  });
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // Chromium logs every failed response. The responses that matter are checked below.
    if (text.startsWith("Failed to load resource")) return;
    // Chromium also logs a refused WebSocket. A page may open one while its session is being ended.
    if (/^WebSocket connection to '\S+' failed: HTTP Authentication failed/.test(text)) return;
    if (["warning", "error"].includes(message.type())) consoleErrors.push(`console ${message.type()}: ${text}`);
  });
  page.on("pageerror", (error) => consoleErrors.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() < 400 || !RESOURCE_TYPES.includes(response.request().resourceType())) return;
    consoleErrors.push(`${response.status()} for ${response.url()}`);
  });
  return {
    page,
    consoleErrors: () => consoleErrors,
    async open(path) {
      const response = await page.goto(path);
      if (javaScript) {
        await triggerIntent(page);
        await waitForHydration(page);
        await page.evaluate(() => document.fonts.ready);
      }
      return response?.status() ?? 0;
    },
  };
}

/** Notes a file that is uploaded to a real server, so that the run can delete it. Nothing in the file itself tells whose it is. */
function recordUpload(url: string): void {
  const id = /\/api\/files\/([^/?]+)/.exec(url)?.[1];
  if (realRun && id) appendFileSync(realRun.uploads, `${id}\n`);
}

/** Saves a screenshot of each open page. Prints its path, the text of the page, and the requests that have no whole answer yet. */
async function describeFailure(test: string, context: BrowserContext, unanswered: readonly Request[]): Promise<void> {
  const folder = mkdtempSync(join(diskFolder(), "navarambh-failure-"));
  const lines = [test, ...unanswered.map((request) => `not answered: ${request.method()} ${request.url()}`)];
  try {
    for (const [index, page] of context.pages().entries()) {
      const screenshot = join(folder, `page-${index + 1}.png`);
      await page.screenshot({ path: screenshot });
      const text = await page.locator("body").textContent();
      const state = (await page.evaluate(isHydrated)) ? "hydrated" : "not hydrated";
      lines.push(
        `screenshot ${screenshot} of ${page.url()}, ${state}`,
        text?.replace(/\s+/g, " ").slice(0, 2000) ?? "",
      );
    }
  } catch (error) {
    lines.push(`The rest could not be saved: ${error}`);
  }
  process.stderr.write(`${lines.join("\n  ")}\n`);
}

/** Moves the mouse over a link, which makes a static page load its scripts. Other pages ignore it. */
async function triggerIntent(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector("a")?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
}

/**
 * Waits until React has hydrated the page. A page without React Router's scripts is ready at once.
 * React adds a property to each element that it hydrates, and hydrates `main` last. When the page is idle after that, React's
 * effects have run too.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // It does not depend on frames: a browser without a screen may draw none for a while.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 });
}

/** Runs in the page. @returns true when the page is hydrated, and has been idle since */
function isHydrated(): boolean | Promise<boolean> {
  if (![...document.scripts].some(({ text }) => text.includes("__reactRouterContext"))) return true;
  const landmark = document.querySelector("main") ?? document.body.firstElementChild;
  if (!landmark || !Object.keys(landmark).some((key) => key.startsWith("__reactFiber$"))) return false;
  return new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true), { timeout: 2_000 }));
}

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The axe violations of the page in its current state, one line for each rule and element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Once for each document: axe has 650 KB.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeModule };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** Follows the link to the content, as the keyboard does. */
export async function skipToContent(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  await page.waitForURL((url) => url.hash !== "");
}
