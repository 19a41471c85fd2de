// Every public page: it hydrates without an error, passes axe, fits narrow screens, and shows where the focus is.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { tabThrough } from "../support/keyboard";
import { layoutFaultsAt } from "../support/layout";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

const PATHS = [...PUBLIC_PATHS, "/login", "/login/code", "/signup", "/verify-email", "/reset-password"];

const WIDTHS = [
  { width: 768, hasLargeText: false },
  { width: 320, hasLargeText: false },
  { width: 360, hasLargeText: true },
];

test.each(PATHS)(
  "%s hydrates without an error, passes axe on a wide light and a narrow dark screen, and fits narrow screens and text at twice its size",
  async (path) => {
    const { page, open, consoleErrors } = await product.visit({ hasWideFont: true });
    await open(path);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await layoutFaultsAt(page, WIDTHS)).toEqual([]);
    expect(consoleErrors()).toEqual([]);
  },
);

/** One page of each layout. The others have the layout of one of these. */
const LAYOUT_PATHS = PUBLIC_PATHS.filter(
  (path) => !["/stories?category=startup", "/terms", "/cookies", "/nowhere"].includes(path),
);

test.each(LAYOUT_PATHS)("on %s the focus is visible at every stop, forwards and backwards", async (path) => {
  const { page, open } = await product.visit();
  await open(path);
  const forwards = await tabThrough(page, "Tab");
  const backwards = await tabThrough(page, "Shift+Tab");
  expect(forwards.stops[0]).toContain("Skip to the content");
  // Both directions have the same stops: nothing traps the focus.
  expect(backwards.stops.toReversed()).toEqual(forwards.stops);
  expect([...forwards.faults, ...backwards.faults]).toEqual([]);
});

test.each(["/", "/stories", "/about"])(
  "on %s the focus is visible at every stop on a narrow dark screen",
  async (path) => {
    const { page, open } = await product.visit({ width: 360, colorScheme: "dark" });
    await open(path);
    expect((await tabThrough(page, "Tab")).faults).toEqual([]);
  },
);
