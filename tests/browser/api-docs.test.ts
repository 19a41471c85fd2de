// The page of the API: accessible on every screen, and "Try it" with the visitor's own session.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { visitSignedIn } from "../support/members";
import { createPerson, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

test.each([
  { colorScheme: "light", width: 1440 },
  { colorScheme: "dark", width: 360 },
] as const)("the page passes axe and fits its window ($colorScheme, $width px)", async (options) => {
  const { page, consoleErrors } = await product.visit(options);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "Try it: GET /api/health" }).click();
  await page.getByText(/^Status 200, \d+ ms$/).waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.width);
  expect(consoleErrors()).toEqual([]);
});

test("a member tries a call, and sees their own data", async () => {
  const person = createPerson();
  await signUpOverApi(product.server, person);
  const { page } = await visitSignedIn(product, person);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: "Try it: GET /api/account", exact: true }).click();
  await page.getByText(/^Status 200, \d+ ms$/).waitFor();
  const body = await page.getByRole("group", { name: "Body of the response" }).textContent();
  expect(JSON.parse(body ?? "")).toMatchObject({ user: { email: person.email } });
});

test("without scripts, a call to try is a link", async () => {
  const { page } = await product.visit({ javaScript: false });
  await page.goto("/api/docs");
  const links = page.getByRole("link", { name: "Open the response" });
  expect(await links.count()).toBe(9);
  expect(await links.first().getAttribute("href")).toBe("/api/account");
  expect(await page.getByRole("button").count()).toBe(0);
});
