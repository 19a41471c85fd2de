// Sign-up with EMAIL_VERIFIED_AT_SIGN_UP=false: the email is verified by a one-time code before the account is created.
// @module-tag mail
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { formError, hasFocus, waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { getPage, type HttpPage, postForm } from "../support/http";
import { layoutFaults } from "../support/layout";
import { mailedCode, mailsTo, WRONG_CODE_MESSAGE, wrongCode } from "../support/mailbox";
import {
  createAccount,
  createPerson,
  fillSignUp,
  greeting,
  recordAlerts,
  signUpFields,
  typePasswords,
} from "../support/people";
import { useProduct } from "../support/product";
import { startServer } from "../support/server";
import { downloadFile, fileBytes, fingerprint, writeFile } from "../support/test-files";

const product = useProduct({ start: () => startServer({ vars: { EMAIL_VERIFIED_AT_SIGN_UP: "false" } }) });
const UNVERIFIED = "Please verify your email to complete the signup process.";

const codeField = (page: Page) => page.getByRole("textbox", { name: "One-time code" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Your one-time code" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const faults = async (page: Page) => [...(await accessibilityViolations(page)), ...(await layoutFaults(page))];

test("a dialog asks for the code of each address, and a valid code submits the form", async () => {
  const visitor = await product.visit({ colorScheme: "dark", width: 320 });
  const { page } = visitor;
  const alerts = recordAlerts(page);
  const [person, otherPerson] = [createPerson(), createPerson()];
  const bytes = fileBytes("pdf", 30_000);
  await visitor.open("/signup");
  await createAccount(page);
  await formError(page, "Please fill in all required fields").waitFor();
  expect(alerts).toEqual([]);
  await fillSignUp(page, person);
  await page.getByRole("textbox", { name: "College" }).fill("");
  await page.getByLabel("Résumé").setInputFiles(writeFile("asha.pdf", bytes));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  await createAccount(page);

  await dialog(page).getByText(person.email).waitFor();
  expect(alerts).toEqual([`alert: ${UNVERIFIED}`]);
  await expect.poll(() => hasFocus(codeField(page))).toBe(true);
  const mail = await mailedCode(product.server, person.email);
  await dialog(page).getByText(mail.phrase, { exact: true }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  expect(await faults(page)).toEqual([]);
  await press(page, "Cancel");
  expect(await waitForErrors(page, UNVERIFIED)).toEqual([
    `Email: ${UNVERIFIED}`,
    "College: Enter the name of your college",
  ]);
  expect(await faults(page)).toEqual([]);

  // The dialog opens again without a second mail.
  await createAccount(page);
  await codeField(page).fill(wrongCode(mail.code));
  await press(page, "Verify");
  await formError(dialog(page), WRONG_CODE_MESSAGE).waitFor();
  expect(alerts.at(-1)).toBe(`alert: ${WRONG_CODE_MESSAGE}`);
  await mailedCode(product.server, person.email, 1);
  await codeField(page).fill(`${mail.code.slice(0, 3)} ${mail.code.slice(3)}`);
  await press(page, "Verify");
  await formError(page, "Please fill in all student-specific fields").waitFor();
  expect(await dialog(page).count()).toBe(0);

  // Another address needs its own code.
  await page.getByRole("textbox", { name: "College" }).fill(person.student.college);
  await page.getByRole("textbox", { name: "Email" }).fill(otherPerson.email);
  await createAccount(page);
  await dialog(page).getByText(otherPerson.email).waitFor();
  expect(alerts.at(-1)).toBe(`alert: ${UNVERIFIED}`);
  await codeField(page).fill((await mailedCode(product.server, otherPerson.email)).code);
  const verification = Promise.withResolvers<void>();
  let verifications = 0;
  await page.route("**/signup.data*", async (route) => {
    if (route.request().postData()?.includes("verify")) {
      verifications += 1;
      await verification.promise;
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Verify", exact: true }).dblclick();
  await page.getByRole("button", { name: "Verifying..." }).click({ force: true });
  verification.resolve();
  await greeting(page, person).waitFor();
  expect(verifications).toBe(1);
  await page.getByText("Your account is ready.").waitFor();
  expect(fingerprint((await downloadFile(page)).bytes)).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript a page asks for the code, and keeps the form values and the file", async () => {
  const visitor = await product.visit({ javaScript: false });
  const { page } = visitor;
  const person = createPerson();
  const bytes = fileBytes("pdf", 30_000);
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Résumé").setInputFiles(writeFile("asha.pdf", bytes));
  await createAccount(page);
  await page.getByRole("heading", { level: 1, name: "Your one-time code" }).waitFor();
  expect(await page.content()).not.toContain(person.password);
  const { code } = await mailedCode(product.server, person.email);
  await codeField(page).fill(wrongCode(code));
  await press(page, "Verify");
  await formError(page, WRONG_CODE_MESSAGE).waitFor();
  await codeField(page).fill(code);
  await press(page, "Verify");
  await page.getByText("Your email is confirmed.").waitFor();

  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
  expect(await page.getByRole("textbox", { name: "College" }).inputValue()).toBe(person.student.college);
  await page.getByText("asha.pdf").waitFor();
  await typePasswords(page, person.password);
  await createAccount(page);
  await greeting(page, person).waitFor();
  expect(fingerprint((await downloadFile(page)).bytes)).toBe(fingerprint(bytes));
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a code form that could not be loaded is requested again at the next submit, without a second mail", async () => {
  const { page, open } = await product.visit();
  recordAlerts(page);
  const person = createPerson({ role: "Mentor" });
  await page.route("**/assets/code-form-*.js", (route) => route.abort());
  await open("/signup");
  await fillSignUp(page, person);
  await createAccount(page);
  await formError(page, "The form for your code did not get to your browser. Choose “Create Account” again.").waitFor();
  const { phrase } = await mailedCode(product.server, person.email);
  await page.unroute("**/assets/code-form-*.js");
  await page.route("**/assets/code-form-*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
  await createAccount(page);
  await formError(page, /^This page is older than the site\./).waitFor();
  await page.unroute("**/assets/code-form-*.js");
  await createAccount(page);
  await dialog(page).getByText(phrase, { exact: true }).waitFor();
  await mailedCode(product.server, person.email, 1);
});

test("hydration keeps the page that asks for the code, also after a lost connection", async () => {
  const { page } = await product.visit();
  const alerts = recordAlerts(page);
  const person = createPerson({ role: "Mentor" });
  const releaseScripts = await holdScripts(page);
  await page.goto("/signup", { waitUntil: "commit" });
  await fillSignUp(page, person);
  await createAccount(page);
  const { code } = await mailedCode(product.server, person.email);
  await codeField(page).fill(wrongCode(code));
  await press(page, "Verify");
  await formError(page, WRONG_CODE_MESSAGE).waitFor();
  await codeField(page).fill(code);
  releaseScripts();
  await expect.poll(() => alerts, { timeout: 20_000 }).toEqual([`alert: ${WRONG_CODE_MESSAGE}`]);
  await page.route("**/signup.data*", (route) => route.abort());
  await press(page, "Verify");
  await page.getByRole("alert").filter({ hasText: "No answer came back" }).waitFor();
  expect(alerts[1]).toMatch(/^alert: ❌ Invalid OTP: No answer came back/);
  await page.unroute("**/signup.data*");
  await press(page, "Verify");
  await page.getByText("Your email is confirmed.").waitFor();
  expect(await page.getByRole("textbox", { name: "Company URL" }).inputValue()).toBe(person.companyUrl);
  await typePasswords(page, person.password);
  await createAccount(page);
  await greeting(page, person).waitFor();
  expect(alerts).toHaveLength(2);
});

/** The hidden fields with the proof of an address. */
const proofFields = (page: HttpPage) => ({
  provenEmail: page.value("provenEmail") ?? "",
  emailProof: page.value("emailProof") ?? "",
});

/** Verifies the address of a form over HTTP. @param count how many codes were sent to the address by then */
async function verifyEmail(fields: Record<string, string>, count: number) {
  const { server } = product;
  const email = fields.email ?? "";
  const codePage = await postForm(server, "/signup", fields);
  const { code } = await mailedCode(server, email, count);
  const codeFields = { ...fields, userId: codePage.value("userId") ?? "", codeStep: "verify", code };
  return proofFields(await postForm(server, "/signup", codeFields));
}

test("an existing account needs its password, even with a verified address", async () => {
  const { server } = product;
  const person = createPerson({ role: "Mentor" });
  const fields = signUpFields(person);
  expect((await postForm(server, "/signup", { ...fields, ...(await verifyEmail(fields, 1)) })).status).toBe(303);

  const wrongPassword = { ...fields, password: "Not-the-one-1", confirmPassword: "Not-the-one-1" };
  const rejected = await postForm(server, "/signup", { ...wrongPassword, ...(await verifyEmail(wrongPassword, 2)) });
  expect(rejected.alert).toBe(
    "User already exists but password is incorrect. Please try logging in or reset your password.",
  );
  const signedIn = await postForm(server, "/signup", { ...fields, ...proofFields(rejected) });
  const dashboard = await getPage(server, signedIn.location ?? "", { cookie: signedIn.cookie });
  // The same form as at first, so that the profile has all that it sent.
  expect(dashboard.html).toContain("Your account is ready.");
});

test("“Cancel” on the page for the code returns to the form, with all values but the passwords", async () => {
  const { server } = product;
  const person = createPerson();
  const fields = signUpFields(person);
  const codePage = await postForm(server, "/signup", fields);
  const cancel = { ...fields, userId: codePage.value("userId") ?? "", codeStep: "cancel" };
  const page = await postForm(server, "/signup", cancel);
  expect([page.status, page.alert, page.fieldError("email")]).toEqual([200, UNVERIFIED, UNVERIFIED]);
  expect(page.value("college")).toBe(person.student.college);
  expect(page.html).not.toContain(person.password);
});

test("no code is sent from a page that was opened before somebody signed in in another tab", async () => {
  const { server } = product;
  const member = signUpFields(createPerson({ role: "Mentor" }));
  const { cookie } = await postForm(server, "/signup", { ...member, ...(await verifyEmail(member, 1)) });
  const fields = signUpFields(createPerson());
  const refused = await postForm(server, "/signup", fields, { cookie });
  expect(refused).toMatchObject({ status: 303, location: "/dashboard?whole" });
  expect((await getPage(server, "/dashboard?whole", refused)).text).toContain("No code was sent.");
  expect(await mailsTo(server, fields.email ?? "")).toEqual([]);
});
