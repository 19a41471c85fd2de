// The parts of sign-up that are fetched when they are wanted, where they do not come: as after a deployment, or on a lost connection.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

/** Loses the script of this name. @returns whether it was asked for so far; Chromium may ask again for a module that failed */
async function lose(page: Page, name: string): Promise<() => boolean> {
  let asked = false;
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    asked = true;
    await route.abort();
  });
  return () => asked;
}

test("without its rules the form is checked by the server, in the same words", async () => {
  const { page, open } = await product.visit();
  const person = createPerson({ role: "Mentor" });
  const wasAsked = await lose(page, "check-entry");
  await open("/signup");
  await fillSignUp(page, { ...person, phone: "12" });
  await createAccount(page);
  await formError(page, "Please enter a valid phone number").waitFor();
  expect(wasAsked()).toBe(true);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await createAccount(page);
  await greeting(page, person).waitFor();
});

test("a form whose rules are on their way for long is sent without them", async () => {
  const { page, open } = await product.visit();
  const person = createPerson({ role: "Investor" });
  await page.clock.install();
  const wanted = page.waitForRequest("**/assets/check-entry-*.js");
  // Neither answered nor lost.
  await page.route("**/assets/check-entry-*.js", () => {});
  await open("/signup");
  await fillSignUp(page, person);
  await wanted;
  await createAccount(page);
  await page.clock.fastForward(3_000);
  await greeting(page, person).waitFor();
});

test("a legal text that does not come leaves a way to its own page, and can be opened again", async () => {
  const { page, open } = await product.visit();
  const wasAsked = await lose(page, "legal-dialog");
  await open("/signup");
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi");
  await page.getByRole("button", { name: "Privacy Policy" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This text did not get to your browser." });
  expect(await alert.getByRole("link").getAttribute("href")).toBe("/privacy");
  expect(wasAsked()).toBe(true);
  await page.unroute("**/assets/legal-dialog-*.js");
  await page.getByRole("button", { name: "Terms of Service" }).click();
  await page.getByRole("dialog", { name: "Terms of Service" }).waitFor();
  await alert.waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi");
});

test("a file waits when what sends it did not come, and goes when somebody tries again", async () => {
  const { page, open } = await product.visit();
  const wasAsked = await lose(page, "file-sending");
  await open("/signup");
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 5_000)));
  await page.getByText("We could not be reached. Check your connection, then try again.").waitFor();
  expect(wasAsked()).toBe(true);
  await page.unroute("**/assets/file-sending-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Kept. It goes with your profile.").waitFor();
});
