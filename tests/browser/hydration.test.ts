// How a guest's page comes to life: at the first sign of intent, and without losing anything.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { formError } from "../support/forms";
import { useProduct } from "../support/product";
import { codeRequests, openWithoutHydration, recordRequests, STATIC_PATHS } from "../support/static-pages";

const product = useProduct();

const isSameDocument = (page: Page) => page.evaluate(() => Reflect.get(window, "marked") === true);
const markDocument = (page: Page) => page.evaluate(() => Reflect.set(window, "marked", true));

test.each(STATIC_PATHS)(
  "%s hydrates without a word on the console, where it was scrolled, and leads on",
  async (path) => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openWithoutHydration(visitor, path);
    await page.evaluate(() => {
      Reflect.set(window, "was", document.querySelector("main")?.firstElementChild);
      scrollTo(0, 600);
    });
    const next = page.getByRole("banner").getByRole("link", { name: "Sign in" });
    // Not Playwright's hover, which scrolls to what it hovers over.
    const box = await next.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await waitForHydration(page);
    expect(await page.evaluate(() => scrollY)).toBe(600);
    expect(
      await page.evaluate(() => Reflect.get(window, "was") === document.querySelector("main")?.firstElementChild),
    ).toBe(true);
    await markDocument(page);
    await next.click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await isSameDocument(page)).toBe(true);
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

describe("intent", () => {
  test("is a key that moves the focus to something", async () => {
    const visitor = await product.visit();
    await openWithoutHydration(visitor, "/");
    await visitor.page.keyboard.press("Tab");
    await waitForHydration(visitor.page);
    await visitor.page.getByRole("link", { name: "Skip to the content" }).and(visitor.page.locator(":focus")).waitFor();
    expect(visitor.consoleErrors()).toEqual([]);
  });

  // A tap on a page that still glides only stops it, whatever its scripts: browsers send no click for it.
  test("is no swipe, even one over a link, but a tap once it has come to rest", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    const { page } = visitor;
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, "/");
    const box = await page.getByRole("main").getByRole("link", { name: /^Join/ }).first().boundingBox();
    if (!box) throw new Error("The hero has no button");
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", up: number) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 2 - up }],
      });
    await touch("touchStart", 0);
    await page.evaluate(() => addEventListener("scrollend", () => Reflect.set(window, "isAtRest", true)));
    for (let up = 20; up <= 300; up += 20) await touch("touchMove", up);
    await touch("touchEnd", 0);
    await page.waitForFunction(() => Reflect.get(window, "isAtRest"));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(codeRequests(requests)).toEqual([]);
    await page.getByText("Menu", { exact: true }).tap();
    await waitForHydration(page);
    await page.getByRole("navigation", { name: "Main, small screens" }).waitFor();
  });

  test("is no key that scrolls", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, "/");
    // A key that comes before the page's first frame scrolls nothing.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.keyboard.press("PageDown");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(codeRequests(requests)).toEqual([]);
  });
});

test.each([
  ["/", 0.5],
  ["/", 0.8],
  ["/stories", 0.6],
  ["/collaboration", 0.8],
])("what somebody jumped to on %s, at %d of it, stays where it is when React comes", async (path, share) => {
  const visitor = await product.visit({ isPhone: true, width: 390 });
  const { page } = visitor;
  await openWithoutHydration(visitor, path);
  await page.evaluate(async (share) => {
    scrollTo({ top: document.documentElement.scrollHeight * share, behavior: "instant" });
    // What is near now is laid out in between.
    for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    document.elementFromPoint(innerWidth / 3, innerHeight / 3)?.setAttribute("data-held", "");
  }, share);
  const top = () => page.locator("[data-held]").evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await top();
  await page.evaluate(() => document.links[0]?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
  await waitForHydration(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

describe("the first tap", () => {
  test("opens the menu, which stays open when React has come, and then closes on Escape", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    const { page } = visitor;
    await openWithoutHydration(visitor, "/about");
    await page.getByText("Menu", { exact: true }).tap();
    const stories = page
      .getByRole("navigation", { name: "Main, small screens" })
      .getByRole("link", { name: "Stories" });
    await stories.waitFor();
    await waitForHydration(page);
    expect(await stories.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await stories.waitFor({ state: "hidden" });
    expect(visitor.consoleErrors()).toEqual([]);
  });

  test("on a link leads on", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    await openWithoutHydration(visitor, "/");
    await visitor.page.getByRole("main").getByRole("link", { name: /^Join/ }).first().tap();
    await visitor.page.waitForURL((url) => url.pathname === "/signup");
  });

  test("on a filter shows its stories", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    const { page } = visitor;
    await openWithoutHydration(visitor, "/stories");
    await page
      .getByRole("navigation", { name: "Filter stories" })
      .getByRole("link", { name: /Startup/i })
      .tap();
    await page.waitForURL((url) => url.searchParams.get("category") === "startup");
    await expect
      .poll(() => page.getByRole("region", { name: "All Stories" }).getByRole("heading", { level: 3 }).count())
      .toBe(4);
    expect(visitor.consoleErrors()).toEqual([]);
  });

  test("turns the carousel", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    const { page } = visitor;
    await openWithoutHydration(visitor, "/stories");
    const next = page.getByRole("link", { name: "Next story" }).first();
    await next.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await next.tap();
    const second = page.getByRole("group", { name: "2 of 3" });
    await expect.poll(async () => Math.round((await second.boundingBox())?.x ?? 999)).toBeLessThan(60);
    await waitForHydration(page);
    expect(
      await second.getByRole("link", { name: "Next story" }).evaluate((one) => one === document.activeElement),
    ).toBe(true);
    // The page is where it was, and so is the way back.
    expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([top, ""]);
    expect(visitor.consoleErrors()).toEqual([]);
  });

  test("on Send checks the message, with React or before it", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openWithoutHydration(visitor, "/about");
    await page.getByRole("button", { name: "Send Message" }).click();
    await formError(page, "Please enter your full name").waitFor();
  });
});

test("what the first tap does is drawn before any code is asked for", async () => {
  const visitor = await product.visit({ isPhone: true, width: 390 });
  const { page } = visitor;
  await openWithoutHydration(visitor, "/about");
  await page.evaluate(() => {
    let isDrawn = false;
    addEventListener("click", () => requestAnimationFrame(() => (isDrawn = true)));
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      Reflect.set(window, "wasDrawn", isDrawn);
      return fetch(...request);
    };
  });
  await page.getByText("Menu", { exact: true }).tap();
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.get(window, "wasDrawn"))).toBe(true);
});

test.each(["entry.client-*.js", "framework-*.js", "*.css"])(
  "%s that does not come is asked for again at a later sign of intent",
  async (part) => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openWithoutHydration(visitor, "/about");
    const colour = () => page.locator("footer").evaluate((footer) => getComputedStyle(footer).backgroundColor);
    const before = await colour();
    const triggerIntent = () =>
      page.evaluate(() => document.links[0]?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
    let isDown = true;
    let asked = 0;
    await page.route(`**/assets/${part}`, (route) => {
      asked += 1;
      return isDown ? route.abort() : route.continue();
    });
    const isAskedAgain = async () => {
      await triggerIntent();
      return asked > 1;
    };
    await expect.poll(isAskedAgain, { timeout: 10_000 }).toBe(true);
    expect(await colour()).toBe(before);
    isDown = false;
    const isRunByReact = async () => {
      await triggerIntent();
      return page.evaluate(() => document.querySelector("style[data-static]") === null);
    };
    await expect.poll(isRunByReact, { timeout: 10_000 }).toBe(true);
    await waitForHydration(page);
    expect(await colour()).toBe(before);
  },
);

test("what is typed before React comes stays, and so does the focus", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/entry.client-*", async (route) => {
    await released;
    await route.continue();
  });
  await openWithoutHydration(visitor, "/about");
  await page.getByLabel("Full name").fill("Asha Rao");
  await page.getByLabel("Message").fill("Two lines\nof text");
  await page.getByLabel("Message").evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 5));
  release();
  await waitForHydration(page);
  expect(await page.getByLabel("Full name").inputValue()).toBe("Asha Rao");
  expect(await page.getByLabel("Message").inputValue()).toBe("Two lines\nof text");
  expect(
    await page.evaluate(() => {
      const { id, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
      return { id, selectionStart, selectionEnd };
    }),
  ).toEqual({ id: "message", selectionStart: 3, selectionEnd: 5 });
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a page that was left and come back to is not moved by React", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/");
  await page.evaluate(() => scrollTo(0, 900));
  await page.goto("/about");
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await page.evaluate(() => scrollTo(0, 300));
  await page
    .locator("main a")
    .first()
    .evaluate((link) => link.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
  await waitForHydration(page);
  expect(await page.evaluate(() => scrollY)).toBe(300);
});

test("a page that React once ran comes back to where it was, without React too", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/");
  await page.evaluate(() => scrollTo(0, 900));
  // Not Playwright's click, which scrolls to what it clicks on.
  const stories = page.getByRole("banner").getByRole("link", { name: "Stories" }).first();
  await stories.evaluate((link: HTMLAnchorElement) => link.click());
  await page.getByRole("heading", { name: "Featured Stories" }).waitFor();
  await page.goto("/privacy");
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/stories");
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  expect(await page.locator('script[type="later"]').count()).toBe(1);
});
