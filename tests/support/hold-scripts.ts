import type { Page } from "playwright-core";

/**
 * Delays a page's scripts, as a slow connection does. Until they are released, forms are posted without JavaScript.
 * Open the page with `waitUntil: "commit"`, since its load event does not fire before.
 * @returns a function that releases the scripts
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await released.promise;
    // A request of a document that was left fails, which does not matter.
    await route.continue().catch(() => {});
  });
  return released.resolve;
}
