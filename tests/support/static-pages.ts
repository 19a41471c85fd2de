// Helpers for static pages: what a guest is served, before React runs.
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

/** What a visitor's browser asks for from now on, by the kind of thing: "script /assets/…". */
export function watchRequests({ page }: Visitor): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  return seen;
}

/** Those of the requests that fetch code or the data for it. */
export function codeIn(requests: readonly string[]): string[] {
  return requests.filter((request) => /^(script|stylesheet|fetch|xhr)/.test(request));
}

/** Opens a path and leaves it as it came: nothing in it has been taken over. */
export async function openStatic({ page }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  expect(await page.locator('script[type="later"]').count()).toBe(1);
}
