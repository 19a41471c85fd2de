// Pictures of whole pages, and how much two of them differ.
import type { CDPSession, Page } from "playwright-core";

/** How many pixels of two pictures differ by more than a browser's drawing does from one time to the next. */
export async function differences(page: Page, one: string, two: string): Promise<number> {
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
    },
    [one, two],
  );
  await blank.close();
  return count;
}

/** A picture of the whole page: a PNG in base64. */
export async function capture(devtools: CDPSession): Promise<string> {
  const { cssContentSize } = await devtools.send("Page.getLayoutMetrics");
  const { data } = await devtools.send("Page.captureScreenshot", {
    captureBeyondViewport: true,
    optimizeForSpeed: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  return data;
}
