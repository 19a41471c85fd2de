// The header's navigation and menus on wide and small screens.
import { expect, test } from "vitest";
import { newMember } from "../support/members";
import { createPerson, greeting } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

test("on a wide screen the current link changes without a new document", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  const navigation = page.getByRole("navigation", { name: "Main", exact: true });
  const current = () => navigation.locator("[aria-current=page]").allTextContents();
  expect(await current()).toEqual(["Home"]);
  for (const label of ["Stories", "About"]) {
    await navigation.getByRole("link", { name: label }).click();
    await expect.poll(current).toEqual([label]);
    expect(new URL(page.url()).pathname).toBe(`/${label.toLowerCase()}`);
  }
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-same-document"))).toBe(true);
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each([true, false])(
  "the menu of a small screen opens, its links work, and it is closed on the next page (JavaScript: %s)",
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
    await stories.waitFor();
    if (javaScript) {
      await stories.focus();
      await page.keyboard.press("Escape");
      await stories.waitFor({ state: "hidden" });
      expect(await menu.evaluate((summary) => summary === document.activeElement)).toBe(true);
      await menu.click();
    }
    await stories.click();
    await page.waitForURL((url) => url.pathname === "/stories");
    await stories.waitFor({ state: "hidden" });
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test("a member's menu links to the dashboard and signs out, on wide and small screens", async () => {
  const person = createPerson({ name: "Vikram Pawar" });
  const { visitor, page } = await newMember(product, {}, person);
  await visitor.open("/about");
  const header = page.getByRole("banner");
  const visible = { visible: true };
  const dashboard = header.getByRole("link", { name: "Dashboard" }).filter(visible);
  const signOut = header.getByRole("button", { name: "Logout" }).filter(visible);
  await header.getByText(person.name, { exact: true }).filter(visible).click();
  await signOut.waitFor();
  await dashboard.click();
  await greeting(page, person).waitFor();
  await dashboard.waitFor({ state: "detached" });

  await page.setViewportSize({ width: 360, height: 900 });
  await header.getByText(/Menu$/).filter(visible).click();
  await dashboard.waitFor();
  await signOut.click();
  await page.waitForURL((url) => url.pathname === "/");
  await header.getByText(person.name).first().waitFor({ state: "detached" });
  // The history entry of the dashboard was replaced.
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/about");
  expect(await page.getByText(person.name).count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});
