// Every page by keyboard alone: where the focus goes, and whether it can be seen there.
import { expect, test } from "vitest";
import { walk } from "../support/keyboard";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

test.each([
  { width: 1280, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
] as const)(
  "the focus shows wherever it stops, forwards and backwards ($width px, $colorScheme)",
  async ({ width, colorScheme }) => {
    const { page, open } = await product.visit({ width, colorScheme });
    const faults: string[] = [];
    for (const path of PUBLIC_PATHS) {
      await open(path);
      const forwards = await walk(page, "Tab");
      const backwards = await walk(page, "Shift+Tab");
      expect(forwards.stops[0]).toContain("Skip to the content");
      // Each stop is reached in both directions: nothing holds the focus.
      expect(backwards.stops.toReversed()).toEqual(forwards.stops);
      for (const fault of [...forwards.faults, ...backwards.faults]) faults.push(`${path}: ${fault}`);
    }
    expect(faults).toEqual([]);
  },
);
