// What stays to be seen when the visitor's system sets the colours (Windows contrast themes).
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { tabThrough } from "../support/keyboard";
import { useProduct } from "../support/product";

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

/** Opens a window whose system sets the colours, from a light or a dark scheme. */
async function visit(colorScheme: "light" | "dark") {
  const visitor = await product.visit({ colorScheme });
  await visitor.page.emulateMedia({ forcedColors: "active" });
  return visitor;
}

test.each(["light", "dark"] as const)(
  "what is current is marked by more than its weight: page, menu, filter and slide (%s)",
  async (colorScheme) => {
    const { page, open } = await visit(colorScheme);
    await open("/stories");
    const { ground } = await system(page);
    const marked = { fill: expect.not.stringMatching(`none|${ground.replace(/[()]/g, ".")}`) };
    const unmarked = { fill: "none" };

    const navigation = page.getByRole("navigation", { name: "Main", exact: true });
    expect(await painted(navigation.locator("[aria-current]"), "::after")).toMatchObject([marked]);

    const filters = page.getByRole("navigation", { name: "Filter stories" }).getByRole("link");
    const [current, ...others] = await painted(filters);
    expect(others.map(({ line }) => line)).not.toContain(current?.line);

    const dots = page.getByRole("group", { name: "1 of 3" }).getByRole("link", { name: /^Story \d of 3$/ });
    expect(await painted(dots, "::before")).toMatchObject([marked, unmarked, unmarked]);

    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole("banner").getByText("Menu", { exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Main, small screens" });
    expect(await painted(menu.locator("[aria-current]"), "::after")).toMatchObject([marked]);
    // The panel is the box around the navigation.
    expect(await painted(menu.locator(".."))).toMatchObject([{ line: expect.stringMatching(/^1px/) }]);
  },
);

test("every button and field has a line around it that differs from the ground", async () => {
  const { page, open } = await visit("dark");
  for (const [path, names] of Object.entries({
    "/": ["Join Navarambh", "Register & Create Profile", "Start a Project"],
    "/stories": ["Read More", "Previous story", "Next story"],
    "/about": ["Discover More", "Send Message"],
    "/signup": ["Create Account"],
    "/login": ["Sign In"],
  })) {
    await open(path);
    const { ground } = await system(page);
    const main = page.getByRole("main");
    const fields = main.getByRole("textbox").or(main.getByRole("combobox"));
    const choices = main.locator("label", { has: page.getByRole("radio") });
    const buttons = names.map((name) =>
      main.getByRole("link", { name }).or(main.getByRole("button", { name })).filter({ visible: true }).first(),
    );
    const paintedButtons = (await Promise.all(buttons.map((one) => painted(one)))).flat();
    expect(paintedButtons, path).toHaveLength(names.length);
    const lines = [...(await painted(fields.or(choices))), ...paintedButtons];
    for (const { line } of lines) {
      expect(line, path).toMatch(/^[1-9]/);
      expect(line, path).not.toContain(ground);
    }
  }
});

test("drawings, bullets and the parts of the strength bar are drawn in the system's own ink", async () => {
  const { page, open } = await visit("light");
  for (const path of ["/", "/collaboration"]) {
    await open(path);
    const { ink } = await system(page);
    const rings = page.locator(".stroke-ring, pattern .t-ring");
    const strokes = await rings.evaluateAll((all) => all.map((ring) => getComputedStyle(ring).stroke));
    expect([...new Set(strokes)]).toEqual([ink]);
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
    expect([...new Set(bullets)]).toEqual([ink]);
  }
  await open("/signup");
  const { ink } = await system(page);
  // Nothing is said of the bar but its word: it stands before the status.
  const parts = page.getByRole("status").locator("xpath=preceding-sibling::*[@aria-hidden]/*");
  const lines = await painted(parts);
  expect(lines.length).toBe(5);
  for (const { line } of lines) expect(line).toBe(`1px ${ink}`);
});

test("the focus shows wherever it stops", async () => {
  const { page, open } = await visit("light");
  for (const path of ["/about", "/stories"]) {
    await open(path);
    expect((await tabThrough(page, "Tab")).faults).toEqual([]);
  }
});
