// Sign-up where a deployment wants the address proven first: a one-time code before the account.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { holdScripts } from "../support/late-scripts";
import { layoutFaults } from "../support/layout";
import { codeMail } from "../support/mailbox";
import { alertsOf, createAccount, fillSignUp, greeting, person, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";
import { startServer } from "../support/server";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct({ start: () => startServer({ vars: { EMAIL_VERIFIED_AT_SIGN_UP: "false" } }) });
const UNVERIFIED = "Please verify your email to complete the signup process.";
const WRONG = "❌ Invalid OTP: Only the newest code counts, once and for 15 minutes. Check it, or send another code.";

const codeField = (page: Page) => page.getByRole("textbox", { name: "One-time code" });
const verify = (page: Page) => page.getByRole("button", { name: "Verify", exact: true }).click();

async function typePasswords(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
}

test("submitting opens the dialog and blocks until the address is verified, then goes on by itself", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const alerts = alertsOf(page);
  const who = person({ role: "Mentor" });
  const bytes = fileBytes("pdf", 30_000);
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await createAccount(page);

  const dialog = page.getByRole("dialog", { name: "Your one-time code" });
  await dialog.waitFor();
  expect(alerts).toEqual([`alert: ${UNVERIFIED}`]);
  await dialog.getByText(who.email).waitFor();
  const mail = await codeMail(product.server, who.email);
  await dialog.getByText(mail.phrase, { exact: true }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");

  await codeField(page).fill(mail.code);
  await verify(page);
  await greeting(page, who).waitFor();
  await page.getByText("Your account is ready.").waitFor();
  const download = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(download ?? "")).body())).toBe(fingerprint(bytes));
  expect(alerts).toEqual([`alert: ${UNVERIFIED}`]);
  expect(visitor.complaints()).toEqual([]);
});

test("a form for the code that does not come is asked for again with the next press, and the code is not sent anew", async () => {
  const { page, open } = await product.visit();
  const who = person({ role: "Mentor" });
  await page.route("**/assets/code-form-*.js", (route) => route.abort());
  await open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  await summary(page, "The form for your code did not get to your browser. Choose “Create Account” again.").waitFor();
  const mail = await codeMail(product.server, who.email);
  await page.unroute("**/assets/code-form-*.js");
  await createAccount(page);
  await codeField(page).fill(mail.code);
  await verify(page);
  await greeting(page, who).waitFor();
});

test("scripts that arrive while the page asks for the code leave it as it is, through a lost connection as well", async () => {
  const { page } = await product.visit();
  const alerts = alertsOf(page);
  const who = person({ role: "Mentor" });
  const letScriptsArrive = await holdScripts(page);
  await page.goto("/signup", { waitUntil: "commit" });
  await fillSignUp(page, who);
  await createAccount(page);
  const { code } = await codeMail(product.server, who.email);
  await codeField(page).fill(code === "000000" ? "000001" : "000000");
  await verify(page);
  await summary(page, WRONG).waitFor();
  await codeField(page).fill(code);
  letScriptsArrive();
  await expect.poll(() => alerts, { timeout: 20_000 }).toEqual([`alert: ${WRONG}`]);
  await page.route("**/signup.data*", (route) => route.abort());
  await verify(page);
  await page.getByRole("alert").filter({ hasText: "We could not be reached." }).waitFor();
  await page.unroute("**/signup.data*");
  await verify(page);
  await page.getByText("Your email is confirmed.").waitFor();
  expect(await page.getByRole("textbox", { name: "Company URL" }).inputValue()).toBe(who.companyUrl);
  await typePasswords(page, who.password);
  await createAccount(page);
  await greeting(page, who).waitFor();
  expect(alerts).toHaveLength(1);
});

test("without JavaScript the page asks for the code, and carries answers and file on", async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const who = person();
  const bytes = fileBytes("pdf", 30_000);
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByLabel("Résumé").setInputFiles(writeFile("asha.pdf", bytes));
  await createAccount(page);
  await page.getByRole("heading", { level: 1, name: "Your one-time code" }).waitFor();
  expect(await page.content()).not.toContain(who.password);

  // Cancel leads back to the form, which has all but the passwords.
  await page.getByRole("button", { name: "Cancel" }).click();
  await summary(page, UNVERIFIED).waitFor();
  expect(await page.getByRole("textbox", { name: "College" }).inputValue()).toBe(who.student.college);
  await typePasswords(page, who.password);
  await createAccount(page);

  const first = await codeMail(product.server, who.email, 2);
  await codeField(page).fill(first.code === "000000" ? "000001" : "000000");
  await verify(page);
  await summary(page, WRONG).waitFor();
  await codeField(page).fill(first.code);
  await verify(page);
  await page.getByText("Your email is confirmed.").waitFor();

  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
  await page.getByText("asha.pdf").waitFor();
  await typePasswords(page, who.password);
  await createAccount(page);
  await greeting(page, who).waitFor();
  const download = await page.getByRole("link", { name: /^Download/ }).getAttribute("href");
  expect(fingerprint(await (await page.request.get(download ?? "")).body())).toBe(fingerprint(bytes));
});

test("the alert comes second in the specification's order, and the rules after it once the address is verified", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const alerts = alertsOf(page);
  const who = person();
  await visitor.open("/signup");
  await createAccount(page);
  await summary(page, "Please fill in all required fields").waitFor();
  expect(alerts).toEqual([]);

  await fillSignUp(page, who);
  await page.getByRole("textbox", { name: "College" }).fill("");
  await page.getByRole("textbox", { name: "Email" }).fill("asha at example");
  await createAccount(page);
  await summary(page, "Please enter a valid email address").waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await createAccount(page);
  await codeField(page).waitFor();
  expect(alerts).toEqual([`alert: ${UNVERIFIED}`]);

  // A code that was sent is asked for again, not sent again.
  await page.getByRole("button", { name: "Cancel" }).click();
  await summary(page, UNVERIFIED).waitFor();
  await createAccount(page);
  const { code } = await codeMail(product.server, who.email, 1);
  await codeField(page).fill(code === "000000" ? "000001" : "000000");
  await verify(page);
  await summary(page, WRONG).waitFor();
  expect(alerts.at(-1)).toBe(`alert: ${WRONG}`);
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await verify(page);
  await summary(page, "Please fill in all student-specific fields").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  await page.getByRole("textbox", { name: "College" }).fill(who.student.college);
  await createAccount(page);
  await greeting(page, who).waitFor();
  expect(visitor.complaints()).toEqual([]);
});

test("another address than the one that was verified has to be verified itself", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const alerts = alertsOf(page);
  const [who, other] = [person({ role: "Investor" }), person()];
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await page.getByRole("checkbox", { name: /^I agree/ }).uncheck();
  await createAccount(page);
  await codeField(page).fill((await codeMail(product.server, who.email)).code);
  await verify(page);
  await summary(page, "You must agree to the Terms & Privacy Policy").waitFor();

  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await page.getByRole("textbox", { name: "Email" }).fill(other.email);
  await createAccount(page);
  await page.getByRole("dialog").getByText(other.email).waitFor();
  expect(alerts).toEqual([`alert: ${UNVERIFIED}`, `alert: ${UNVERIFIED}`]);
  await codeField(page).fill((await codeMail(product.server, other.email)).code);
  await verify(page);
  await greeting(page, who).waitFor();
});

test("whoever has an account already proves the address, and still needs its password", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  alertsOf(page);
  const who = person({ role: "Mentor" });
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  await codeField(page).fill((await codeMail(product.server, who.email)).code);
  await verify(page);
  await greeting(page, who).waitFor();

  const again = await product.visit();
  alertsOf(again.page);
  await again.open("/signup");
  await fillSignUp(again.page, { ...who, password: "Not-the-one-1" });
  await createAccount(again.page);
  await codeField(again.page).fill((await codeMail(product.server, who.email, 2)).code);
  await verify(again.page);
  const words = "User already exists but password is incorrect. Please try logging in or reset your password.";
  await summary(again.page, words).waitFor();
  await typePasswords(again.page, who.password);
  await createAccount(again.page);
  await greeting(again.page, who).waitFor();
  await again.page.getByText("You already had an account with this email.").waitFor();
});

test("over the API nobody joins without a proof", async () => {
  await expect(signUpOverApi(product.server, person())).rejects.toThrow(UNVERIFIED);
});

test("a press twice on Verify sends once, and the button says that it is busy", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  alertsOf(page);
  const who = person({ role: "Mentor" });
  await visitor.open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  await codeField(page).fill((await codeMail(product.server, who.email)).code);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let verifications = 0;
  await page.route("**/signup.data*", async (route) => {
    if (route.request().postData()?.includes("verify")) {
      verifications += 1;
      await released;
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Verify", exact: true }).dblclick();
  const busy = page.getByRole("button", { name: "Verifying..." });
  await busy.waitFor();
  await busy.click({ force: true });
  release();
  await greeting(page, who).waitFor();
  expect(verifications).toBe(1);
});

test.each(["light", "dark"] as const)(
  "the dialog and its failures pass axe and fit 320 px (%s)",
  async (colorScheme) => {
    const visitor = await product.visit({ colorScheme, width: 320 });
    const { page } = visitor;
    alertsOf(page);
    const faults = async () => [...(await accessibilityProblems(page)), ...(await layoutFaults(page))];
    const who = person({ role: "Mentor" });
    await visitor.open("/signup");
    await fillSignUp(page, who);
    await createAccount(page);
    await codeField(page).waitFor();
    expect(await faults()).toEqual([]);
    await verify(page);
    await page.getByText("Enter the code from the mail").waitFor();
    expect(await faults()).toEqual([]);
    const { code } = await codeMail(product.server, who.email);
    await codeField(page).fill(code === "000000" ? "000001" : "000000");
    await verify(page);
    await summary(page, WRONG).waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await summary(page, UNVERIFIED).waitFor();
    expect(await faults()).toEqual([]);
  },
);
