// A real Chromium, and visitors in it who notice what goes wrong around them.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { WIDE_FACE } from "./chromium";
import { newAddress } from "./people";
import type { Server } from "./server";

/** Resources of a page; one that does not load is a fault of the page, whatever the page itself answers. */
const PARTS = ["stylesheet", "script", "image", "font", "media"];

export interface VisitorOptions {
  javaScript?: boolean;
  /** The window's width in CSS pixels. */
  width?: number;
  colorScheme?: "light" | "dark";
  /** A finger instead of a mouse. */
  isPhone?: boolean;
  /** Whether things may move; by default the visitor has asked for less of it. */
  motion?: boolean;
  /** Text in a wide face instead of the site's own. */
  hasWideFace?: boolean;
}

/** Somebody with a browser of their own: no cookie is shared with others. */
export interface Visitor {
  readonly page: Page;
  /**
   * Opens a path; with scripts, waits until React answers, and lets it come by a sign of intent where a page waits for one.
   * @returns the status of the answer
   */
  open(path: string): Promise<number>;
  /** Warnings and errors on the console, uncaught exceptions, and parts of pages that did not load. */
  consoleErrors(): string[];
}

/** Opens a browser of their own for somebody; it closes when the test is over. */
export async function visit(
  browser: Browser,
  server: Pick<Server, "origin">,
  {
    javaScript = true,
    width = 1280,
    colorScheme = "light",
    isPhone = false,
    motion = false,
    hasWideFace = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: javaScript,
    viewport: { width, height: 900 },
    colorScheme,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: motion ? "no-preference" : "reduce",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Each visitor comes from a network of their own: limits count by network.
    extraHTTPHeaders: { "CF-Connecting-IP": newAddress() },
  });
  context.setDefaultTimeout(30_000);
  await context.tracing.start();
  if (hasWideFace) {
    await context.route("**/fonts/mukta-*400.woff2", (route) => route.fulfill({ path: WIDE_FACE.regular }));
    await context.route("**/fonts/mukta-*700.woff2", (route) => route.fulfill({ path: WIDE_FACE.bold }));
  }
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    try {
      if (task.result?.state === "fail") await describeFailure(task.name, context);
    } finally {
      await context.close();
    }
  });
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const words = message.text();
    // Chromium repeats the status of every answer; the parts of a page are looked at below.
    if (words.startsWith("Failed to load resource")) return;
    if (["warning", "error"].includes(message.type())) consoleErrors.push(`console ${message.type()}: ${words}`);
  });
  page.on("pageerror", (error) => consoleErrors.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() < 400 || !PARTS.includes(response.request().resourceType())) return;
    consoleErrors.push(`${response.status()} for ${response.url()}`);
  });
  return {
    page,
    consoleErrors: () => consoleErrors,
    async open(path) {
      const response = await page.goto(path);
      if (javaScript) {
        await triggerIntent(page);
        await untilHydrated(page);
        await page.evaluate(() => document.fonts.ready);
      }
      return response?.status() ?? 0;
    },
  };
}

/** Says where a trace of all that was done, and a picture of each open page, are. */
async function describeFailure(test: string, context: BrowserContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-failure-"));
  const trace = join(folder, "trace.zip");
  const lines = [test, `trace ${trace} (npx playwright-core show-trace opens it)`];
  try {
    await context.tracing.stop({ path: trace });
    for (const [index, page] of context.pages().entries()) {
      const screenshot = join(folder, `page-${index + 1}.png`);
      await page.screenshot({ path: screenshot });
      const text = await page.locator("body").textContent();
      lines.push(`screenshot ${screenshot} of ${page.url()}`, text?.replace(/\s+/g, " ").slice(0, 2000) ?? "");
    }
  } catch (error) {
    lines.push(`Nothing more can be shown: ${error}`);
  }
  process.stderr.write(`${lines.join("\n  ")}\n`);
}

/** Gives a static page a sign of intent; any other page takes no notice. */
async function triggerIntent(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector("a")?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
}

/**
 * Waits until React answers on a page that carries its scripts; a page without any is ready as it is.
 * React marks each element that it has taken over with a key of its own, and the body's first child comes last; when the page has
 * nothing left to do after that, React's effects have run too.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (![...document.scripts].some(({ text }) => text.includes("__reactRouterContext"))) return true;
    const landmark = document.querySelector("main") ?? document.body.firstElementChild;
    if (!landmark || !Object.keys(landmark).some((key) => key.startsWith("__reactFiber$"))) return false;
    return new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true)));
  });
}

/** What axe finds wrong with the page as it stands: one line a rule and element. Empty is right. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Only what is wrong is asked for, and our pages have no frames, for which axe would open a second page.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}
