// Printed stories and legal pages.
import { expect, test } from "vitest";
import { BRAND } from "../../app/content/brand";
import { useProduct } from "../support/product";

const product = useProduct();

/** The width of an A4 page inside its margins, in CSS pixels. */
const PAPER_WIDTH = 658;

test.each(["/stories/kumasi-loom", "/terms"])(
  "%s prints as black text on white in dark mode, with its address and without header and footer",
  async (path) => {
    const { page, open } = await product.visit({ colorScheme: "dark", width: PAPER_WIDTH });
    await open(path);
    const address = page.getByText(new URL(path, BRAND.origin).href, { exact: true });
    expect(await address.isVisible()).toBe(false);

    await page.emulateMedia({ media: "print" });
    expect(await address.isVisible()).toBe(true);
    for (const role of ["banner", "contentinfo", "navigation", "complementary"] as const) {
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
    }
    const faults = await page.evaluate(() => {
      const found: string[] = [];
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide on paper of ${clientWidth}`);
      for (const element of document.querySelectorAll<HTMLElement>("main *")) {
        if (!element.checkVisibility()) continue;
        const { backgroundColor, color } = getComputedStyle(element);
        const name = `${element.tagName} "${element.textContent.slice(0, 30)}"`;
        // Browsers do not print backgrounds.
        if (!(element instanceof SVGElement) && backgroundColor !== "rgba(0, 0, 0, 0)")
          found.push(`${name} has a background`);
        if (element.matches("h1, h2, p, li, dd") && !/^rgb\((0, 0, 0|51, 51, 51)\)$/.test(color))
          found.push(`${name} is ${color}`);
      }
      return found;
    });
    expect(faults).toEqual([]);
  },
);
