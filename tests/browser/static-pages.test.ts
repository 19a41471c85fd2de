// What a guest's page does before React has come: everything that can be seen, and nothing that costs.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { useProduct } from "../support/product";
import { countDifferentPixels, takeScreenshot } from "../support/screenshots";
import { codeRequests, openWithoutHydration, recordRequests, STATIC_PATHS } from "../support/static-pages";

const product = useProduct();

/** Reads down to the page's end. @returns how much moved on the way, as the sum of its layout shifts */
function movedOnTheWayDown(page: Page): Promise<number> {
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

/** A way to look at a page, and whether what can be opened or played before React comes is. */
interface Look {
  width: number;
  medium: Parameters<Page["emulateMedia"]>[0];
  isChanged?: boolean;
}
const SCREEN = { media: "screen", colorScheme: "light", forcedColors: "none", contrast: "no-preference" } as const;
const LOOKS = {
  "a phone, changed": { width: 360, medium: SCREEN, isChanged: true },
  "a screen": { width: 1280, medium: SCREEN },
  "a dark screen, changed": { width: 1280, medium: { ...SCREEN, colorScheme: "dark" }, isChanged: true },
  "a phone in the system's colours": { width: 360, medium: { ...SCREEN, forcedColors: "active" } },
  paper: { width: 658, medium: { ...SCREEN, media: "print" } },
} as const satisfies Record<string, Look>;

/** One look for each page, so that each look is had at several pages and each kind of page in its likeliest. */
const LOOK_OF_PAGE: Readonly<Record<string, keyof typeof LOOKS>> = {
  "/": "a phone, changed",
  "/launchpad": "a dark screen, changed",
  "/about": "a phone in the system's colours",
  "/collaboration": "a screen",
  "/stories": "a phone, changed",
  "/privacy": "paper",
  "/stories?category=startup": "a phone in the system's colours",
  "/stories/onion-meter": "paper",
};

/** Lets somebody look at the page in another way, and waits until everything in it is there. */
async function lookAt(page: Page, { width, medium, isChanged = false }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia(medium);
  await page.evaluate(async (are) => {
    for (const menu of document.querySelectorAll("details")) menu.open = are;
    for (const video of document.querySelectorAll("figure[data-kilobytes]")) video.toggleAttribute("data-playing", are);
    // Nothing has asked for a font before the first layout that needs it, and until then all fonts are ready. One that this
    // machine has to bring along may be missing.
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    await Promise.all([...document.images].map((image) => image.decode()));
  }, isChanged);
}

/** Applies the linked style sheet instead of the inline styles, or the other way round. */
async function applyStylesheet(page: Page, which: "inline" | "whole"): Promise<void> {
  await page.evaluate(async (isWhole) => {
    const link = document.querySelector<HTMLLinkElement>('link[href*=".css"]');
    if (!link) throw new Error("The page names no style sheet");
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
    const isWaiting = isWhole && link.rel === "later";
    if (isWaiting) link.rel = "stylesheet";
    link.media = isWhole ? "all" : "not all";
    if (isWaiting) await loaded;
    document.querySelector("style[data-static]")?.setAttribute("media", isWhole ? "not all" : "all");
  }, which === "whole");
}

test.each(STATIC_PATHS)("%s looks as it does with its whole stylesheets", async (path) => {
  const visitor = await product.visit();
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await openWithoutHydration(visitor, path);
  await lookAt(page, LOOKS[LOOK_OF_PAGE[path] ?? "a screen"]);
  const difference = async () => {
    await applyStylesheet(page, "inline");
    const inline = await takeScreenshot(devtools);
    await applyStylesheet(page, "whole");
    return countDifferentPixels(page, inline, await takeScreenshot(devtools));
  };
  // A busy Chromium hands over what it has, and what it has not drawn yet is blank: a difference counts when it stays.
  await expect.poll(difference, { timeout: 30_000 }).toBe(0);
});

test.each(STATIC_PATHS)(
  "%s fetches no code on load or on the way to its end, moves nothing, and says nothing on the console",
  async (path) => {
    const visitor = await product.visit({ width: 412, isPhone: true });
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, path);
    expect(await movedOnTheWayDown(visitor.page)).toBe(0);
    expect(requests.filter((request) => request.startsWith("document"))).toHaveLength(1);
    expect(codeRequests(requests)).toEqual([]);
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test.each(["/", "/stories", "/collaboration"])("nothing on %s moves on a wide screen either", async (path) => {
  const visitor = await product.visit({ width: 1440 });
  await openWithoutHydration(visitor, path);
  expect(await movedOnTheWayDown(visitor.page)).toBe(0);
});

test("a page that is loaded again is where it was, to the pixel", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openWithoutHydration(visitor, "/");
  const title = page.getByRole("heading", { name: "Bring your company, your college or your startup" });
  const top = () => title.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  // What is above it is laid out on the way, and moves it.
  const isInTheMiddle = async () => {
    await title.evaluate((one) => one.scrollIntoView({ block: "center" }));
    return Math.abs((await top()) - 450) < 100;
  };
  await expect.poll(isInTheMiddle).toBe(true);
  const before = await top();
  await page.reload();
  expect(await page.locator('script[type="later"]').count()).toBe(1);
  await expect.poll(top).toBe(before);
});

test("the header looks scrolled once the page is, and solid again at its top", async () => {
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

/** Notes every text that the page's last counter shows. */
async function watchLastCounter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll("[data-count] > :last-child")].at(-1);
    if (!shown) throw new Error("The page has no counter");
    const seen: string[] = [];
    Reflect.set(window, "seen", seen);
    new MutationObserver(() => seen.push(shown.textContent ?? "")).observe(shown, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    shown.scrollIntoView();
  });
}
const seenByNow = (page: Page) => page.evaluate(() => Reflect.get(window, "seen") as string[]);

test("numbers count up once they scroll into view", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await openWithoutHydration(visitor, "/collaboration");
  await watchLastCounter(page);
  await expect.poll(async () => (await seenByNow(page)).at(-1)).toBe("25");
  expect((await seenByNow(page)).length).toBeGreaterThan(10);
  expect(codeRequests(requests)).toEqual([]);
});

test("numbers on their way when React comes go on to their end, once", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  await openWithoutHydration(visitor, "/collaboration");
  await watchLastCounter(page);
  await page.getByRole("contentinfo").getByRole("link").first().hover();
  await waitForHydration(page);
  await expect.poll(async () => (await seenByNow(page)).at(-1)).toBe("25");
  const numbers = (await seenByNow(page)).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("under reduced motion no number moves", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await page.clock.install();
  await openWithoutHydration(visitor, "/collaboration");
  await watchLastCounter(page);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        for (const number of document.querySelectorAll("[data-count]"))
          new IntersectionObserver(resolve).observe(number);
      }),
  );
  await page.clock.runFor(5_000);
  expect(await seenByNow(page)).toEqual([]);
});

test.each(STATIC_PATHS)("a picture of the whole of %s, which nobody has scrolled, shows all of it", async (path) => {
  const visitor = await product.visit({ isPhone: true, width: 360 });
  const { page } = visitor;
  await openWithoutHydration(visitor, path);
  const devtools = await page.context().newCDPSession(page);
  const untouched = await takeScreenshot(devtools);
  await movedOnTheWayDown(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  expect(await countDifferentPixels(page, untouched, await takeScreenshot(devtools))).toBe(0);
});

test("the browser takes the rules that let it fetch the next page while its link is pressed", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openWithoutHydration(visitor, "/");
  const devtools = await page.context().newCDPSession(page);
  const taken: unknown[] = [];
  devtools.on("Preload.ruleSetUpdated", ({ ruleSet }) => taken.push(ruleSet.errorType ?? "without error"));
  await devtools.send("Preload.enable");
  await expect.poll(() => taken).toEqual(["without error"]);
  expect(visitor.consoleErrors()).toEqual([]);
});
