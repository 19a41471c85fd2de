// A visitor on a phone who reads a page, scrolls to its end, and then touches something for the first time.
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { brotli } from "./front.ts";
import { BROWSER_HEADERS } from "./wire.ts";

export interface Visit {
  /** What had to come before anything was painted, the page itself included. */
  blocking: number;
  /** Bytes on the wire until the page has loaded, without videos. */
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
/** What leads to another page, and to no place of this one: legal pages have such a link in their footer alone. */
const LINK =
  ':is(body > header a[href="/signup"], main a[href^="/"]:not([href*="#"]), body > footer a[href^="/"]):visible';
const WHEEL_PX = 600;
/** Chromium reports a tap some frames after it; one that took less than 16 ms it does not report. */
const TIMES_WITHIN_MS = 3_000;

/** Loads a page and scrolls to its end. */
export async function readToTheEnd(browser: Browser, url: string): Promise<Visit> {
  return inContext(browser, async (page, cdp) => {
    const traffic = await watchTraffic(cdp);
    await page.goto(url, { waitUntil: "networkidle" });
    const loadedBytes = traffic.bytes((type) => type !== "Media");
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
    // Parts that were not laid out yet make the page longer, or shorter, as they come.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < (await height()); y += WHEEL_PX) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await nextFrames(page);
    }
    await traffic.scriptsThere();
    const inlineBytes = brotli(Buffer.from(inline), 11).length;
    return { blocking, loadedBytes, inlineBytes, scriptBytes: traffic.bytes((type) => type === "Script") };
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
    const menu = await page.locator("body > header summary:visible").boundingBox();
    if (!menu) throw new Error("The header has no menu");
    // Playwright's own scripts are in the page by then, and take no time from the tap.
    await page.waitForFunction(() => true);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.touchscreen.tap(menu.x + menu.width / 2, menu.y + menu.height / 2);
    // The menu opens without React, and has to stay open when React takes over.
    await untilTakenOver(page);
    await nextFrames(page);
    const isOpen = await page.locator("body > header details[open]").count();
    const hasTimes = () => (window as unknown as { tapTimes: number[] }).tapTimes.length > 0;
    await page.waitForFunction(hasTimes, null, { timeout: TIMES_WITHIN_MS }).catch(() => null);
    const times = await page.evaluate(() => (window as unknown as { tapTimes: number[] }).tapTimes);
    return { isLost: isOpen === 0, inpMs: times.length > 0 ? Math.max(...times) : null };
  });
  const isLinkLost = await inContext(browser, async (page, cdp) => {
    await page.goto(url, { waitUntil: "networkidle" });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.locator(LINK).first().tap();
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

/** Bytes of all scripts that a page fetches by itself, as brotli 11 sends them: without headers, which HTTP/2 all but takes away. */
export async function scriptBytesOf(browser: Browser, url: string, cookie?: string): Promise<number> {
  const { hostname } = new URL(url);
  return inContext(browser, async (page, cdp, context) => {
    const [name = "", ...value] = (cookie ?? "").split("=");
    // Chromium takes a Secure cookie from loopback, but not by its address alone.
    if (cookie) await context.addCookies([{ name, value: value.join("="), domain: hostname, path: "/", secure: true }]);
    const traffic = await watchTraffic(cdp);
    await page.goto(url, { waitUntil: "networkidle" });
    await traffic.scriptsThere();
    return traffic.bodyBytes((type) => type === "Script");
  });
}

interface Traffic {
  /** What came so far of the requests whose type counts, on the wire. */
  bytes(counts: (type: string) => boolean): number;
  /** The same without headers. */
  bodyBytes(counts: (type: string) => boolean): number;
  /** Resolves once the page has nothing left to do for now, and every script that it asked for is there. */
  scriptsThere(): Promise<void>;
}

/** Watches what a page asks for, from the request on: a script that is still on its way is not overlooked. */
async function watchTraffic(cdp: CDPSession): Promise<Traffic> {
  const requests = new Map<string, { type: string; bytes: number; bodyBytes: number; isOpen: boolean }>();
  let ended = () => {};
  cdp.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) =>
    requests.set(requestId, { type, bytes: 0, bodyBytes: 0, isOpen: true }),
  );
  cdp.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bodyBytes += encodedDataLength;
  });
  const close = (requestId: string, bytes: number) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes, isOpen: false });
    ended();
  };
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => close(requestId, encodedDataLength));
  cdp.on("Network.loadingFailed", ({ requestId }) => close(requestId, 0));
  await cdp.send("Network.enable");
  const sum = (counts: (type: string) => boolean, size: "bytes" | "bodyBytes") =>
    [...requests.values()].reduce((total, request) => total + (counts(request.type) ? request[size] : 0), 0);
  const awaitsScript = () => [...requests.values()].some(({ type, isOpen }) => isOpen && type === "Script");
  return {
    bytes: (counts) => sum(counts, "bytes"),
    bodyBytes: (counts) => sum(counts, "bodyBytes"),
    async scriptsThere() {
      // Over the same session, so that what was asked for before has been told by then.
      const expression = "new Promise((resolve) => requestIdleCallback(() => resolve()))";
      await cdp.send("Runtime.evaluate", { expression, awaitPromise: true });
      while (awaitsScript()) {
        await new Promise<void>((resolve) => {
          ended = resolve;
        });
      }
    },
  };
}

/** Waits until React has taken over a page's content, whose elements it marks with a key of its own. */
async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const content = document.querySelector("main");
    return content !== null && Object.keys(content).some((key) => key.startsWith("__reactFiber$"));
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
