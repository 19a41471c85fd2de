// Switching two-step sign-in on and off in the settings.
// @module-tag mail
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { skipToContent } from "../support/browser";
import { fieldErrors, formError, hasFocus, waitForErrors } from "../support/forms";
import { type MemberVisit, newMember } from "../support/members";
import { useProduct } from "../support/product";
import { openSettings } from "../support/settings";
import { totpCode } from "../support/totp";
import { beginTwoStep, confirmEmail, confirmTwoStep } from "../support/two-step";

const product = useProduct();

async function newConfirmedMember(): Promise<MemberVisit> {
  const member = await newMember(product);
  await confirmEmail(product.server, member.person, member.cookie);
  return member;
}

/** Loads the data of the page again, as the page itself does when something has changed. */
function readAgain(page: Page): Promise<void> {
  return page.evaluate(() => Reflect.get(window, "__reactRouterDataRouter").revalidate());
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a member switches it on, copies and prints the recovery codes, switches it off with one, and on again", async () => {
  const { visitor, page, person } = await newConfirmedMember();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await openSettings(visitor);
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await heading(page, "Two-step sign-in").waitFor();
  const key = await beginTwoStep(page, person);
  const link = page.getByRole("link", { name: "Add the key to the app on this phone" });
  expect(await link.getAttribute("href")).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}`));

  const wrong = /^This code is not right/;
  const isWrong = totpCode(key, Date.now()) === "000000" ? "111111" : "000000";
  await page.getByLabel("Code", { exact: true }).fill(isWrong);
  await page.getByRole("button", { name: "Switch it on" }).click();
  expect(await waitForErrors(page, wrong)).toEqual([expect.stringMatching(/^Code: This code is not right/)]);
  const codes = await confirmTwoStep(page, key);
  expect(codes).toHaveLength(6);
  expect(await hasFocus(heading(page, "Save your recovery codes"))).toBe(true);

  await page.getByRole("button", { name: "Copy them" }).click();
  await page.getByText("Copied.", { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  await page.getByRole("button", { name: "Print them" }).click();
  await page.locator("[data-printed]").waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  for (const code of codes) expect(await page.getByText(code, { exact: true }).isVisible()).toBe(true);
  expect(await page.getByText(/^Recovery codes for \w+ of /).isVisible()).toBe(true);
  expect(await page.getByRole("button").or(page.getByRole("link")).filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.getByText("6 recovery codes are left.").waitFor();
  await page.goBack();
  expect(await page.getByText(codes[0] ?? "").count()).toBe(0);
  await visitor.open("/settings/two-step");
  await page.getByRole("link", { name: "Switch off two-step sign-in" }).click();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Switch it off" }).click();
  await page.getByText("Two-step sign-in is off.").waitFor();
  const newKey = await beginTwoStep(page, person);
  expect(newKey).not.toBe(key);
  expect(await confirmTwoStep(page, newKey)).toHaveLength(6);
  await readAgain(page);
  expect(await page.locator("main ol code").count()).toBe(6);
  await skipToContent(page);
  await readAgain(page);
  expect(await page.locator("main ol code").count()).toBe(6);
  expect(visitor.consoleErrors().filter((error) => !error.includes("401"))).toEqual([]);
});

test("a lost connection while the code is sent keeps the QR code and what was typed, and is said", async () => {
  const { visitor, page, person } = await newConfirmedMember();
  await visitor.open("/settings/two-step");
  const key = await beginTwoStep(page, person);
  await page.route("**/two-step.data*", (route) => route.abort());
  await page.getByLabel("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Switch it on" }).click();
  await formError(page, /Everything you typed is still here/).waitFor();
  expect(await fieldErrors(page)).toEqual([]);
  expect(await page.getByLabel("Code", { exact: true }).inputValue()).toBe("123456");
  expect(await page.getByRole("img", { name: "QR code with the key for your app" }).isVisible()).toBe(true);
  await page.unroute("**/two-step.data*");
  expect(await confirmTwoStep(page, key)).toHaveLength(6);
});

test("a reload goes on with the same key, and “Cancel” begins anew", async () => {
  const { visitor, page, person } = await newConfirmedMember();
  await visitor.open("/settings/two-step");
  const key = await beginTwoStep(page, person);
  await page.reload();
  await page.getByText("You can go on where you were.").waitFor();
  await page.getByText("Show me the key").click();
  expect((await page.locator("details code").textContent())?.replaceAll(" ", "")).toBe(key);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Set it up" }).waitFor();
  const other = await beginTwoStep(page, person);
  await page.reload();
  const wrong = totpCode(other, Date.now()) === "000000" ? "111111" : "000000";
  await page.getByLabel("Code", { exact: true }).fill(wrong);
  await page.getByRole("button", { name: "Switch it on" }).click();
  // The heading of the page does not take the focus back from the error.
  await expect.poll(() => hasFocus(page.getByRole("alert"))).toBe(true);
  expect(await page.getByRole("alert").evaluate((alert) => alert.getBoundingClientRect().bottom <= innerHeight)).toBe(
    true,
  );
  expect(await confirmTwoStep(page, other)).toHaveLength(6);
});
