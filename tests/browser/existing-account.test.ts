// Signing up with the email of an existing account. The case of a profile with a file is in tests/worker/api/sign-up.test.ts,
// the form without JavaScript in tests/pages/backend-faults-guest.test.ts.
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { profileValue } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct();

test("a wrong password keeps the form and its file; the right one signs in and adds the file to the profile", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Entrepreneur" });
  await signUpOverApi(product.server, person);
  const bytes = fileBytes("docx", 15_000);

  await visitor.open("/signup");
  await fillSignUp(page, { ...person, location: "Thane", password: "Not-the-one-1" });
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.docx", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await createAccount(page);
  await formError(
    page,
    "User already exists but password is incorrect. Please try logging in or reset your password.",
  ).waitFor();
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(person.name);
  await page.getByRole("alert").getByRole("link", { name: "Go to the sign-in page" }).waitFor();

  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(person.password);
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByText("You already had an account with this email.").waitFor();
  expect(await profileValue(page, "Location").textContent()).toBe(person.location);
  const link = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(link ?? "")).body())).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});
