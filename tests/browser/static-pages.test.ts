// Static pages before hydration: appearance, layout shifts, requests and inline scripts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Visitor, waitForHydration } from "../support/browser";
import { useProduct } from "../support/product";
import { countDifferentPixels, takeScreenshot } from "../support/screenshots";
import { codeRequests, openWithoutHydration, recordRequests, STATIC_PATHS } from "../support/static-pages";

const product = useProduct();

/** Scrolls to the end of the page. @returns the sum of the layout shifts */
function scrollAndMeasureShifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += Reflect.get(entry, "value");
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (innerHeight + scrollY < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 3, behavior: "instant" });
      await frame();
      await frame();
    }
    add(observer.takeRecords());
    return Math.round(sum * 1000) / 1000;
  });
}

/** How a page is displayed. */
interface Display {
  width: number;
  medium: Parameters<Page["emulateMedia"]>[0];
  /** Opens menus and plays videos, which is possible before hydration. */
  isActivated?: boolean;
}
const SCREEN = { media: "screen", colorScheme: "light", forcedColors: "none", contrast: "no-preference" } as const;
const DISPLAYS = {
  "phone, activated": { width: 360, medium: SCREEN, isActivated: true },
  screen: { width: 1280, medium: SCREEN },
  "dark screen, activated": { width: 1280, medium: { ...SCREEN, colorScheme: "dark" }, isActivated: true },
  "phone, forced colours": { width: 360, medium: { ...SCREEN, forcedColors: "active" } },
  paper: { width: 658, medium: { ...SCREEN, media: "print" } },
} as const satisfies Record<string, Display>;

/** One display for each page, to limit the time. Each display is used for one page or more. */
const DISPLAY_OF_PAGE: Readonly<Record<string, keyof typeof DISPLAYS>> = {
  "/": "phone, activated",
  "/launchpad": "dark screen, activated",
  "/about": "phone, forced colours",
  "/collaboration": "screen",
  "/stories": "phone, activated",
  "/privacy": "paper",
  "/stories?category=startup": "phone, forced colours",
  "/stories/onion-meter": "paper",
};

/** Applies a display, and waits until fonts and images are loaded. */
async function applyDisplay(page: Page, { width, medium, isActivated = false }: Display): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia(medium);
  await page.evaluate(async (isActivated) => {
    for (const menu of document.querySelectorAll("details")) menu.open = isActivated;
    for (const video of document.querySelectorAll("figure[data-video]"))
      video.toggleAttribute("data-playing", isActivated);
    // `document.fonts.ready` does not wait for fonts that no layout has requested yet. Local fonts may be missing.
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    await Promise.all([...document.images].map((image) => image.decode()));
  }, isActivated);
}

/** Applies either the inline styles or the linked style sheet. */
async function applyStylesheet(page: Page, which: "inline" | "linked"): Promise<void> {
  await page.evaluate(async (isLinked) => {
    const link = document.querySelector<HTMLLinkElement>('link[href*=".css"]');
    if (!link) throw new Error("The page names no style sheet");
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
    const isNotLoaded = isLinked && link.rel === "later";
    if (isNotLoaded) link.rel = "stylesheet";
    link.media = isLinked ? "all" : "not all";
    if (isNotLoaded) await loaded;
    document.querySelector("style[data-static]")?.setAttribute("media", isLinked ? "not all" : "all");
  }, which === "linked");
}

test.each(STATIC_PATHS)("%s looks the same with its inline styles and with the linked style sheets", async (path) => {
  const visitor = await product.visit();
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await openWithoutHydration(visitor, path);
  await applyDisplay(page, DISPLAYS[DISPLAY_OF_PAGE[path] ?? "screen"]);
  const difference = async () => {
    await applyStylesheet(page, "inline");
    const inline = await takeScreenshot(devtools);
    await applyStylesheet(page, "linked");
    return countDifferentPixels(page, inline, await takeScreenshot(devtools));
  };
  // A busy Chromium can take a screenshot before everything is drawn, so that only a lasting difference counts.
  await expect.poll(difference, { timeout: 30_000 }).toBe(0);
});

test.each(STATIC_PATHS)(
  "%s requests no code on load or scroll, and has no layout shifts; then it hydrates in place, and its links work",
  async (path) => {
    const visitor = await product.visit({ width: 360, isPhone: true });
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, path);
    expect(await scrollAndMeasureShifts(visitor.page)).toBe(0);
    expect(requests.filter((request) => request.startsWith("document"))).toHaveLength(1);
    expect(codeRequests(requests)).toEqual([]);
    expect(visitor.consoleErrors()).toEqual([]);
    await expectHydrationInPlace(visitor);
  },
);

// In a page of its own: a screenshot of the whole page may make Chromium move the mouse, which is a sign of intent.
test.each(STATIC_PATHS)("a screenshot of the whole page %s shows everything without scrolling", async (path) => {
  const visitor = await product.visit({ isPhone: true, width: 360 });
  const { page } = visitor;
  await openWithoutHydration(visitor, path);
  const devtools = await page.context().newCDPSession(page);
  const beforeScroll = await takeScreenshot(devtools);
  await scrollAndMeasureShifts(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  expect(await countDifferentPixels(page, beforeScroll, await takeScreenshot(devtools))).toBe(0);
});

/** Hydrates a static page by moving the mouse over a link, which keeps its elements and its scroll position, and follows the link. */
async function expectHydrationInPlace({ page, consoleErrors }: Visitor): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => {
    Reflect.set(window, "elementBefore", document.querySelector("main")?.firstElementChild);
    scrollTo({ top: 600, behavior: "instant" });
  });
  const link = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  // Playwright's hover would scroll the page.
  const box = await link.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await waitForHydration(page);
  expect(await page.evaluate(() => scrollY)).toBe(600);
  const isSameElement = () =>
    Reflect.get(window, "elementBefore") === document.querySelector("main")?.firstElementChild;
  expect(await page.evaluate(isSameElement)).toBe(true);
  await link.click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  // No new document was opened.
  expect(await page.evaluate(() => Reflect.has(window, "elementBefore"))).toBe(true);
  expect(consoleErrors()).toEqual([]);
}

test.each(["/", "/stories", "/collaboration"])("%s has no layout shifts on a wide screen", async (path) => {
  const visitor = await product.visit({ width: 1440 });
  await openWithoutHydration(visitor, path);
  expect(await scrollAndMeasureShifts(visitor.page)).toBe(0);
});

test("a reload keeps the scroll position to the pixel", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openWithoutHydration(visitor, "/");
  const title = page.getByRole("heading", { name: "Bring your company, your college or your startup" });
  const top = () => title.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  // Scrolling lays out the content above, which can move the title.
  const isCentred = async () => {
    await title.evaluate((heading) => heading.scrollIntoView({ block: "center" }));
    return Math.abs((await top()) - 450) < 100;
  };
  await expect.poll(isCentred).toBe(true);
  const before = await top();
  await page.reload();
  expect(await page.locator('script[type="later"]').count()).toBe(1);
  await expect.poll(top).toBe(before);
});

test("the header changes its style on scroll, and back at the top", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await openWithoutHydration(visitor, "/about");
  const filter = () => page.getByRole("banner").evaluate((header) => getComputedStyle(header).backdropFilter);
  expect(await filter()).toBe("none");
  await page.mouse.wheel(0, 300);
  await expect.poll(filter).toContain("blur");
  await page.mouse.wheel(0, -300);
  await expect.poll(filter).toBe("none");
  expect(codeRequests(requests)).toEqual([]);
});

/** Scrolls to the page's last counter and records its values. */
async function recordLastCounter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counter = [...document.querySelectorAll("[data-count] > :last-child")].at(-1);
    if (!counter) throw new Error("The page has no counter");
    const values: string[] = [];
    Reflect.set(window, "counterValues", values);
    new MutationObserver(() => values.push(counter.textContent ?? "")).observe(counter, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    counter.scrollIntoView();
  });
}
const counterValues = (page: Page) => page.evaluate(() => Reflect.get(window, "counterValues") as string[]);

test("counters count up when they scroll into view", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await openWithoutHydration(visitor, "/collaboration");
  await recordLastCounter(page);
  await expect.poll(async () => (await counterValues(page)).at(-1)).toBe("25");
  expect((await counterValues(page)).length).toBeGreaterThan(10);
  expect(codeRequests(requests)).toEqual([]);
});

test("counters that are counting during hydration continue to their targets", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  await openWithoutHydration(visitor, "/collaboration");
  await recordLastCounter(page);
  await page.getByRole("contentinfo").getByRole("link").first().hover();
  await waitForHydration(page);
  await expect.poll(async () => (await counterValues(page)).at(-1)).toBe("25");
  const numbers = (await counterValues(page)).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("with reduced motion counters do not count", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await page.clock.install();
  await openWithoutHydration(visitor, "/collaboration");
  await recordLastCounter(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        for (const number of document.querySelectorAll("[data-count]"))
          new IntersectionObserver(resolve).observe(number);
      }),
  );
  await page.clock.runFor(5_000);
  expect(await counterValues(page)).toEqual([]);
});

test("the browser accepts the speculation rules, which prefetch a page while its link is pressed", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openWithoutHydration(visitor, "/");
  const devtools = await page.context().newCDPSession(page);
  const ruleSets: unknown[] = [];
  devtools.on("Preload.ruleSetUpdated", ({ ruleSet }) => ruleSets.push(ruleSet.errorType ?? "without error"));
  await devtools.send("Preload.enable");
  await expect.poll(() => ruleSets).toEqual(["without error"]);
  expect(visitor.consoleErrors()).toEqual([]);
});
