// What a guest's page does before React has come: everything that can be seen, and nothing that costs.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { untilHydrated } from "../support/browser";
import { useProduct } from "../support/product";
import { codeIn, openSettled, SETTLED_PATHS, watchRequests } from "../support/settled";

const product = useProduct();

/** Turns the wheel until the page is at its end, with the mouse at rest over it. */
async function scrollToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(640, 450);
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await isAtEnd())) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 700);
    await page.waitForFunction((y) => scrollY > y, before);
  }
}

/** A picture of the whole page, once everything in it is there: a PNG in base64. */
async function picture(page: Page): Promise<string> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  const devtools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devtools.send("Page.getLayoutMetrics");
  const { data } = await devtools.send("Page.captureScreenshot", {
    captureBeyondViewport: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  return data;
}

/** How many pixels of two pictures differ by more than a browser's drawing does from one time to the next. */
async function differences(page: Page, pictures: [string, string]): Promise<number> {
  const blank = await page.context().newPage();
  return blank.evaluate(async (sources) => {
    const [one, two] = await Promise.all(
      sources.map(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d");
        pen?.drawImage(image, 0, 0);
        return pen?.getImageData(0, 0, image.width, image.height);
      }),
    );
    if (!one || !two) throw new Error("A picture could not be read");
    if (one.width !== two.width || one.height !== two.height) return Number.POSITIVE_INFINITY;
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      const isFar = [0, 1, 2].some(
        (channel) => Math.abs((one.data[at + channel] ?? 0) - (two.data[at + channel] ?? 0)) > 8,
      );
      if (isFar) count += 1;
    }
    return count;
  }, pictures);
}

describe.each(SETTLED_PATHS)("%s", (path) => {
  test("fetches no code, on load or on the way to its end, and says nothing on the console", async () => {
    const visitor = await product.visit();
    const requests = watchRequests(visitor);
    await openSettled(visitor, path);
    await scrollToTheEnd(visitor.page);
    expect(requests.filter((request) => request.startsWith("document"))).toHaveLength(1);
    expect(codeIn(requests)).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  });

  test.each([360, 1280])("looks at %i px as it does with its whole stylesheets", async (width) => {
    const visitor = await product.visit({ width });
    const { page } = visitor;
    await openSettled(visitor, path);
    await page.evaluate(() => {
      for (const menu of document.querySelectorAll("details")) menu.open = true;
    });
    const settled = await picture(page);
    await page.evaluate(async () => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
      const loaded = links.map((link) => new Promise((resolve) => link.addEventListener("load", resolve)));
      for (const link of links) link.disabled = false;
      await Promise.all(loaded);
      document.querySelector("style")?.remove();
    });
    expect(await differences(page, [settled, await picture(page)])).toBe(0);
  });
});

test("the header looks scrolled once the page is, and solid again at its top", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const requests = watchRequests(visitor);
  await openSettled(visitor, "/about");
  const scrolled = page.locator(".site-header.is-scrolled");
  await page.mouse.wheel(0, 300);
  await scrolled.waitFor();
  await page.mouse.wheel(0, -300);
  await scrolled.waitFor({ state: "detached" });
  expect(codeIn(requests)).toEqual([]);
});

/** Notes every text that the page's last counter shows. */
async function watchLastCounter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown = [...document.querySelectorAll(".count-up > :last-child")].at(-1);
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
  await page.locator("footer a").first().hover();
  await untilHydrated(page);
  await expect.poll(async () => (await seenByNow(page)).at(-1)).toBe("25");
  const numbers = (await seenByNow(page)).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(visitor.complaints()).toEqual([]);
});

test("under reduced motion no number moves", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await openSettled(visitor, "/collaboration");
  await watchLastCounter(page);
  expect(await page.locator(".count-up[data-counter]").count()).toBe(0);
});

describe("the film", () => {
  const isPlaying = (page: Page) => page.locator(".film[data-playing]");

  test("starts by itself in view, and is paused by the first tap", async () => {
    const visitor = await product.visit({ motion: true });
    const { page } = visitor;
    const requests = watchRequests(visitor);
    await openSettled(visitor, "/launchpad");
    await page.locator(".film").scrollIntoViewIfNeeded();
    await isPlaying(page).waitFor();
    expect(codeIn(requests)).toEqual([]);
    await page.getByRole("button", { name: "Pause the film" }).click();
    await isPlaying(page).waitFor({ state: "detached" });
    await untilHydrated(page);
    await page.getByRole("button", { name: "Play the film" }).click();
    await isPlaying(page).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test.each(["reduced motion", "Save-Data"])("waits to be asked under %s, and says its size", async (wish) => {
    const visitor = await product.visit({ motion: wish !== "reduced motion" });
    const { page } = visitor;
    if (wish === "Save-Data") {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } });
      });
    }
    const requests = watchRequests(visitor);
    await openSettled(visitor, "/launchpad");
    await page.locator(".film").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /^Play the film, \d+ KB$/ }).waitFor();
    expect(await isPlaying(page).count()).toBe(0);
    expect(requests.filter((request) => request.startsWith("media"))).toEqual([]);
  });
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
  expect(await page.locator('script[type="speculationrules"]').count()).toBe(count);
  expect(visitor.complaints()).toEqual([]);
});
