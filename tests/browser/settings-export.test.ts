// Taking a copy of everything that is held about somebody.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { useProduct } from "../support/product";
import { member, openSettings } from "../support/settings";

const product = useProduct();

test.each([true, false])("everything comes as one file, and the page stays (JavaScript: %s)", async (javaScript) => {
  const { visitor, page, who } = await member(product, { javaScript });
  await openSettings(visitor);
  const link = page.getByRole("link", { name: "Download my data" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^navarambh-\d{4}-\d\d-\d\d\.json$/);
  const held = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(held).toMatchObject({ account: { email: who.email }, profile: { name: who.name, location: who.location } });
  expect(held.sessions).toHaveLength(2);
  expect(new URL(page.url()).pathname).toBe("/settings");
  await link.waitFor();
  expect(visitor.complaints()).toEqual([]);
});

test("the file is held for a browser that begins late to read it", async () => {
  const { visitor, page } = await member(product);
  await page.addInitScript(() => {
    URL.revokeObjectURL = (address) => document.documentElement.setAttribute("data-revoked", address);
  });
  await openSettings(visitor);
  const link = page.getByRole("link", { name: "Download my data" });
  await Promise.all([page.waitForEvent("download"), link.click()]);
  await link.waitFor();
  expect(await page.locator("[data-revoked]").count()).toBe(0);
});

test("a failure is said on the page, and nothing is saved in its place", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  const link = page.getByRole("link", { name: "Download my data" });
  const refusal = { error: { code: 503, type: "backend_down", message: "Down.", requestId: "a" } };
  await page.route("**/api/account/export", (route) => route.fulfill({ status: 503, json: refusal }));
  await link.click();
  await page.getByRole("alert").getByText("Navarambh cannot reach its records right now.").waitFor();
  await page.unroute("**/api/account/export");
  await page.route("**/api/account/export", (route) => route.abort("connectionfailed"));
  await link.click();
  await page.getByRole("alert").getByText("We could not be reached.").waitFor();
  expect(downloads).toBe(0);
  await page.unroute("**/api/account/export");
  await Promise.all([page.waitForEvent("download"), link.click()]);
  await page.getByRole("alert").waitFor({ state: "detached" });
});
