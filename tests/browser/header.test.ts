// The header's navigation and menus, on wide and small screens.
import { describe, expect, test } from "vitest";
import { MAIN_NAVIGATION } from "../../app/content/navigation";
import { greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

test.each([true, false])(
  "a wide screen shows every page, the current one marked (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    await visitor.open("/");
    const navigation = page.getByRole("navigation", { name: "Main", exact: true });
    for (const { to, label } of MAIN_NAVIGATION) {
      await navigation.getByRole("link", { name: label }).click();
      await page.waitForURL((url) => url.pathname === to);
      const current = navigation.locator('[aria-current="page"]');
      await current.filter({ hasText: label }).waitFor();
      expect(await current.count()).toBe(1);
    }
    const header = page.getByRole("banner");
    expect(await header.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
    expect(await header.getByRole("link", { name: "Get Started" }).getAttribute("href")).toBe("/signup");
    expect(visitor.complaints()).toEqual([]);
  },
);

describe("on a small screen", () => {
  test.each([true, false])(
    "the menu opens, leads on, and is closed on the next page (JavaScript: %s)",
    async (javaScript) => {
      const visitor = await product.visit({ width: 360, javaScript });
      const { page } = visitor;
      await visitor.open("/");
      const header = page.getByRole("banner");
      const menu = header.getByText("Menu", { exact: true });
      const stories = header
        .getByRole("navigation", { name: "Main, small screens" })
        .getByRole("link", { name: "Stories" });
      expect(await stories.isVisible()).toBe(false);
      await menu.click();
      await header.getByRole("link", { name: "Get Started" }).last().waitFor();
      await stories.click();
      await page.waitForURL((url) => url.pathname === "/stories");
      await stories.waitFor({ state: "hidden" });
      expect(visitor.complaints()).toEqual([]);
    },
  );

  test("the menu closes on Escape and gives the focus back", async () => {
    const visitor = await product.visit({ width: 360 });
    const { page } = visitor;
    await visitor.open("/about");
    const header = page.getByRole("banner");
    await header.getByText("Menu", { exact: true }).click();
    const about = header.getByRole("navigation", { name: "Main, small screens" }).getByRole("link", { name: "About" });
    await about.waitFor();
    await about.focus();
    await page.keyboard.press("Escape");
    await about.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  });
});

test.each([1280, 360])("a member's menu leads to the dashboard and out (%i px)", async (width) => {
  const visitor = await product.visit({ width });
  const { page } = visitor;
  const who = person({ name: "Vikram Pawar" });
  await signUpOverApi(product.server, who);
  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();
  await visitor.open("/about");

  const header = page.getByRole("banner");
  const opener = header.locator("summary").filter({ hasText: width > 1000 ? who.name : "Menu" });
  await opener.click();
  await header.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).click();
  await greeting(page, who).waitFor();
  await header.getByRole("link", { name: "Dashboard" }).filter({ visible: true }).waitFor({ state: "detached" });

  await opener.click();
  await header.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await header.getByText(who.name).first().waitFor({ state: "detached" });
  // The dashboard is not behind the home page.
  await page.goBack();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText(`Welcome back, ${who.name}!`).count()).toBe(0);
  expect(visitor.complaints()).toEqual([]);
});
