// Touch screens: everything works by swipes and taps.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useProduct } from "../support/product";

const product = useProduct();

/** Swipes horizontally, with a frame after each move, since Chromium may ignore a swipe without frames. */
async function swipe(page: Page, y: number, [from, to]: [from: number, to: number]): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devTools.send("Input.dispatchTouchEvent", { type, touchPoints });
  // A screenshot waits for a new frame, also without JavaScript.
  const nextFrame = () =>
    devTools.send("Page.captureScreenshot", { clip: { x: 0, y: 0, width: 1, height: 1, scale: 1 } });
  await touch("touchStart", [{ x: from, y }]);
  const moves = 8;
  for (let move = 1; move <= moves; move += 1) {
    await touch("touchMove", [{ x: from + ((to - from) * move) / moves, y }]);
    await nextFrame();
  }
  await touch("touchEnd", []);
  await devTools.detach();
}

const isInert = (page: Page, index: number) =>
  page
    .getByRole("group", { name: `${index} of 3`, includeHidden: true })
    .evaluate((slide) => slide instanceof HTMLElement && slide.inert);

test.each([true, false])(
  "a swipe moves the carousel to the next story and back (JavaScript: %s)",
  async (javaScript) => {
    const { page, open, consoleErrors } = await product.visit({ width: 360, javaScript, isPhone: true });
    await open("/stories");
    const first = page.getByRole("group", { name: "1 of 3" });
    await first.scrollIntoViewIfNeeded();
    const box = await first.boundingBox();
    if (!box) throw new Error("The carousel is not shown");
    const swipeY = box.y + 120;
    const expectSlide = (index: number) => {
      const slide = page.getByRole("group", { name: `${index} of 3`, includeHidden: true });
      return expect.poll(async () => Math.abs(((await slide.boundingBox())?.x ?? Number.NaN) - box.x)).toBeLessThan(2);
    };
    await swipe(page, swipeY, [290, 40]);
    await expectSlide(2);
    if (javaScript) await expect.poll(() => isInert(page, 2)).toBe(false);
    await swipe(page, swipeY, [70, 320]);
    await expectSlide(1);
    if (javaScript) await expect.poll(() => isInert(page, 1)).toBe(false);
    expect(consoleErrors()).toEqual([]);
  },
);

test("taps on the menu button or outside the menu close it", async () => {
  const { page, open } = await product.visit({ width: 360, isPhone: true });
  await open("/privacy");
  const header = page.getByRole("banner");
  const menu = header.getByText("Menu", { exact: true });
  const about = header.getByRole("navigation", { name: "Main, small screens" }).getByRole("link", { name: "About" });
  await menu.tap();
  await about.waitFor();
  await menu.tap();
  await about.waitFor({ state: "hidden" });
  await menu.tap();
  await about.waitFor();
  await page.touchscreen.tap(180, 850);
  await about.waitFor({ state: "hidden" });
  await menu.tap();
  await about.tap();
  await page.waitForURL((url) => url.pathname === "/about");
  await about.waitFor({ state: "hidden" });
});

test("taps open and close the dialogs of the sign-up form", async () => {
  const { page, open } = await product.visit({ width: 360, isPhone: true });
  await open("/signup");
  for (const name of ["Terms of Service", "Privacy Policy"]) {
    await page.getByRole("button", { name }).tap();
    const dialog = page.getByRole("dialog", { name });
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Close" }).tap();
    await dialog.waitFor({ state: "hidden" });
  }
});
