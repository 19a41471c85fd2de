// The video player in Chromium, on a page without React.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { renderToStaticMarkup } from "react-dom/server";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, test } from "vitest";
import { LaunchpadVideo } from "../../app/components/launchpad-video";
import { workerBrowser } from "../support/product";

const ORIGIN = "http://video.test";
const TYPES = { mp4: "video/mp4", webm: "video/webm" };
const MARKUP = renderToStaticMarkup(<LaunchpadVideo poster="data:," />);
const PAGE = `<!doctype html><html lang="en"><title>Video</title><div id="above"></div>${MARKUP}<script type="module" src="/start.js"></script>`;

let browser: Browser;
let script: string;

beforeAll(async () => {
  const entry = "virtual:start";
  const output = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "start",
        resolveId: (id) => (id === entry ? `\0${id}` : undefined),
        load: (id) =>
          id === `\0${entry}`
            ? `import { attachPlayer } from "/app/components/launchpad-video-player.ts";
               globalThis.attach = () => attachPlayer(document.querySelector("figure"));
               globalThis.detach = attach();
               attach();`
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  script = (output as Rolldown.RolldownOutput).output[0].code;
  browser = await workerBrowser();
});

interface PageOptions {
  reducedMotion?: "reduce" | "no-preference";
  savesData?: boolean;
  /** How far the video is below the top of the page, in CSS pixels. */
  above?: number;
  hasVideo?: boolean;
}

async function withVideo(
  { reducedMotion = "no-preference", savesData = false, above = 0, hasVideo = true }: PageOptions,
  run: (page: Page, videoRequests: () => string[]) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ reducedMotion, viewport: { width: 800, height: 900 } });
  try {
    const requests: string[] = [];
    // Tests advance the page's clock.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    if (savesData) {
      await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    }
    await page.route(`${ORIGIN}/**`, (route) => {
      const path = new URL(route.request().url()).pathname;
      const ending = path.split(".").at(-1);
      if (path === "/")
        return route.fulfill({
          contentType: "text/html",
          body: PAGE.replace("<div", `<div style="height:${above}px"`),
        });
      if (path === "/start.js") return route.fulfill({ contentType: "text/javascript", body: script });
      if (ending === "mp4" || ending === "webm") {
        requests.push(path);
        if (!hasVideo) return route.fulfill({ status: 404 });
        return route.fulfill({ contentType: TYPES[ending], body: readFileSync(`public${path}`) });
      }
      return route.fulfill({ status: 404 });
    });
    await page.goto(`${ORIGIN}/`);
    await page.locator("figure[data-player]").waitFor();
    await run(page, () => requests);
  } finally {
    await page.close();
  }
}

/** Waits for the intersection observer, then advances the clock. */
async function advance(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const watcher = new IntersectionObserver(() => {
          watcher.disconnect();
          resolve();
        });
        watcher.observe(document.querySelector("figure") as HTMLElement);
      }),
  );
  await page.clock.runFor(milliseconds);
}

/** True also without a video element, which exists only after the first start. */
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("video")?.paused ?? true);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("in view the video starts after 1000 ms, and the button pauses and plays it", () =>
  withVideo({}, async (page) => {
    await advance(page, 990);
    expect(await isPaused(page)).toBe(true);
    await page.clock.runFor(20);
    await button(page, "Pause the film").click();
    expect(await isPaused(page)).toBe(true);
    await page.clock.runFor(5000);
    await button(page, "Play the film").click();
    await button(page, "Pause the film").waitFor();
    expect(await isPaused(page)).toBe(false);
  }));

test("the video starts when it scrolls into view, pauses out of view, and is not loaded before", () =>
  withVideo({ above: 3000 }, async (page, videoRequests) => {
    await advance(page, 5000);
    expect(await isPaused(page)).toBe(true);
    expect(videoRequests()).toEqual([]);
    await page.locator("figure").scrollIntoViewIfNeeded();
    await advance(page, 1010);
    await button(page, "Pause the film").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await button(page, "Play the film").waitFor();
  }));

test.each([{ reducedMotion: "reduce" as const }, { savesData: true }])(
  "with %o the video does not start or load by itself, and the button shows its size",
  (options) =>
    withVideo(options, async (page, videoRequests) => {
      await advance(page, 5000);
      expect(await isPaused(page)).toBe(true);
      expect(videoRequests()).toEqual([]);
      const play = page.getByRole("button", { name: /^Play the film, \d+ KB$/ });
      const box = await play.boundingBox();
      expect(box).not.toBeNull();
      await play.click();
      await button(page, "Pause the film").waitFor();
      expect(await isPaused(page)).toBe(false);
    }),
);

test("the video pauses when the visitor turns on reduced motion", () =>
  withVideo({}, async (page) => {
    await advance(page, 1010);
    await button(page, "Pause the film").waitFor();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await button(page, "Play the film").waitFor();
  }));

test("a video that cannot be loaded keeps its picture and a button to retry", () =>
  withVideo({ hasVideo: false }, async (page, videoRequests) => {
    await advance(page, 1010);
    const play = page.getByRole("button", { name: /^Play the film, \d+ KB$/ });
    await expect.poll(() => videoRequests().length).toBe(2);
    await play.waitFor();
    expect(await page.locator("img").isVisible()).toBe(true);
    await expect.poll(() => page.locator("video").count()).toBe(0);
    await play.click();
    await expect.poll(() => videoRequests().length).toBe(4);
    // Who tapped is told.
    await button(page, "The film could not be loaded. Try again.").click();
    await expect.poll(() => videoRequests().length).toBe(6);
  }));

test("the video has no controls and no poster, is muted and loops inline", () =>
  withVideo({}, async (page) => {
    await advance(page, 1010);
    await button(page, "Pause the film").click();
    await button(page, "Play the film").click();
    const video = page.getByLabel("Film: a cloth is tied, dyed and opened");
    expect(
      await video.evaluate(({ controls, poster, muted, loop, playsInline }: HTMLVideoElement) => ({
        controls,
        poster,
        muted,
        loop,
        playsInline,
      })),
    ).toEqual({ controls: false, poster: "", muted: true, loop: true, playsInline: true });
  }));

test("a detached player leaves only the picture, and can be attached again", () =>
  withVideo({}, async (page) => {
    await advance(page, 1010);
    await button(page, "Pause the film").waitFor();
    await page.evaluate(() => Reflect.get(globalThis, "detach")());
    expect(await page.locator("video").count()).toBe(0);
    expect(await page.locator("figure").getAttribute("data-playing")).toBeNull();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await page.locator("img").isVisible()).toBe(true);
    await page.evaluate(() => Reflect.get(globalThis, "attach")());
    await page.getByRole("button", { name: /^Play the film/ }).click();
    await button(page, "Pause the film").waitFor();
    expect(await page.locator("video").count()).toBe(1);
  }));
