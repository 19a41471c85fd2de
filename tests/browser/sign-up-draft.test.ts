// The draft of the sign-up form survives a navigation and a reload within its tab.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Visitor, waitForHydration } from "../support/browser";
import { fieldErrors, hasFocus, waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { newMember, setSession } from "../support/members";
import {
  createAccount,
  createPerson,
  fillSignUp,
  greeting,
  type Person,
  signIn,
  signUpOverApi,
  typePasswords,
} from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

async function expectFormValues(page: Page, person: Person): Promise<void> {
  await expect.poll(() => page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(person.name);
  expect(await page.getByRole("radio", { name: new RegExp(`^${person.role}`) }).isChecked()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
  expect(await page.getByRole("textbox", { name: "Phone" }).inputValue()).toBe(person.phone);
  expect(await page.getByRole("combobox", { name: "Location" }).inputValue()).toBe(person.location);
  expect(await page.getByLabel("Date of birth").inputValue()).toBe(person.student.dob);
  await expect
    .poll(() => page.getByRole("combobox", { name: "Degree or class" }).inputValue())
    .toBe(person.student.subLevel);
  expect(await page.getByRole("combobox", { name: "Field of study" }).inputValue()).toBe(person.student.majorField);
  expect(await page.getByRole("textbox", { name: "College" }).inputValue()).toBe(person.student.college);
  expect(await page.getByRole("checkbox", { name: /^I agree/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
}

const storedItems = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));

test("a navigation and a reload lose only the passwords, which are never stored", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await expect.poll(() => storedItems(page)).toContain(person.email);
  expect(await storedItems(page)).not.toContain(person.password);

  await page.getByRole("link", { name: "Sign in here" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.goBack();
  await expectFormValues(page, person);
  await page.reload();
  await expectFormValues(page, person);
  // Another tab does not have the draft.
  const other = await page.context().newPage();
  await other.goto("/signup");
  await waitForHydration(other);
  expect(await other.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("");
  await other.close();

  await typePasswords(page, person.password);
  await createAccount(page);
  await greeting(page, person).waitFor();
  expect(await storedItems(page)).not.toContain(person.email);
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each([900, 1500, 2600])("a reload keeps the scroll position of a form that was %i px down", async (top) => {
  const { page, open } = await product.visit({ isPhone: true, width: 360 });
  await open("/signup");
  await fillSignUp(page, createPerson());
  await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
  await page.reload();
  await waitForHydration(page);
  await page.getByText("Student Information").waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
});

test.each(["/signup", "/profile"])("a reload of %s keeps what was typed before hydration", async (path) => {
  const { page } = path === "/profile" ? await newMember(product) : await product.visit();
  const releaseScripts = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  if (path === "/signup") await page.getByRole("radio", { name: /^Student/ }).check();
  const college = page.getByRole("textbox", { name: "College" });
  await college.fill("Manjara Valley, Latur");
  releaseScripts();
  await waitForHydration(page);
  await page.goto("/terms");
  await page.goto(path);
  await expect.poll(() => college.inputValue()).toBe("Manjara Valley, Latur");
});

/** Opens the sign-up form with a Nigerian number in the draft, and holds the scripts. */
async function openWithNumber({ page, open }: Visitor) {
  const fields = { phone: page.getByRole("textbox", { name: "Phone" }), code: page.getByLabel("Country code") };
  await open("/signup");
  await page.getByRole("textbox", { name: "Email" }).fill("ravi@example.in");
  await fields.code.selectOption("+234");
  await fields.phone.fill("803 555 0101");
  const releaseScripts = await holdScripts(page);
  await page.goto("/signup", { waitUntil: "commit" });
  return { ...fields, releaseScripts };
}

test("a number in the draft keeps its country when the form is refused before hydration", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const { phone, code, releaseScripts } = await openWithNumber(visitor);
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi Patil");
  await page.getByRole("button", { name: "Create Account" }).click({ noWaitAfter: true });
  await page.getByText("Please fill in all required fields").first().waitFor();
  releaseScripts();
  await waitForHydration(page);
  await expect.poll(() => code.inputValue()).toBe("+234");
  expect(await phone.inputValue()).toBe("803 555 0101");
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi Patil");
});

test("a number that is typed before hydration keeps the country beside it", async () => {
  const visitor = await product.visit();
  const { phone, code, releaseScripts } = await openWithNumber(visitor);
  await phone.fill("98220 55501");
  releaseScripts();
  await expect.poll(() => visitor.page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("ravi@example.in");
  expect([await code.inputValue(), await phone.inputValue()]).toEqual(["+91", "98220 55501"]);
});

test("a reload during an upload shows that the file is incomplete, and nobody joins without it by mistake", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await page.route("**/api/files/**", (route) =>
    route.request().method() === "PATCH" ? new Promise<void>(() => {}) : route.continue(),
  );
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 10_000)));
  await page.getByRole("progressbar", { name: "Sending Résumé" }).waitFor();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBe(1);
  await page.reload();
  await page.getByText("cv.pdf was not sent completely. Choose it again, and it goes on").waitFor();
  expect(await page.getByRole("radio", { name: /^Student/ }).isChecked()).toBe(true);

  await typePasswords(page, person.password);
  await createAccount(page);
  const message = "cv.pdf was not sent completely. Choose it again, or go on without it";
  expect(await waitForErrors(page, message)).toEqual([`Résumé (optional): ${message}`]);
  await page.getByRole("button", { name: "Go on without this file" }).click();
  expect(await fieldErrors(page)).toEqual([]);
  await page.reload();
  await page.getByText("We kept what you typed.").waitFor();
  await typePasswords(page, person.password);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await createAccount(page);
  await greeting(page, person).waitFor();
});

test("what was restored is said, and can be cleared together with the file", async () => {
  const visitor = await product.visit({ width: 360 });
  const { page } = visitor;
  const note = page.getByText("We kept what you typed.");
  await visitor.open("/signup");
  await fillSignUp(page, createPerson());
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 10_000)));
  await page.getByText("Kept. It goes with your profile.").waitFor();
  expect(await note.count()).toBe(0);
  await page.reload();
  await note.waitFor();
  await page.getByText("Kept. It goes with your profile.").waitFor();

  await page.getByRole("button", { name: "Clear it" }).click();
  await note.waitFor({ state: "detached" });
  expect(await hasFocus(page.getByRole("heading", { level: 1 }))).toBe(true);
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("");
  expect(await page.getByRole("radio", { name: /^Student/ }).isChecked()).toBe(false);
  await page.getByRole("radio", { name: /^Student/ }).check();
  expect(await page.getByText("Kept. It goes with your profile.").count()).toBe(0);
  expect(await note.count()).toBe(0);
  await page.getByRole("textbox", { name: "Full name" }).fill("Ravi Patil");
  await page.reload();
  await note.waitFor();
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("Ravi Patil");
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("");
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a form with its file is emptied when somebody signs in and out in another tab", async () => {
  const member = createPerson();
  await signUpOverApi(product.server, member);
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson();
  await visitor.open("/signup");
  await fillSignUp(page, person);
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 10_000)));
  await page.getByText("Kept. It goes with your profile.").waitFor();

  const other = await page.context().newPage();
  await other.goto("/login");
  await waitForHydration(other);
  await signIn(other, member);
  await greeting(other, member).waitFor();
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(person.name);
  await other.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.getByText("This form was emptied.").waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await waitForHydration(page);
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("");
  expect(await storedItems(page)).not.toContain(person.email);
  await page.getByRole("radio", { name: /^Student/ }).check();
  expect(await page.getByText("Kept. It goes with your profile.").count()).toBe(0);
  await page.reload();
  await waitForHydration(page);
  expect(await page.getByText("This form was emptied.").count()).toBe(0);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a sign-out before hydration deletes what a guest has left in the tab", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/signup");
  await page.getByRole("textbox", { name: "Full name" }).fill("Asha Rao");
  await setSession(page, await signUpOverApi(product.server, createPerson()));
  const releaseScripts = await holdScripts(page);
  await page.goto("/dashboard?whole", { waitUntil: "commit" });
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click({ noWaitAfter: true });
  await page.waitForURL((url) => url.pathname === "/", { waitUntil: "commit" });
  releaseScripts();
  await visitor.open("/signup");
  expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe("");
});
