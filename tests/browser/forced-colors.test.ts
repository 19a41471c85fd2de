// What stays to be seen when the visitor's system sets the colours (Windows contrast themes).
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { walk } from "../support/keyboard";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

/** How elements, or what is drawn before or after each, are painted: "none" where there is no fill or no line. */
const painted = (elements: Locator, pseudo?: "::before" | "::after") =>
  elements.evaluateAll(
    (nodes, part) =>
      nodes.map((node) => {
        const { backgroundColor, borderBottomStyle, borderBottomWidth, borderBottomColor } = getComputedStyle(
          node,
          part,
        );
        return {
          fill: backgroundColor.endsWith(", 0)") ? "none" : backgroundColor,
          line: borderBottomStyle === "none" ? "none" : `${borderBottomWidth} ${borderBottomColor}`,
        };
      }),
    pseudo,
  );

/** The colours of the system: its ground and its text. */
const system = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor: ground, color: ink } = getComputedStyle(document.body);
    return { ground, ink };
  });

describe.each(["light", "dark"] as const)("with forced colours (%s)", (colorScheme) => {
  const visit = async (width?: number) => {
    const visitor = await product.visit({ colorScheme, width });
    await visitor.page.emulateMedia({ forcedColors: "active" });
    return visitor;
  };

  test("what is current is marked by more than its weight: page, menu, filter and slide", async () => {
    const { page, open } = await visit();
    await open("/stories");
    const { ground } = await system(page);
    const marked = { fill: expect.not.stringMatching(`none|${ground.replace(/[()]/g, ".")}`) };
    const unmarked = { fill: "none" };

    const navigation = page.getByRole("navigation", { name: "Main", exact: true });
    expect(await painted(navigation.locator("[aria-current]"), "::after")).toMatchObject([marked]);

    const filters = page.getByRole("navigation", { name: "Filter stories" }).getByRole("link");
    const [current, ...others] = await painted(filters);
    expect(others.map(({ line }) => line)).not.toContain(current?.line);

    const dots = page.getByRole("group", { name: "1 of 3" }).locator(".dots a");
    expect(await painted(dots, "::before")).toMatchObject([marked, unmarked, unmarked]);

    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("banner").getByText("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Main, small screens" });
    expect(await painted(menu.locator("[aria-current]"), "::after")).toMatchObject([marked]);
    expect(await painted(page.locator(".menu[open] .menu-panel"))).toMatchObject([
      { line: expect.stringMatching(/^1px/) },
    ]);
  });

  test("every button and field has a line around it that differs from the ground", async () => {
    const { page, open } = await visit();
    for (const path of [...PUBLIC_PATHS, "/signup", "/login"]) {
      await open(path);
      const { ground } = await system(page);
      for (const { line } of await painted(page.locator(".button, .round, .input, .choice"))) {
        expect(line, path).toMatch(/^[1-9]/);
        expect(line, path).not.toContain(ground);
      }
    }
  });

  test("drawings, bullets and the parts of the strength bar are drawn in the system's own ink", async () => {
    const { page, open } = await visit();
    const strokes = () =>
      page
        .locator(".w-ring, pattern .t-ring")
        .evaluateAll((paths) => [...new Set(paths.map((path) => getComputedStyle(path).stroke))]);
    for (const path of ["/", "/collaboration"]) {
      await open(path);
      const { ink } = await system(page);
      expect(await strokes()).toEqual([ink]);
      for (const { line } of await painted(page.locator(".tied > li"), "::before")) expect(line).toContain(ink);
    }
    await open("/signup");
    const { ink } = await system(page);
    for (const { line } of await painted(page.locator(".strength-bar i"))) expect(line).toBe(`1px ${ink}`);
  });

  test("the focus shows wherever it stops", async () => {
    const { page, open } = await visit();
    for (const path of ["/about", "/stories"]) {
      await open(path);
      expect((await walk(page, "Tab")).faults).toEqual([]);
    }
  });
});
