// Sign-up while a lazily loaded chunk cannot be fetched, as after a deployment or on a lost connection.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

/** Aborts the requests for a chunk. @returns a function that tells whether it was requested */
async function abortChunk(page: Page, name: string): Promise<() => boolean> {
  let isRequested = false;
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    isRequested = true;
    await route.abort();
  });
  return () => isRequested;
}

test("without its rules the form is validated by the server, with the same messages", async () => {
  const { page, open } = await product.visit();
  const person = createPerson({ role: "Mentor" });
  const wasRequested = await abortChunk(page, "check-entry");
  await open("/signup");
  await fillSignUp(page, { ...person, phone: "12" });
  await createAccount(page);
  await formError(page, "Please enter a valid phone number").waitFor();
  expect(wasRequested()).toBe(true);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await createAccount(page);
  await greeting(page, person).waitFor();
});

test("a form whose rules load slowly is submitted without them", async () => {
  const { page, open } = await product.visit();
  const person = createPerson({ role: "Investor" });
  await page.clock.install();
  const chunkRequest = page.waitForRequest("**/assets/check-entry-*.js");
  // The request stays pending.
  await page.route("**/assets/check-entry-*.js", () => {});
  await open("/signup");
  await fillSignUp(page, person);
  await chunkRequest;
  await createAccount(page);
  await page.clock.fastForward(3_000);
  await greeting(page, person).waitFor();
});

test("a legal text that cannot be loaded has a link to its page, and can be opened later", async () => {
  const { page, open } = await product.visit();
  const wasRequested = await abortChunk(page, "legal-dialog");
  await open("/signup");
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi");
  await page.getByRole("button", { name: "Privacy Policy" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This text did not get to your browser." });
  expect(await alert.getByRole("link").getAttribute("href")).toBe("/privacy");
  expect(wasRequested()).toBe(true);
  await page.unroute("**/assets/legal-dialog-*.js");
  await page.getByRole("button", { name: "Terms of Service" }).click();
  await page.getByRole("dialog", { name: "Terms of Service" }).waitFor();
  await alert.waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi");
});

test("a file whose upload code cannot be loaded is sent on retry", async () => {
  const { page, open } = await product.visit();
  const wasRequested = await abortChunk(page, "file-sending");
  await open("/signup");
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 5_000)));
  await page.getByText("We could not be reached. Check your connection, then try again.").waitFor();
  expect(wasRequested()).toBe(true);
  await page.unroute("**/assets/file-sending-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Kept. It goes with your profile.").waitFor();
});
