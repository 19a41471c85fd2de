// Validation of the sign-up form, while it is filled in and on submit. Its messages without JavaScript are in
// tests/pages/sign-up.test.ts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fieldError, formError } from "../support/forms";
import { createAccount, createPerson, fillSignUp, greeting, typePasswords } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const textbox = (page: Page, name: string) => page.getByRole("textbox", { name });
const combobox = (page: Page, name: string) => page.getByRole("combobox", { name });

test("a student under 18 gets the error messages in the specified order, and signs up", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ name: "Ravi Shinde" });
  const submit = async (expectedError: string) => {
    await createAccount(page);
    await formError(page, expectedError).waitFor();
    expect(await page.getByRole("alert").getByRole("heading").count()).toBe(1);
  };

  await visitor.open("/signup");
  await submit("Please fill in all required fields");
  for (const message of ["Choose what you are joining as", "Enter your full name", "Choose your location"]) {
    await page.getByRole("alert").getByRole("link", { name: message }).waitFor();
  }
  // An entry of the error list links to its field.
  await page.getByRole("alert").getByRole("link", { name: "Enter your phone number" }).click();
  expect(await textbox(page, "Phone").evaluate((field) => field === document.activeElement)).toBe(true);
  // Typing removes the error above the form, and the errors of fields that are valid now.
  expect(await fieldError(textbox(page, "Full name"))).toBe("Enter your full name");
  await textbox(page, "Full name").fill(person.name);
  await page.getByRole("alert").waitFor({ state: "detached" });
  expect(await fieldError(textbox(page, "Full name"))).toBeNull();
  expect(await fieldError(textbox(page, "Email"))).toBe("Enter your email address");

  await page.getByRole("radio", { name: /^Student/ }).check();
  await textbox(page, "Email").fill("ravi.people.example.in");
  await textbox(page, "Phone").fill("12345");
  await combobox(page, "Location").selectOption("Satara");
  await typePasswords(page, "short", "other");
  await submit("Please fill in all student-specific fields");

  const seventeenYearsAgo = new Date();
  seventeenYearsAgo.setUTCFullYear(seventeenYearsAgo.getUTCFullYear() - 17);
  await page.getByLabel("Date of birth").fill(seventeenYearsAgo.toISOString().slice(0, 10));
  await combobox(page, "Education level").selectOption("Postgraduate");
  await combobox(page, "Degree or class").selectOption("M.Tech");
  await textbox(page, "College").fill(person.student.college);
  await submit("Please select your field of study");
  await combobox(page, "Field of study").selectOption("Civil");
  await submit("Please enter a valid email address");
  await textbox(page, "Email").fill(person.email);
  await submit("Password must be at least 8 characters");
  await typePasswords(page, person.password, "Marigold-2024");
  await submit("Passwords do not match");
  await typePasswords(page, person.password);
  await submit("You must agree to the Terms & Privacy Policy");
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await submit("A parent or guardian must agree before you join");
  await page.getByRole("checkbox", { name: /^I am under 18/ }).check();
  await submit("Please enter a valid phone number");

  await textbox(page, "Phone").fill(person.phone);
  await createAccount(page);
  await greeting(page, person).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("the form updates the role's fields, the password strength and the password match", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  await textbox(page, "College").waitFor();
  expect(await textbox(page, "Company URL").isVisible()).toBe(false);
  await page.getByRole("radio", { name: /^Investor/ }).check();
  await textbox(page, "Company URL").waitFor();
  expect(await textbox(page, "College").isVisible()).toBe(false);

  const password = page.getByLabel("Password", { exact: true });
  const confirmed = page.getByLabel("Confirm password", { exact: true });
  for (const [typed, word] of [
    ["marigold", "Weak"],
    ["Marigold", "Medium"],
    ["Marigold-1", "Strong"],
    // All kinds of characters, but too few of them.
    ["Mari-1", "Weak"],
    // Too many: the rules refuse it.
    ["Marigold-1".repeat(26), "Weak"],
    ["Marigold-1", "Strong"],
  ] as const) {
    await password.fill(typed);
    await page.getByText(`Password strength: ${word}`).waitFor();
  }
  await confirmed.fill("Marigold");
  await page.getByText("Passwords do not match").waitFor();
  await confirmed.fill("Marigold-1");
  await page.getByText("Passwords match").waitFor();

  await page.getByRole("button", { name: "Show password" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  expect(await confirmed.getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(await password.getAttribute("type")).toBe("password");
});

test("a password that the server refuses is weak, until it is another one", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await fillSignUp(page, createPerson({ role: "Mentor", password: "password1" }));
  await page.getByText("Password strength: Medium").waitFor();
  await createAccount(page);
  await formError(page, /^This password is soon guessed/).waitFor();
  await page.getByText("Password strength: Weak").waitFor();
  await textbox(page, "Full name").fill("Ravi Shinde");
  await page.getByText("Password strength: Weak").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("lampshade7");
  await page.getByText("Password strength: Medium").waitFor();
});

test("the terms and the privacy policy open and close above the form", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await textbox(page, "Full name").fill("Ravi");
  for (const title of ["Terms of Service", "Privacy Policy"]) {
    await page.getByRole("button", { name: title }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  expect(await textbox(page, "Full name").inputValue()).toBe("Ravi");
});
