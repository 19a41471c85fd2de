// A visitor on a phone who reads a page, scrolls to its end, and then touches something for the first time.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { brotli } from "./front.ts";
import { BROWSER_HEADERS } from "./wire.ts";

export interface Visit {
  /** What had to come before anything was painted, the page itself included. */
  blocking: number;
  /** Bytes on the wire until the page has loaded, without films. */
  loadedBytes: number;
  /** Bytes of scripts fetched until the end of the page was reached without a touch. */
  scriptBytes: number;
  /** Bytes of the scripts inline that run by themselves, in brotli. */
  inlineBytes: number;
}

export interface Taps {
  /** Of two first taps, on the menu and on a link, how many did nothing. */
  lost: number;
  /** From the tap on the menu to the next painted frame, at a fourth of the CPU; null when Chromium counted none. */
  inpMs: number | null;
}

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const WHEEL_PX = 600;

/** Loads a page and scrolls to its end. */
export async function readToTheEnd(browser: Browser, url: string): Promise<Visit> {
  return inContext(browser, async (page, cdp) => {
    const bytes = new Map<string, { type: string; bytes: number }>();
    const types = new Map<string, string>();
    cdp.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, { type: types.get(requestId) ?? "Other", bytes: encodedDataLength }),
    );
    await cdp.send("Network.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    const sum = (counts: (type: string) => boolean) =>
      [...bytes.values()].reduce((total, part) => total + (counts(part.type) ? part.bytes : 0), 0);
    const loadedBytes = sum((type) => type !== "Media");
    const { blocking, inline } = await page.evaluate(() => {
      const resources = performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
        renderBlockingStatus?: string;
      })[];
      return {
        blocking: 1 + resources.filter((resource) => resource.renderBlockingStatus === "blocking").length,
        inline: [...document.querySelectorAll<HTMLScriptElement>("script:not([src])")]
          .filter(({ type }) => type === "" || type === "module")
          .map(({ textContent }) => textContent)
          .join(""),
      };
    });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += WHEEL_PX) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await nextFrames(page);
    }
    await page.waitForLoadState("networkidle");
    const inlineBytes = brotli(Buffer.from(inline), 11).length;
    return { blocking, loadedBytes, inlineBytes, scriptBytes: sum((type) => type === "Script") };
  });
}

/** Touches the menu, and on a second visit a link, as the first thing ever. */
export async function tapFirst(browser: Browser, url: string): Promise<Taps> {
  const menu = await inContext(browser, async (page, cdp) => {
    await page.addInitScript(() => {
      const times: number[] = [];
      Object.assign(window, { tapTimes: times });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[]) {
          if ((entry as unknown as { interactionId: number }).interactionId) times.push(entry.duration);
        }
      }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.locator(".site-header summary:visible").tap();
    await page.waitForLoadState("networkidle");
    await nextFrames(page);
    const isOpen = await page.locator(".site-header details[open]").count();
    const times = await page.evaluate(() => (window as unknown as { tapTimes: number[] }).tapTimes);
    return { isLost: isOpen === 0, inpMs: times.length > 0 ? Math.max(...times) : null };
  });
  const isLinkLost = await inContext(browser, async (page, cdp) => {
    await page.goto(url, { waitUntil: "networkidle" });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.locator('.site-header a[href="/signup"]:visible, main a[href^="/"]:visible').first().tap();
    const from = new URL(url).pathname;
    return page
      .waitForURL(({ pathname }) => pathname !== from, { timeout: 10_000 })
      .then(
        () => false,
        () => true,
      );
  });
  return { lost: Number(menu.isLost) + Number(isLinkLost), inpMs: menu.inpMs };
}

/** Bytes of all scripts that a page fetches by itself, as brotli 11 sends them. */
export async function scriptBytesOf(browser: Browser, url: string, cookie?: string): Promise<number> {
  const { hostname } = new URL(url);
  return inContext(browser, async (page, cdp, context) => {
    const [name = "", ...value] = (cookie ?? "").split("=");
    // Chromium takes a Secure cookie from loopback, but not by its address alone.
    if (cookie) await context.addCookies([{ name, value: value.join("="), domain: hostname, path: "/", secure: true }]);
    const scripts = new Set<string>();
    let total = 0;
    cdp.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) total += encodedDataLength;
    });
    await cdp.send("Network.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    return total;
  });
}

async function inContext<T>(
  browser: Browser,
  use: (page: Page, cdp: CDPSession, context: BrowserContext) => Promise<T>,
): Promise<T> {
  // Headless Chromium would be taken for a bot, and get pages whole.
  const context = await browser.newContext({ ...PHONE, userAgent: BROWSER_HEADERS["User-Agent"] ?? "" });
  try {
    const page = await context.newPage();
    return await use(page, await context.newCDPSession(page), context);
  } finally {
    await context.close();
  }
}

function nextFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
