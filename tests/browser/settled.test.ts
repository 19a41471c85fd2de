// What a guest's page does before React has come: everything that can be seen, and nothing that costs.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { untilHydrated } from "../support/browser";
import { capture, differences } from "../support/pictures";
import { useProduct } from "../support/product";
import { codeIn, openSettled, SETTLED_PATHS, untilSlidesShow, watchRequests } from "../support/settled";

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

/** What of a page may wait until somebody comes near it. */
const PARTS = "main > *, footer, main li";

/**
 * Lays out the parts that else wait until somebody comes near them: with the rest of the page, or `apart` from it, as they then are.
 * @returns how many there are
 */
function layOutWhole(page: Page, how: "apart" | "together" = "together"): Promise<number> {
  return page.evaluate(
    ([selector, isApart]) => {
      const parts = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (part) => part.style.contentVisibility || getComputedStyle(part).contentVisibility === "auto",
      );
      for (const { style } of parts) {
        style.contentVisibility = "visible";
        style.contain = isApart ? "layout style paint" : "";
      }
      return parts.length;
    },
    [PARTS, how === "apart"] as const,
  );
}

/** What is shown outside the parts that are laid out apart, by more than the 16 pixels that they let be seen. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const parts = [...document.querySelectorAll<HTMLElement>(selector)].filter((part) => part.style.contain);
    return parts.flatMap((part) => {
      const edge = part.getBoundingClientRect();
      const isOut = (one: Element): boolean => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        if (width === 0) return false;
        return left < edge.left - 16 || right > edge.right + 16 || top < edge.top - 16 || bottom > edge.bottom + 16;
      };
      /** Something in between may cut it off anyway. */
      const isClipped = (one: Element): boolean => {
        for (let at = one; at !== part && at.parentElement; at = at.parentElement) {
          if (getComputedStyle(at.parentElement).overflowX !== "visible") return true;
        }
        return false;
      };
      return [...part.querySelectorAll("*:not(svg *)")]
        .filter((one) => isOut(one) && !isClipped(one))
        .map((one) => `${one.tagName}.${one.className} of ${part.tagName}.${part.className}`);
    });
  }, PARTS);
}

/** Lets somebody look at the page in another way, and waits until everything in it is there. */
async function lookAt(page: Page, { width, medium, isChanged = false }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia(medium);
  await page.evaluate(async (are) => {
    for (const menu of document.querySelectorAll("details")) menu.open = are;
    for (const film of document.querySelectorAll("figure[data-kilobytes]")) film.toggleAttribute("data-playing", are);
    // Nothing has asked for a font before the first layout that needs it, and until then all fonts are ready. One that this
    // machine has to bring along may be missing.
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
  }, isChanged);
}

/** Puts the whole stylesheets in the place of the inline one, or back. */
async function applyStylesheet(page: Page, which: "inline" | "whole"): Promise<void> {
  await page.evaluate(async (isWhole) => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    const waiting = links.filter((link) => isWhole && link.disabled);
    const loaded = waiting.map((link) => new Promise((resolve) => link.addEventListener("load", resolve)));
    for (const link of links) link.media = isWhole ? "all" : "not all";
    for (const link of waiting) link.disabled = false;
    await Promise.all(loaded);
    document.querySelector("style[data-settled]")?.setAttribute("media", isWhole ? "not all" : "all");
  }, which === "whole");
  await untilSlidesShow(page);
}

test.each(SETTLED_PATHS)("%s looks as it does with its whole stylesheets", async (path) => {
  const visitor = await product.visit();
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await openSettled(visitor, path);
  await lookAt(page, LOOKS[LOOK_OF_PAGE[path] ?? "a screen"]);
  await layOutWhole(page);
  const difference = async () => {
    await applyStylesheet(page, "inline");
    const settled = await capture(devtools);
    await applyStylesheet(page, "whole");
    return differences(page, settled, await capture(devtools));
  };
  // A busy Chromium hands over what it has, and what it has not drawn yet is blank: a difference counts when it stays.
  await expect.poll(difference, { timeout: 30_000 }).toBe(0);
});

test.each(["/", "/stories", "/collaboration"])(
  "%s is the same where its parts are laid out as the visitor comes to them",
  async (path) => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openSettled(visitor, path);
    /** The place and the size of everything on the page, in whole pixels. */
    const places = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>("body *:not(svg *)")].filter((one) =>
          one.checkVisibility(),
        );
        const places = all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y + scrollY, width, height].map(Math.round).join(" ");
        });
        return { places, width: document.documentElement.scrollWidth };
      });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layOutWhole(page, "together")).toBeGreaterThan(0);
      const together = await places();
      await layOutWhole(page, "apart");
      expect(await places()).toEqual(together);
      expect(await cutOff(page)).toEqual([]);
    }
  },
);

test.each(SETTLED_PATHS)(
  "%s fetches no code on load or on the way to its end, moves nothing, and says nothing on the console",
  async (path) => {
    const visitor = await product.visit({ width: 412, isPhone: true });
    const requests = watchRequests(visitor);
    await openSettled(visitor, path);
    expect(await movedOnTheWayDown(visitor.page)).toBe(0);
    expect(requests.filter((request) => request.startsWith("document"))).toHaveLength(1);
    expect(codeIn(requests)).toEqual([]);
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test.each(["/", "/stories", "/collaboration"])("nothing on %s moves on a wide screen either", async (path) => {
  const visitor = await product.visit({ width: 1440 });
  await openSettled(visitor, path);
  expect(await movedOnTheWayDown(visitor.page)).toBe(0);
});

test("a page that is loaded again is where it was, to the pixel", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openSettled(visitor, "/");
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
  const requests = watchRequests(visitor);
  await openSettled(visitor, "/about");
  const filter = () => page.getByRole("banner").evaluate((header) => getComputedStyle(header).backdropFilter);
  expect(await filter()).toBe("none");
  await page.mouse.wheel(0, 300);
  await expect.poll(filter).toContain("blur");
  await page.mouse.wheel(0, -300);
  await expect.poll(filter).toBe("none");
  expect(codeIn(requests)).toEqual([]);
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
  const requests = watchRequests(visitor);
  await openSettled(visitor, "/collaboration");
  await watchLastCounter(page);
  await expect.poll(async () => (await seenByNow(page)).at(-1)).toBe("25");
  expect((await seenByNow(page)).length).toBeGreaterThan(10);
  expect(codeIn(requests)).toEqual([]);
});

test("numbers on their way when React comes go on to their end, once", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  await openSettled(visitor, "/collaboration");
  await watchLastCounter(page);
  await page.getByRole("contentinfo").getByRole("link").first().hover();
  await untilHydrated(page);
  await expect.poll(async () => (await seenByNow(page)).at(-1)).toBe("25");
  const numbers = (await seenByNow(page)).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("under reduced motion no number moves", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await page.clock.install();
  await openSettled(visitor, "/collaboration");
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

test("a phone has every slide of the carousel soon, without a sign of intent", async () => {
  const visitor = await product.visit({ width: 360, isPhone: true });
  const { page } = visitor;
  await page.goto("/stories");
  const slides = page.getByRole("group", { name: /of 3$/, includeHidden: true });
  const areShown = () =>
    slides.evaluateAll((all) =>
      all.map((slide) => slide.querySelector("h3")?.checkVisibility({ contentVisibilityAuto: true })),
    );
  await expect.poll(areShown).toEqual([true, true, true]);
  const moved = await page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += Number(Reflect.get(entry, "value"));
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    // What has moved so far is told with the next frames.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    add(observer.takeRecords());
    return sum;
  });
  expect(moved).toBeLessThan(0.02);
  // Turned and back: what is there stays there.
  for (const viewport of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(areShown).toEqual([true, true, true]);
  }
});

test("an address that leads to a slide finds all of them there", async () => {
  const { page } = await product.visit({ width: 360, isPhone: true });
  const second = page.getByRole("group", { name: "2 of 3", includeHidden: true });
  const animation = () => second.evaluate((slide) => getComputedStyle(slide).animationName);
  await page.goto("/stories");
  expect(await animation()).toBe("later");
  await page.goto("about:blank");
  await page.goto("/stories#featured-2");
  expect(await animation()).toBe("none");
});

test.each([
  { line: "a good line", connection: { saveData: false, effectiveType: "4g" }, count: 1 },
  { line: "a slow line", connection: { saveData: false, effectiveType: "3g" }, count: 0 },
  { line: "Save-Data", connection: { saveData: true, effectiveType: "4g" }, count: 0 },
])("on $line the next page may be fetched ahead: $count", async ({ connection, count }) => {
  const visitor = await product.visit();
  const { page } = visitor;
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
  await openSettled(visitor, "/");
  // They count once the page is painted.
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));
  const devtools = await page.context().newCDPSession(page);
  const taken: unknown[] = [];
  devtools.on("Preload.ruleSetUpdated", ({ ruleSet }) => taken.push(ruleSet.errorType ?? "without error"));
  await devtools.send("Preload.enable");
  await expect.poll(() => taken).toEqual(Array(count).fill("without error"));
  expect(visitor.consoleErrors()).toEqual([]);
});
