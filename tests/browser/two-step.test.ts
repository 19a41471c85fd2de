// The second step of signing in. Its other messages, and the page without JavaScript, are in tests/pages/two-step.test.ts.
// @module-tag own-server
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startProductOn } from "../support/appwrite";
import { accessibilityViolations } from "../support/browser";
import { useFaultyAppwrite } from "../support/faulty-appwrite";
import { fieldError, formError, holdPosts } from "../support/forms";
import { layoutFaults } from "../support/layout";
import { mailsTo } from "../support/mailbox";
import { setSession } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { switchOnSecondFactor } from "../support/second-factor";

const appwrite = useFaultyAppwrite();
const product = useProduct({ start: () => startProductOn(appwrite()) });

async function newMember() {
  const person = createPerson({ role: "Mentor" });
  const cookie = await signUpOverApi(product.server, person);
  return { person, cookie, ...(await switchOnSecondFactor(appwrite(), person)) };
}

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "One more step" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** The faults of a state of the page, on a wide light and a narrow dark screen. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await accessibilityViolations(page)), ...(await layoutFaults(page)));
  }
  return found;
}

test("a member without their phone signs in with a recovery code, and later with their app", async () => {
  const { person, code, recoveryCodes } = await newMember();
  const { page, open, consoleErrors } = await product.visit();
  await open("/login");
  await signIn(page, person);
  await heading(page).waitFor();
  expect(await page.title()).toContain("One more step");
  const field = page.getByRole("textbox", { name: "Code from your app" });
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await field.getAttribute("inputmode")).toBe("numeric");
  expect(await faults(page)).toEqual([]);
  await press(page, "Confirm");
  await expect.poll(() => fieldError(field)).toBe("Enter the code");
  expect(await faults(page)).toEqual([]);

  await follow(page, "Get a code by mail");
  await page.getByRole("button", { name: "Send me a code" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await press(page, "Send me a code");
  await page.getByRole("textbox", { name: "Code from the mail" }).waitFor();
  await page.locator("h1:focus").waitFor();
  expect(await mailsTo(appwrite(), person.email)).toHaveLength(1);
  expect(await faults(page)).toEqual([]);

  await follow(page, "Use a recovery code");
  const recovery = page.getByRole("textbox", { name: "Recovery code" });
  // From there Tab leads to the field.
  await page.locator("main:focus").waitFor();
  await recovery.fill("0000000000");
  await press(page, "Confirm");
  await formError(page, "This recovery code is not right, or it was used already. Try another one.").waitFor();
  expect(await faults(page)).toEqual([]);
  await page.reload();
  const posts = await holdPosts(page);
  await recovery.fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Confirm", exact: true }).dblclick();
  await page.getByRole("button", { name: "Checking..." }).waitFor();
  expect(posts.count()).toBe(1);
  posts.release();
  await greeting(page, person).waitFor();
  await page.getByText("That recovery code is used up, and five recovery codes are left.").waitFor();
  expect(await faults(page)).toEqual([]);

  const other = await product.visit();
  await other.open("/login");
  await signIn(other.page, person);
  await other.page.getByRole("textbox", { name: "Code from your app" }).fill(await code());
  await other.page.keyboard.press("Enter");
  await greeting(other.page, person).waitFor();
  expect(consoleErrors().filter((error) => !error.includes("401"))).toEqual([]);
});

test("a member whose session lacks the second factor goes on with it", async () => {
  const { person, cookie, code } = await newMember();
  const { page, open } = await product.visit();
  await setSession(page, cookie);
  await open("/dashboard");
  await page.getByRole("textbox", { name: "Code from your app" }).fill(await code());
  await press(page, "Confirm");
  await greeting(page, person).waitFor();
});

test("a sign-up that leads to the second step keeps its draft until the member is signed in", async () => {
  const { person, code } = await newMember();
  const { page, open } = await product.visit();
  await open("/signup");
  await fillSignUp(page, person);
  await createAccount(page);
  await page.getByText("You already have an account with this email.").waitFor();
  expect(await faults(page)).toEqual([]);
  await press(page, "Start again");
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await open("/signup");
  await expect.poll(() => page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(person.name);
  await open("/login");
  await signIn(page, person);
  await page.getByRole("textbox", { name: "Code from your app" }).fill(await code());
  await press(page, "Confirm");
  await greeting(page, person).waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("sign-up")))).toEqual([]);
});
