// Deleting the account.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { newMember } from "../support/members";
import { greeting } from "../support/people";
import { useProduct } from "../support/product";
import { openSettings } from "../support/settings";

const product = useProduct();

test.each([true, false])("the right password deletes the account (JavaScript: %s)", async (javaScript) => {
  const { visitor, page, person } = await newMember(product, { javaScript });
  await openSettings(visitor);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await page.getByRole("link", { name: "Keep my account" }).click();
  await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
  await page.getByRole("link", { name: "Delete my account" }).click();
  await page.getByRole("heading", { level: 1, name: "Delete your account" }).waitFor();
  const button = page.getByRole("button", { name: "Delete my account for good" });
  await page.getByLabel("Password", { exact: true }).fill("Not-the-one-1");
  await button.click();
  const wrong = "This is not your password. Check it and try again";
  expect(await waitForErrors(page, wrong)).toEqual([`Password: ${wrong}`]);
  await page.getByRole("alert").getByText("Nothing was deleted.").waitFor();
  // Axe needs JavaScript.
  if (javaScript) expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await button.click();
  await page.getByText("Your account is deleted. Your profile, your file and your sign-ins went with it.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a double click deletes once, other tabs are signed out, and Back shows nothing private", async () => {
  const { visitor, page, person } = await newMember(product);
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await visitor.open("/settings");
  await visitor.open("/settings/delete");
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Delete my account for good" }).dblclick();
  await page.getByText("Your account is deleted.").waitFor();
  expect(posts).toBe(1);
  await other.getByText("You were signed out, here or on another device. Sign in again to go on.").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(person.email);
});

test("a deletion before hydration deletes what was typed and not saved", async () => {
  const { visitor, page, person } = await newMember(product);
  const storedItems = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await visitor.open("/profile");
  await page.getByRole("textbox", { name: "College" }).fill("Manjara Valley, Latur");
  await expect.poll(storedItems).toContain("Manjara");
  const releaseScripts = await holdScripts(page);
  await page.goto("/settings/delete", { waitUntil: "commit" });
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Delete my account for good" }).click({ noWaitAfter: true });
  await page.getByText("Your account is deleted.").waitFor();
  expect(await storedItems()).not.toContain("Manjara");
  releaseScripts();
});
