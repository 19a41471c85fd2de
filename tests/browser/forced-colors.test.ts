// Forced colours (Windows contrast themes): everything must stay visible.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { tabThrough } from "../support/keyboard";
import { useProduct } from "../support/product";

const product = useProduct();

/** The background and bottom border of elements or their pseudo-elements; "none" for a transparent background or no border. */
const readPaint = (elements: Locator, pseudo?: "::before" | "::after") =>
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

/** The system's background and text colours. */
const readSystemColors = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor: background, color: text } = getComputedStyle(document.body);
    return { background, text };
  });

/** Opens a page with forced colours. */
async function visit(colorScheme: "light" | "dark") {
  const visitor = await product.visit({ colorScheme });
  await visitor.page.emulateMedia({ forcedColors: "active" });
  return visitor;
}

test.each(["light", "dark"] as const)(
  "the current page, menu item, filter and slide are marked by more than font weight (%s)",
  async (colorScheme) => {
    const { page, open } = await visit(colorScheme);
    await open("/stories");
    const { background } = await readSystemColors(page);
    const marked = { fill: expect.not.stringMatching(`none|${background.replace(/[()]/g, ".")}`) };
    const unmarked = { fill: "none" };

    const navigation = page.getByRole("navigation", { name: "Main", exact: true });
    expect(await readPaint(navigation.locator("[aria-current]"), "::after")).toMatchObject([marked]);

    const filters = page.getByRole("navigation", { name: "Filter stories" }).getByRole("link");
    const [current, ...others] = await readPaint(filters);
    expect(others.map(({ line }) => line)).not.toContain(current?.line);

    const dots = page.getByRole("group", { name: "1 of 3" }).getByRole("link", { name: /^Story \d of 3$/ });
    expect(await readPaint(dots, "::before")).toMatchObject([marked, unmarked, unmarked]);

    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("banner").getByText("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Main, small screens" });
    expect(await readPaint(menu.locator("[aria-current]"), "::after")).toMatchObject([marked]);
    // The panel is the parent of the navigation.
    expect(await readPaint(menu.locator(".."))).toMatchObject([{ line: expect.stringMatching(/^1px/) }]);
  },
);

test("every button and field has a border that differs from the background", async () => {
  const { page, open } = await visit("dark");
  for (const [path, names] of Object.entries({
    "/": ["Join Navarambh", "Register & Create Profile", "Start a Project"],
    "/stories": ["Read More", "Previous story", "Next story"],
    "/about": ["Discover More", "Send Message"],
    "/signup": ["Create Account"],
    "/login": ["Sign In"],
  })) {
    await open(path);
    const { background } = await readSystemColors(page);
    const main = page.getByRole("main");
    const fields = main.getByRole("textbox").or(main.getByRole("combobox"));
    const choices = main.locator("label", { has: page.getByRole("radio") });
    const buttons = names.map((name) =>
      main.getByRole("link", { name }).or(main.getByRole("button", { name })).filter({ visible: true }).first(),
    );
    const paintedButtons = (await Promise.all(buttons.map((one) => readPaint(one)))).flat();
    expect(paintedButtons, path).toHaveLength(names.length);
    const lines = [...(await readPaint(fields.or(choices))), ...paintedButtons];
    for (const { line } of lines) {
      expect(line, path).toMatch(/^[1-9]/);
      expect(line, path).not.toContain(background);
    }
  }
});

test("drawings, bullets and the strength bar have the system's text colour", async () => {
  const { page, open } = await visit("light");
  for (const path of ["/", "/collaboration"]) {
    await open(path);
    const { text } = await readSystemColors(page);
    const rings = page.locator(".stroke-ring, pattern .t-ring");
    const strokes = await rings.evaluateAll((all) => all.map((ring) => getComputedStyle(ring).stroke));
    expect([...new Set(strokes)]).toEqual([text]);
    const bullets = await page
      .getByRole("main")
      .getByRole("listitem")
      .evaluateAll((items) =>
        items
          .map((item) => getComputedStyle(item, "::before"))
          .filter(({ content }) => content !== "none")
          .map(({ borderBottomColor }) => borderBottomColor),
      );
    expect(bullets.length).toBeGreaterThan(0);
    expect([...new Set(bullets)]).toEqual([text]);
  }
  await open("/signup");
  const { text } = await readSystemColors(page);
  // The bar has no role or name. It precedes the status with its word.
  const segments = page.getByRole("status").locator("xpath=preceding-sibling::*[@aria-hidden]/*");
  const lines = await readPaint(segments);
  expect(lines.length).toBe(5);
  for (const { line } of lines) expect(line).toBe(`1px ${text}`);
});

test("the focus is visible at every stop", async () => {
  const { page, open } = await visit("light");
  for (const path of ["/about", "/stories"]) {
    await open(path);
    expect((await tabThrough(page, "Tab")).faults).toEqual([]);
  }
});
