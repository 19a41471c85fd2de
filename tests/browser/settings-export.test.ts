// Exporting a member's data.
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newMember } from "../support/members";
import { useProduct } from "../support/product";
import { openSettings } from "../support/settings";

const product = useProduct();

test("a failed export shows an error, and a successful one downloads all data as one file", async () => {
  const { visitor, page, person } = await newMember(product);
  // A browser may read the file late, so that its URL must not be revoked at once.
  await page.addInitScript(() => {
    URL.revokeObjectURL = () => document.documentElement.setAttribute("data-revoked", "");
  });
  await openSettings(visitor);
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  const link = page.getByRole("link", { name: "Download my data" });
  const error = { error: { code: 503, type: "backend_down", message: "Down.", requestId: "a" } };
  await page.route("**/api/account/export", (route) => route.fulfill({ status: 503, json: error }));
  await link.click();
  await page.getByRole("alert").getByText("Navarambh cannot reach its records right now.").waitFor();
  await page.unroute("**/api/account/export");
  await page.route("**/api/account/export", (route) => route.abort("connectionfailed"));
  await link.click();
  await page.getByRole("alert").getByText("We could not be reached.").waitFor();
  await page.unroute("**/api/account/export");
  expect(downloads).toBe(0);

  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^navarambh-\d{4}-\d\d-\d\d\.json$/);
  const exported = await json(await download.createReadStream());
  expect(exported).toMatchObject({
    account: { email: person.email },
    profile: { name: person.name, location: person.location },
  });
  await page.getByRole("alert").waitFor({ state: "detached" });
  await link.waitFor();
  expect(new URL(page.url()).pathname).toBe("/settings");
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-revoked"))).toBe(false);
});
