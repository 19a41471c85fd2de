// The back button returns to the page before a submitted form.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

async function expectBackToOpenHome(page: Page): Promise<void> {
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");
  // The button is in the closed menu: the header shows a member.
  await page
    .getByRole("banner")
    .getByRole("button", { name: "Logout", includeHidden: true })
    .first()
    .waitFor({ state: "attached" });
}

test("after a failed and a successful sign-in, Back skips the forms", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await signUpOverApi(product.server, person);
  await visitor.open("/");
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
  await page.getByRole("link", { name: "Sign in here" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await signIn(page, { email: person.email, password: "Not-the-one-1" });
  await formError(page, "The email or the password is not right. Check both and try again.").waitFor();
  await signIn(page, person);
  await greeting(page, person).waitFor();

  // The sign-up page redirects a member to the dashboard, which replaces its history entry.
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await greeting(page, person).waitFor();
  await expectBackToOpenHome(page);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("after sign-up, Back skips the form", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  await visitor.open("/");
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
  await fillSignUp(page, person);
  await createAccount(page);
  await greeting(page, person).waitFor();
  await expectBackToOpenHome(page);
  expect(visitor.consoleErrors()).toEqual([]);
});
