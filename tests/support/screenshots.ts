// Takes screenshots of whole pages, and compares two of them.
import type { CDPSession, Page } from "playwright-core";

/** The number of pixels that differ by more than two renderings of the same page do. */
export async function countDifferentPixels(page: Page, one: string, two: string): Promise<number> {
  if (one === two) return 0;
  const blank = await page.context().newPage();
  const count = await blank.evaluate(
    async (sources) => {
      const [one, two] = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!one || !two) throw new Error("A screenshot could not be read");
      if (one.width !== two.width || one.height !== two.height) return Number.POSITIVE_INFINITY;
      let count = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const isDifferent = [0, 1, 2].some(
          (channel) => Math.abs((one.data[at + channel] ?? 0) - (two.data[at + channel] ?? 0)) > 8,
        );
        if (isDifferent) count += 1;
      }
      return count;
    },
    [one, two],
  );
  await blank.close();
  return count;
}

/** A screenshot of the whole page, as a PNG in base64. */
export async function takeScreenshot(devtools: CDPSession): Promise<string> {
  const { cssContentSize } = await devtools.send("Page.getLayoutMetrics");
  const { data } = await devtools.send("Page.captureScreenshot", {
    captureBeyondViewport: true,
    optimizeForSpeed: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  return data;
}
