// What the sign-up form says while it is filled in, and when it is sent. tests/pages/sign-up.test.ts has its messages without JavaScript.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fieldError, formError } from "../support/forms";
import { createAccount, createPerson, greeting, typePasswords } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const text = (page: Page, name: string) => page.getByRole("textbox", { name });
const list = (page: Page, name: string) => page.getByRole("combobox", { name });

test("a student under 18 meets each message in its order, and joins", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const person = createPerson({ name: "Ravi Shinde" });
  const send = async (sentence: string) => {
    await createAccount(page);
    await formError(page, sentence).waitFor();
    expect(await page.getByRole("alert").getByRole("heading").count()).toBe(1);
  };

  await visitor.open("/signup");
  await send("Please fill in all required fields");
  for (const words of ["Choose what you are joining as", "Enter your full name", "Choose your location"]) {
    await page.getByRole("alert").getByRole("link", { name: words }).waitFor();
  }
  // An entry of the list leads to its field.
  await page.getByRole("alert").getByRole("link", { name: "Enter your phone number" }).click();
  expect(await text(page, "Phone").evaluate((field) => field === document.activeElement)).toBe(true);
  // Typing takes the sentence away, and the mark of the field that is right by then.
  expect(await fieldError(text(page, "Full name"))).toBe("Enter your full name");
  await text(page, "Full name").fill(person.name);
  await page.getByRole("alert").waitFor({ state: "detached" });
  expect(await fieldError(text(page, "Full name"))).toBeNull();
  expect(await fieldError(text(page, "Email"))).toBe("Enter your email address");

  await page.getByRole("radio", { name: /^Student/ }).check();
  await text(page, "Email").fill("ravi.people.example.in");
  await text(page, "Phone").fill("12345");
  await list(page, "Location").selectOption("Satara");
  await typePasswords(page, "short", "other");
  await send("Please fill in all student-specific fields");

  const seventeenYearsAgo = new Date();
  seventeenYearsAgo.setUTCFullYear(seventeenYearsAgo.getUTCFullYear() - 17);
  await page.getByLabel("Date of birth").fill(seventeenYearsAgo.toISOString().slice(0, 10));
  await list(page, "Education level").selectOption("Postgraduate");
  await list(page, "Degree or class").selectOption("M.Tech");
  await text(page, "College").fill(person.student.college);
  await send("Please select your field of study");
  await list(page, "Field of study").selectOption("Civil");
  await send("Please enter a valid email address");
  await text(page, "Email").fill(person.email);
  await send("Password must be at least 8 characters");
  await typePasswords(page, person.password, "Marigold-2024");
  await send("Passwords do not match");
  await typePasswords(page, person.password);
  await send("You must agree to the Terms & Privacy Policy");
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await send("A parent or guardian must agree before you join");
  await page.getByRole("checkbox", { name: /^I am under 18/ }).check();
  await send("Please enter a valid phone number");

  await text(page, "Phone").fill(person.phone);
  await createAccount(page);
  await greeting(page, person).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("the form follows what is chosen and typed: the role's fields, the password's strength, two passwords alike", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  await text(page, "College").waitFor();
  expect(await text(page, "Company URL").isVisible()).toBe(false);
  await page.getByRole("radio", { name: /^Investor/ }).check();
  await text(page, "Company URL").waitFor();
  expect(await text(page, "College").isVisible()).toBe(false);

  const password = page.getByLabel("Password", { exact: true });
  const confirmed = page.getByLabel("Confirm password", { exact: true });
  for (const [typed, word] of [
    ["marigold", "Weak"],
    ["Marigold", "Medium"],
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

test("the terms and the privacy policy open over the form and close again", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await text(page, "Full name").fill("Ravi");
  for (const title of ["Terms of Service", "Privacy Policy"]) {
    await page.getByRole("button", { name: title }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  expect(await text(page, "Full name").inputValue()).toBe("Ravi");
});
