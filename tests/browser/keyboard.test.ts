// Keyboard navigation: the order and the visibility of the focus on every page.
import { expect, test } from "vitest";
import { tabThrough } from "../support/keyboard";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

/** One page of each layout. The others have the layout of one of these. */
const PATHS = PUBLIC_PATHS.filter(
  (path) => !["/stories?category=startup", "/terms", "/cookies", "/nowhere"].includes(path),
);

test.each(PATHS)("on %s the focus is visible at every stop, forwards and backwards", async (path) => {
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
