// A headless Chromium for the scripts that draw pictures.
import { chromium, type Page } from "playwright-core";
import { findBrowser } from "../../tests/support/find-browser";

/** Runs `work` with a page of the given size in CSS pixels, and closes the browser after it. */
export async function withPage<T>(
  size: { width: number; height: number },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--force-color-profile=srgb"],
  });
  try {
    return await work(await browser.newPage({ viewport: size, deviceScaleFactor: 1 }));
  } finally {
    await browser.close();
  }
}
