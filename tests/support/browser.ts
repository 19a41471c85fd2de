// A real Chromium, and visitors in it who notice what goes wrong around them.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { findBrowser } from "./find-browser.ts";
import type { Server } from "./server";

/** What every Chromium here is started with. */
export const FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Resources of a page; one that does not load is a fault of the page, whatever the page itself answers. */
const PARTS = ["stylesheet", "script", "image", "font", "media"];

export interface BrowserOptions {
  /** True when it keeps whole pages for the way back, as people's browsers do and automated ones do not. */
  keepsPages?: boolean;
  /** True when it tells a page to a screen reader, as it does when one is running. */
  hasScreenReader?: boolean;
}

export function launchBrowser({ keepsPages = false, hasScreenReader = false }: BrowserOptions = {}): Promise<Browser> {
  const ignoreDefaultArgs = keepsPages ? ["--disable-back-forward-cache"] : [];
  const args = hasScreenReader ? [...FLAGS, "--force-renderer-accessibility"] : [...FLAGS];
  return chromium.launch({ executablePath: findBrowser(), args, ignoreDefaultArgs });
}

export interface VisitorOptions {
  javaScript?: boolean;
  /** The window's width in CSS pixels. */
  width?: number;
  colorScheme?: "light" | "dark";
  /** A finger instead of a mouse. */
  isPhone?: boolean;
  /** Whether things may move; by default the visitor has asked for less of it. */
  motion?: boolean;
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
  complaints(): string[];
}

/** Opens a browser of their own for somebody; it closes when the test is over. */
export async function visit(
  browser: Browser,
  server: Pick<Server, "origin">,
  { javaScript = true, width = 1280, colorScheme = "light", isPhone = false, motion = false }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: javaScript,
    viewport: { width, height: 900 },
    colorScheme,
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: motion ? "no-preference" : "reduce",
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await describePage(task.name, page);
    await context.close();
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    const words = message.text();
    // Chromium repeats the status of every answer; the parts of a page are looked at below.
    if (words.startsWith("Failed to load resource")) return;
    if (["warning", "error"].includes(message.type())) complaints.push(`console ${message.type()}: ${words}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() < 400 || !PARTS.includes(response.request().resourceType())) return;
    complaints.push(`${response.status()} for ${response.url()}`);
  });
  return {
    page,
    complaints: () => complaints,
    async open(path) {
      const response = await page.goto(path);
      if (javaScript) {
        await meanToUse(page);
        await untilHydrated(page);
      }
      return response?.status() ?? 0;
    },
  };
}

/** Shows what was in the window when a test failed. */
async function describePage(test: string, page: Page): Promise<void> {
  const picture = join(tmpdir(), `${test.replace(/[^a-z0-9]+/gi, "-")}.png`);
  await page.screenshot({ path: picture });
  const text = await page.locator("body").textContent();
  process.stderr.write(
    `${test}\n  at ${page.url()}\n  seen in ${picture}\n  ${text?.replace(/\s+/g, " ").slice(0, 2000)}\n`,
  );
}

/** Gives a settled page a sign of intent; any other page takes no notice. */
async function meanToUse(page: Page): Promise<void> {
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}
