import type { Page } from "playwright-core";

/**
 * Keeps a page's scripts on their way, as a slow line does: forms are posted as documents until then.
 * Open a page with `waitUntil: "commit"`, since it does not load to its end.
 * @returns lets them arrive
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const arrived = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await arrived.promise;
    // Nobody waits any more for those of a document that was left.
    await route.continue().catch(() => {});
  });
  return arrived.resolve;
}
