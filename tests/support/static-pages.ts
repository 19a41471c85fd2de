// Helpers for static pages: the pages of guests, which hydrate only at a sign of intent.
import { expect } from "vitest";
import { MAIN_NAVIGATION } from "../../app/content/navigation";
import type { Visitor } from "./browser";

/** One path of each kind of static page. */
export const STATIC_PATHS: readonly string[] = [
  ...MAIN_NAVIGATION.map(({ to }) => to),
  "/privacy",
  "/stories?category=startup",
  "/stories/onion-meter",
];

/** Records the requests of a page from now on, each as "script /assets/…". */
export function recordRequests({ page }: Visitor): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  return requests;
}

/** The requests for code, style sheets and data. */
export function codeRequests(requests: readonly string[]): string[] {
  return requests.filter((request) => /^(script|stylesheet|fetch|xhr)/.test(request));
}

/** Opens a path without a sign of intent, so that the page does not hydrate. */
export async function openWithoutHydration({ page }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  expect(await page.locator('script[type="later"]').count()).toBe(1);
}
