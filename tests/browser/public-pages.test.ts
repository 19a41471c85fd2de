// Every public page: it hydrates without an error, passes axe, and fits narrow screens.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
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
