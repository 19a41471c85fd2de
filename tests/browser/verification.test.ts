// Email verification: using the mail's link, and requesting a new one. The page's other messages are in
// tests/pages/verification.test.ts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations, skipToContent } from "../support/browser";
import { formError } from "../support/forms";
import { mailedLink } from "../support/mailbox";
import { newMember } from "../support/members";
import { createPerson, greeting, isVerified, requestVerificationMail, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();
const NO_ANSWER = "No answer came back, so this may be done or not. Check your connection, then try again.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const confirm = (page: Page) => page.getByRole("button", { name: "Confirm my email" }).click();

test("the link's button confirms the email, also after a lost connection; opening the link does not", {
  tags: "mail",
}, async () => {
  const visitor = await product.visit({ colorScheme: "dark", width: 360 });
  const { page } = visitor;
  const person = createPerson();
  const cookie = await signUpOverApi(product.server, person);
  await requestVerificationMail(product.server, cookie);
  const link = await mailedLink(product.server, person.email, "verification");
  await visitor.open(link);
  await heading(page, "Confirm your email").waitFor();
  expect(await isVerified(product.server, cookie)).toBe(false);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.route("**/verify-email.data*", (route) => route.abort());
  await confirm(page);
  await formError(page, NO_ANSWER).waitFor();
  await page.unroute("**/verify-email.data*");
  await confirm(page);
  await heading(page, "Your email is confirmed").waitFor();
  expect(await isVerified(product.server, cookie)).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);

  await visitor.open(link);
  await confirm(page);
  await heading(page, "This link was used already").waitFor();
  await page.getByText("If it was you who opened it, your email is confirmed").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, person);
  await greeting(page, person).waitFor();
  expect(visitor.consoleErrors()).toEqual([expect.stringContaining("the action came to no answer")]);
});

test("without JavaScript the link in the mailbox confirms the email", { tags: "local" }, async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const person = createPerson();
  const cookie = await signUpOverApi(product.server, person);
  await requestVerificationMail(product.server, cookie);
  const link = await mailedLink(product.server, person.email, "verification");
  await page.goto("/__mailbox");
  const hrefs = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((anchor) => (anchor as HTMLAnchorElement).href));
  const index = hrefs.findIndex((href) => href.endsWith(link));
  await page.getByRole("link").nth(index).click();
  await confirm(page);
  await heading(page, "Your email is confirmed").waitFor();
  expect(await isVerified(product.server, cookie)).toBe(true);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await heading(page, "Sign in").waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a member with a truncated link requests a new one, and gets an error when it cannot be sent", {
  tags: "mail",
}, async () => {
  const { visitor, page, person } = await newMember(product, { width: 360 });
  await visitor.open("/verify-email?userId=someone");
  await heading(page, "A part of this link is missing").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const again = page.getByRole("button", { name: "Send me a new link" });
  await page.route("**/verify-email.data*", (route) => route.abort());
  await again.click();
  await formError(page, NO_ANSWER).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.unroute("**/verify-email.data*");
  await again.click();
  await heading(page, "Look into your mail").waitFor();
  await skipToContent(page);
  await heading(page, "Look into your mail").waitFor();
  await mailedLink(product.server, person.email, "verification");

  await visitor.open("/verify-email?userId=someone");
  await again.click();
  await formError(page, /^A mail was sent a moment ago\. Look for it first; you can ask for another one in /).waitFor();
  await again.waitFor();
  expect(visitor.consoleErrors()).toEqual([expect.stringContaining("the action came to no answer")]);
});
