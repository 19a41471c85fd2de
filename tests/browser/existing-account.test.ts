// Signing up with an e-mail that has an account already: the password decides, and no file is left behind.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createAccount, fillSignUp, greeting, type Person, person, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

/** Fills in the form with a portfolio, waits until it is kept, and sends it. @returns the file's id */
async function signUpWithPortfolio(page: Page, who: Person, name: string, bytes: Uint8Array): Promise<string> {
  await fillSignUp(page, who);
  await page.getByLabel("Portfolio").setInputFiles(writeFile(name, bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  const id = await page.locator('input[name="portfolioId"]').inputValue();
  await createAccount(page);
  return id;
}

/** The member's own file, as the link on the dashboard gives it. */
async function download(page: Page): Promise<Buffer> {
  const href = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  return (await page.request.get(href ?? "")).body();
}

test("with the right password the member is signed in, and a profile without a file gets the new one", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Entrepreneur" });
  await signUpOverApi(product.server, who);
  const bytes = fileBytes("pdf", 30_000);

  await visitor.open("/signup");
  await signUpWithPortfolio(page, who, "plan.pdf", bytes);

  await greeting(page, who).waitFor();
  await page.getByText("You already had an account with this email.").waitFor();
  expect(fingerprint(await download(page))).toBe(fingerprint(bytes));
  expect(visitor.complaints()).toEqual([]);
});

test("with the right password a file of the profile stays, and the new one is removed", async () => {
  const who = person({ role: "Investor" });
  const first = await product.visit();
  const firstBytes = fileBytes("pdf", 20_000);
  await first.open("/signup");
  await signUpWithPortfolio(first.page, who, "first.pdf", firstBytes);
  await greeting(first.page, who).waitFor();

  const second = await product.visit();
  await second.open("/signup");
  const removed = await signUpWithPortfolio(second.page, who, "second.zip", fileBytes("zip", 25_000));
  await greeting(second.page, who).waitFor();

  expect(fingerprint(await download(second.page))).toBe(fingerprint(firstBytes));
  expect((await second.page.request.get(`/api/files/${removed}/content`)).status()).toBe(404);
});

test.each([true, false])(
  "with a wrong password the form says so and offers sign-in (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person({ role: "Mentor" });
    await signUpOverApi(product.server, who);

    await visitor.open("/signup");
    await fillSignUp(page, { ...who, password: "Not-the-one-1" });
    await createAccount(page);

    const words = "User already exists but password is incorrect. Please try logging in or reset your password.";
    await summary(page, words).waitFor();
    expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(who.name);
    await page.getByRole("alert").getByRole("link", { name: "Go to the sign-in page" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  },
);

test("after a wrong password the file is still there for the next try", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Mentor" });
  await signUpOverApi(product.server, who);
  const bytes = fileBytes("docx", 15_000);

  await visitor.open("/signup");
  await signUpWithPortfolio(page, { ...who, password: "Not-the-one-1" }, "plan.docx", bytes);
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(who.password);
  await createAccount(page);

  await greeting(page, who).waitFor();
  expect(fingerprint(await download(page))).toBe(fingerprint(bytes));
});
