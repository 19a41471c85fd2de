// Password recovery: requesting the mail, using its link, and signing in with the new password. The pages' other messages are in
// tests/pages/recovery.test.ts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations, skipToContent } from "../support/browser";
import { waitForErrors } from "../support/forms";
import { mailedLink } from "../support/mailbox";
import {
  createAccount,
  createPerson,
  fillSignUp,
  greeting,
  signIn,
  signUpOverApi,
  typePasswords,
} from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();
const MAIL_SENT = "If an account has this address, a mail is on its way to it. Its link works for one hour.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Fills in the form for a new password, and submits it. */
async function changePassword(page: Page, password: string, confirmed = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(confirmed);
  await page.getByRole("button", { name: "Change password" }).click();
}

test("the mail's link sets a new password, which signs in, and works only once", { tags: "mail" }, async () => {
  const visitor = await product.visit({ width: 360 });
  const { page } = visitor;
  const person = createPerson();
  await signUpOverApi(product.server, person);
  await visitor.open("/login");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await heading(page, "Forgotten your password?").waitFor();
  // The typed address is kept.
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
  expect(page.url()).not.toContain(person.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText(MAIL_SENT).waitFor();
  await mailedLink(product.server, person.email, "recovery", 1);
  await page.getByRole("button", { name: "Send it again" }).click();
  await page.getByText("We have asked once more.").waitFor();
  await mailedLink(product.server, person.email, "recovery", 2);
  // The heading gets the focus each time, so that screen readers announce it again.
  await page.getByRole("button", { name: "Send it again" }).click();
  const link = await mailedLink(product.server, person.email, "recovery", 3);
  await expect
    .poll(() => heading(page, "Look into your mail").evaluate((title) => title === document.activeElement))
    .toBe(true);
  await skipToContent(page);
  await heading(page, "Look into your mail").waitFor();

  await visitor.open(link);
  await changePassword(page, "Jasmine-2026", "Jasmine-2025");
  await page.getByText("Password strength: Strong").waitFor();
  expect(await waitForErrors(page, "Passwords do not match")).toEqual(["Confirm password: Passwords do not match"]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await changePassword(page, "Jasmine-2026");
  await heading(page, "Your password is changed").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, { email: person.email, password: "Jasmine-2026" });
  await greeting(page, person).waitFor();

  await visitor.open(link);
  await heading(page, "This link was used already").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await page.getByRole("button", { name: "Send me a link" }).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript the mail's link sets a new password, also after a mistake", { tags: "mail" }, async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const person = createPerson();
  await signUpOverApi(product.server, person);
  await visitor.open("/login");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText(MAIL_SENT).waitFor();
  await page.getByRole("button", { name: "Send it again" }).click();
  await page.getByText("We have asked once more.").waitFor();

  await visitor.open(await mailedLink(product.server, person.email, "recovery", 2));
  await changePassword(page, "short");
  expect(await waitForErrors(page, "Password must be at least 8 characters")).toEqual([
    "New password: Password must be at least 8 characters",
  ]);
  await changePassword(page, "Jasmine-2026");
  await heading(page, "Your password is changed").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, { email: person.email, password: "Jasmine-2026" });
  await greeting(page, person).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("both links of the error for an existing account carry the email along", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ role: "Mentor" });
  await signUpOverApi(product.server, person);
  await visitor.open("/signup");
  await fillSignUp(page, { ...person, password: "Not-the-one-1" });
  const followLink = async (name: string) => {
    await createAccount(page);
    await page.getByRole("alert").getByRole("link", { name }).click();
    await page.waitForURL((url) => url.pathname !== "/signup");
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
    expect(page.url()).not.toContain(person.email);
  };
  await followLink("Go to the sign-in page");
  await page.goBack();
  await heading(page, "Join Navarambh").waitFor();
  // The draft restores everything but the passwords.
  await typePasswords(page, "Not-the-one-1");
  await followLink("Reset your password");
});
