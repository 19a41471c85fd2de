// Signing in with a one-time code. The page's other messages are in tests/pages/sign-in-code.test.ts.
// @module-tag mail
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations, type Visitor } from "../support/browser";
import { fieldError, formError, holdPosts, waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { layoutFaults } from "../support/layout";
import { mailedCode, WRONG_CODE_MESSAGE, wrongCode } from "../support/mailbox";
import { createPerson, greeting, type Person, recordAlerts, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const emailField = (page: Page) => page.getByRole("textbox", { name: "Email" });
const codeField = (page: Page) => page.getByRole("textbox", { name: "One-time code" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Your one-time code" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const faults = async (page: Page) => [...(await accessibilityViolations(page)), ...(await layoutFaults(page))];

/** True when all of an element is visible in the dialog. */
const isInView = (element: Locator) =>
  element.evaluate(
    (target) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(entry !== undefined && entry.intersectionRatio > 0.99);
        });
        observer.observe(target);
      }),
  );

async function newMember(): Promise<Person> {
  const person = createPerson();
  await signUpOverApi(product.server, person);
  return person;
}

/** Requests a code, and waits for its field. */
async function requestCode({ page, open }: Visitor, email: string): Promise<void> {
  await open("/login/code");
  await emailField(page).fill(email);
  await press(page, "Send me a code");
  await codeField(page).waitFor();
}

test("a member signs in after every possible mistake, and a double click submits the code once", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const alerts = recordAlerts(page);
  const person = await newMember();
  await visitor.open("/login");
  await page.getByRole("link", { name: "sign in with a code" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in with a code" }).waitFor();
  await press(page, "Send me a code");
  expect(await waitForErrors(page, "Enter your email address")).toEqual(["Email: Enter your email address"]);
  await emailField(page).fill(person.email);
  await press(page, "Send me a code");

  await dialog(page).getByText(person.email).waitFor();
  const field = codeField(page);
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await field.getAttribute("inputmode")).toBe("numeric");
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
  const first = await mailedCode(product.server, person.email);
  await dialog(page).getByText(first.phrase, { exact: true }).waitFor();
  await page.setViewportSize({ width: 320, height: 900 });
  await press(page, "Verify");
  await expect.poll(() => fieldError(field)).toBe("Enter the code from the mail");
  expect(await faults(page)).toEqual([]);
  expect(alerts).toEqual([]);
  await field.fill(wrongCode(first.code));
  await press(page, "Verify");
  await formError(page, WRONG_CODE_MESSAGE).waitFor();
  expect(alerts).toEqual([`alert: ${WRONG_CODE_MESSAGE}`]);
  expect(await faults(page)).toEqual([]);

  await press(page, "send another code");
  await page.getByText("Another code is on its way.").waitFor();
  const second = await mailedCode(product.server, person.email, 2);
  await dialog(page).getByText(second.phrase, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Send me a code");
  expect(await emailField(page).inputValue()).toBe(person.email);
  await press(page, "Send me a code");
  const third = await mailedCode(product.server, person.email, 3);
  await dialog(page).getByText(third.phrase, { exact: true }).waitFor();

  const posts = await holdPosts(page);
  await field.fill(third.code);
  await page.getByRole("button", { name: "Verify", exact: true }).dblclick();
  const busy = page.getByRole("button", { name: "Verifying..." });
  await busy.waitFor();
  expect(await busy.getAttribute("aria-disabled")).toBe("true");
  await busy.click({ force: true });
  posts.release();
  await greeting(page, person).waitFor();
  expect(posts.count()).toBe(1);

  // The address was not verified before, so a stranger may have set the password. A link leads to a new one.
  await page.getByText("Your email is confirmed now, so we are signing out every other device").waitFor();
  await page.getByRole("link", { name: "Choose a new one" }).click();
  await page.getByRole("heading", { level: 1, name: "Forgotten your password?" }).waitFor();
  expect(await emailField(page).inputValue()).toBe(person.email);
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each(["light", "dark"] as const)("above a phone's keyboard the field stays in view (%s)", async (colorScheme) => {
  const visitor = await product.visit({ width: 360, isPhone: true, colorScheme });
  const { page } = visitor;
  recordAlerts(page);
  const person = await newMember();
  await requestCode(visitor, person.email);
  const { code } = await mailedCode(product.server, person.email);
  const button = page.getByRole("button", { name: "Verify", exact: true });
  // The keyboard opens: the dialog gets smaller.
  await page.setViewportSize({ width: 360, height: 380 });
  await expect.poll(async () => [await isInView(codeField(page)), await isInView(button)]).toEqual([true, true]);
  await codeField(page).fill(wrongCode(code));
  await press(page, "Verify");
  const error = formError(page, WRONG_CODE_MESSAGE);
  await expect.poll(async () => [await isInView(error), await isInView(codeField(page))]).toEqual([true, true]);
  expect(await faults(page)).toEqual([]);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript a page asks for the code, and again after a wrong one", async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const alerts = recordAlerts(page);
  const person = await newMember();
  await requestCode(visitor, person.email);
  await page.getByRole("heading", { level: 1, name: "Your one-time code" }).waitFor();
  const { code, phrase } = await mailedCode(product.server, person.email);
  await page.getByText(phrase, { exact: true }).waitFor();
  await codeField(page).fill(wrongCode(code));
  await press(page, "Verify");
  await formError(page, WRONG_CODE_MESSAGE).waitFor();
  expect(alerts).toEqual([]);

  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, "Verify");
  await greeting(page, person).waitFor();
  await page.getByText("Welcome back to Navarambh!").waitFor();
  expect(page.url()).not.toContain(code);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a click outside the dialog leaves it open, and a reload opens it again", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = await newMember();
  await requestCode(visitor, person.email);
  await codeField(page).fill("12");
  await page.mouse.click(5, 5);
  expect(await codeField(page).inputValue()).toBe("12");

  // Phones reload a page while the mail is read in another app.
  await visitor.open("/login/code");
  await dialog(page).waitFor();
  const { code } = await mailedCode(product.server, person.email);
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await greeting(page, person).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.email);
});

test("hydration after a wrong code shows one alert, and keeps what was typed", async () => {
  const { page } = await product.visit({ width: 320, colorScheme: "dark" });
  const alerts = recordAlerts(page);
  const person = await newMember();
  const releaseScripts = await holdScripts(page);
  await page.goto("/login/code", { waitUntil: "commit" });
  await press(page, "Send me a code");
  await formError(page, "Enter your email address").waitFor();
  expect(await faults(page)).toEqual([]);
  await emailField(page).fill(person.email);
  await press(page, "Send me a code");
  await codeField(page).waitFor();
  const { code } = await mailedCode(product.server, person.email);
  await codeField(page).fill(wrongCode(code));
  await press(page, "Verify");
  await formError(page, WRONG_CODE_MESSAGE).waitFor();
  expect(await faults(page)).toEqual([]);
  await codeField(page).fill("12");
  releaseScripts();
  await expect.poll(() => alerts, { timeout: 20_000 }).toEqual([`alert: ${WRONG_CODE_MESSAGE}`]);
  await press(page, "Verify");
  await expect.poll(() => fieldError(codeField(page))).toBe("The code is a number of 6 digits");
  expect(await codeField(page).inputValue()).toBe("12");

  await press(page, "Cancel");
  await codeField(page).waitFor({ state: "detached" });
  expect(await emailField(page).inputValue()).toBe(person.email);
  // The dialog opens without a document load.
  await press(page, "Send me a code");
  await dialog(page).waitFor();
  expect(alerts).toHaveLength(1);
});
