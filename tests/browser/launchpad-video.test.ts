// The launchpad's video on its page, before and after hydration.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { useProduct } from "../support/product";
import { codeRequests, openWithoutHydration, recordRequests } from "../support/static-pages";

const product = useProduct();

/** The figure with the video, while it plays. */
const playingVideo = (page: Page) => page.locator("figure[data-playing]");

test("the video starts in view, and the first tap pauses it", async () => {
  const visitor = await product.visit({ motion: true });
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await openWithoutHydration(visitor, "/launchpad");
  await page.getByRole("figure").scrollIntoViewIfNeeded();
  await playingVideo(page).waitFor();
  expect(codeRequests(requests)).toEqual([]);
  const video = page.locator("video");
  await video.evaluate((video) => Reflect.set(window, "video", video));
  await page.getByRole("button", { name: "Pause the film" }).click();
  await playingVideo(page).waitFor({ state: "detached" });
  await waitForHydration(page);
  await page.getByRole("button", { name: "Play the film" }).click();
  await playingVideo(page).waitFor();
  // Hydration has kept the video element.
  expect(await video.evaluate((video) => video === Reflect.get(window, "video"))).toBe(true);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("the video plays after a client navigation", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await page.goto("/about");
  const launchpad = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Launchpad" }).first();
  await launchpad.hover();
  await waitForHydration(page);
  await launchpad.click();
  await page.getByRole("button", { name: /^Play the film, \d+ KB$/ }).click();
  await playingVideo(page).waitFor();
  // The launchpad was no document request.
  expect(requests.filter((request) => request.startsWith("document"))).toHaveLength(1);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript the video has the browser's controls", async () => {
  const { page } = await product.visit({ javaScript: false });
  await page.goto("/launchpad");
  const video = page.getByLabel("Film: a cloth is tied, dyed and opened");
  const picture = await page.getByRole("figure").locator("img").boundingBox();
  expect(await video.boundingBox()).toEqual(picture);
  expect(await video.getAttribute("controls")).not.toBeNull();
  // Without a poster, a video that is not loaded would hide the picture behind it.
  expect(await video.getAttribute("poster")).toBe(await page.getByRole("figure").locator("img").getAttribute("src"));
  expect(await page.getByRole("button", { name: /film/ }).count()).toBe(0);
});

test.each(["reduced motion", "Save-Data"])(
  "with %s the video does not start by itself, and the button shows its size",
  async (preference) => {
    const visitor = await product.visit({ motion: preference !== "reduced motion" });
    const { page } = visitor;
    if (preference === "Save-Data") {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } });
      });
    }
    const requests = recordRequests(visitor);
    await openWithoutHydration(visitor, "/launchpad");
    await page.getByRole("figure").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /^Play the film, \d+ KB$/ }).waitFor();
    expect(await playingVideo(page).count()).toBe(0);
    expect(requests.filter((request) => request.startsWith("media"))).toEqual([]);
  },
);
