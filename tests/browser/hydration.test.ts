// Hydration of static pages: it starts at the first sign of intent and keeps the page's state.
import { describe, expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { formError } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { useProduct } from "../support/product";
import { codeRequests, openWithoutHydration, recordRequests } from "../support/static-pages";

const product = useProduct();

describe("a sign of intent", () => {
  test("is a key that moves the focus", async () => {
    const visitor = await product.visit();
    await openWithoutHydration(visitor, "/");
    await visitor.page.keyboard.press("Tab");
    await waitForHydration(visitor.page);
    await visitor.page.getByRole("link", { name: "Skip to the content" }).and(visitor.page.locator(":focus")).waitFor();
    expect(visitor.consoleErrors()).toEqual([]);
  });

  // The tap comes after `scrollend`, since a tap during a scroll only stops it and sends no click.
  test("is a tap, but not a swipe, even over a link", async () => {
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

  test("is not a key that scrolls", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, "/");
    // A key before the page's first frame does not scroll.
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
])("hydration keeps the position of the visible content on %s, scrolled to %d of its height", async (path, share) => {
  const visitor = await product.visit({ isPhone: true, width: 390 });
  const { page } = visitor;
  await openWithoutHydration(visitor, path);
  await page.evaluate(async (share) => {
    scrollTo({ top: document.documentElement.scrollHeight * share, behavior: "instant" });
    // Waits for the layout of the new position.
    for (let i = 0; i < 3; i += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    document.elementFromPoint(innerWidth / 3, innerHeight / 3)?.setAttribute("data-tracked", "");
  }, share);
  const top = () =>
    page.locator("[data-tracked]").evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  await page.evaluate(() => document.links[0]?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
  await waitForHydration(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

describe("the first tap", () => {
  test("opens the menu, which stays open during hydration and closes on Escape", async () => {
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

  test("follows a link", async () => {
    const visitor = await product.visit({ isPhone: true, width: 390 });
    await openWithoutHydration(visitor, "/");
    await visitor.page.getByRole("main").getByRole("link", { name: /^Join/ }).first().tap();
    await visitor.page.waitForURL((url) => url.pathname === "/signup");
  });

  test("applies a filter", async () => {
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

  test("moves the carousel", async () => {
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
      await second.getByRole("link", { name: "Next story" }).evaluate((link) => link === document.activeElement),
    ).toBe(true);
    // Neither scroll position nor history has changed.
    expect(await page.evaluate(() => [scrollY, location.hash])).toEqual([top, ""]);
    expect(visitor.consoleErrors()).toEqual([]);
  });

  test("on “Send Message” validates the form", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openWithoutHydration(visitor, "/about");
    await page.getByRole("button", { name: "Send Message" }).click();
    await formError(page, "Please enter your full name").waitFor();
  });
});

test("the effect of the first tap is drawn before any code is requested", async () => {
  const visitor = await product.visit({ isPhone: true, width: 390 });
  const { page } = visitor;
  await openWithoutHydration(visitor, "/about");
  await page.evaluate(() => {
    let hasFrame = false;
    addEventListener("click", () => requestAnimationFrame(() => (hasFrame = true)));
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      Reflect.set(window, "wasDrawn", hasFrame);
      return fetch(...request);
    };
  });
  await page.getByText("Menu", { exact: true }).tap();
  await waitForHydration(page);
  expect(await page.evaluate(() => Reflect.get(window, "wasDrawn"))).toBe(true);
});

test.each(["entry.client-*.js", "framework-*.js", "*.css"])(
  "%s that could not be loaded is requested again at a later sign of intent",
  async (part) => {
    const visitor = await product.visit();
    const { page } = visitor;
    await openWithoutHydration(visitor, "/about");
    const colour = () => page.locator("footer").evaluate((footer) => getComputedStyle(footer).backgroundColor);
    const before = await colour();
    const triggerIntent = () =>
      page.evaluate(() => document.links[0]?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true })));
    let isDown = true;
    let requestCount = 0;
    await page.route(`**/assets/${part}`, (route) => {
      requestCount += 1;
      return isDown ? route.abort() : route.continue();
    });
    const isRequestedAgain = async () => {
      await triggerIntent();
      return requestCount > 1;
    };
    await expect.poll(isRequestedAgain, { timeout: 10_000 }).toBe(true);
    expect(await colour()).toBe(before);
    isDown = false;
    const isHydrating = async () => {
      await triggerIntent();
      return page.evaluate(() => document.querySelector("style[data-static]") === null);
    };
    await expect.poll(isHydrating, { timeout: 10_000 }).toBe(true);
    await waitForHydration(page);
    expect(await colour()).toBe(before);
  },
);

test("hydration keeps what was typed, the focus and the selection", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/entry.client-*", async (route) => {
    await released.promise;
    await route.continue();
  });
  await openWithoutHydration(visitor, "/about");
  await page.getByLabel("Full name").fill("Asha Rao");
  await page.getByLabel("Message").fill("Two lines\nof text");
  await page.getByLabel("Message").evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 5));
  released.resolve();
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

test("hydration leaves the focus in a field below the errors of a form", async () => {
  const { page } = await product.visit({ isPhone: true, width: 390 });
  const releaseScripts = await holdScripts(page);
  await page.goto("/signup", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Create account" }).tap();
  await page.getByRole("heading", { name: "Please fill in all required fields" }).waitFor();
  const name = page.getByRole("textbox", { name: "Full Name" });
  await name.tap();
  await name.pressSequentially("Asha");
  releaseScripts();
  await waitForHydration(page);
  await page.keyboard.type(" Rao");
  expect(await name.inputValue()).toBe("Asha Rao");
});

test("hydration focuses the errors of a form, and does not scroll back to them", async () => {
  const { page } = await product.visit({ isPhone: true, width: 390 });
  const releaseScripts = await holdScripts(page);
  await page.goto("/about", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Send Message" }).tap();
  await page.getByRole("heading", { name: "Please enter your full name" }).waitFor();
  // The browser scrolls to the fragment once more when the style sheets and fonts have arrived.
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const scrolled = await page.evaluate(() => scrollY);
  releaseScripts();
  await waitForHydration(page);
  const errors = page.getByRole("alert").filter({ hasText: "Please enter a subject" });
  expect(await errors.evaluate((summary) => summary === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("hydration does not scroll a page that was reached by Back", async () => {
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

test("Back restores the scroll position of a page that was hydrated before, without hydration", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/");
  await page.evaluate(() => scrollTo(0, 900));
  // Playwright's click would scroll the page.
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
