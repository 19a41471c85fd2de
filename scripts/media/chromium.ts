// A headless Chromium for the scripts that draw pictures.
import { type Browser, chromium, type Page } from "playwright-core";

const DEFAULT_PATH = "/usr/bin/chromium";

/**
 * Runs `work` with a page of the given size in CSS pixels and closes the browser after it. The browser is the one that
 * CHROMIUM_PATH names, else /usr/bin/chromium.
 */
export async function withPage<T>(
  size: { width: number; height: number },
  work: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  const executablePath = process.env.CHROMIUM_PATH ?? DEFAULT_PATH;
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--force-color-profile=srgb"],
  });
  try {
    return await work(await browser.newPage({ viewport: size, deviceScaleFactor: 1 }), browser);
  } finally {
    await browser.close();
  }
}
