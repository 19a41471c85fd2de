// Every page by keyboard alone: where the focus goes, and whether it can be seen there.
import { expect, test } from "vitest";
import { tabThrough } from "../support/keyboard";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

/** Each kind of page once: filtered stories, other legal texts and an unknown path show what these do. */
const PATHS = PUBLIC_PATHS.filter(
  (path) => !["/stories?category=startup", "/terms", "/cookies", "/nowhere"].includes(path),
);

test.each(PATHS)("on %s the focus shows wherever it stops, forwards and backwards", async (path) => {
  const { page, open } = await product.visit();
  await open(path);
  const forwards = await tabThrough(page, "Tab");
  const backwards = await tabThrough(page, "Shift+Tab");
  expect(forwards.stops[0]).toContain("Skip to the content");
  // Each stop is reached in both directions: nothing holds the focus.
  expect(backwards.stops.toReversed()).toEqual(forwards.stops);
  expect([...forwards.faults, ...backwards.faults]).toEqual([]);
});

test.each(["/", "/stories", "/about"])("on %s, narrow and dark, the focus shows wherever it stops", async (path) => {
  const { page, open } = await product.visit({ width: 360, colorScheme: "dark" });
  await open(path);
  expect((await tabThrough(page, "Tab")).faults).toEqual([]);
});
