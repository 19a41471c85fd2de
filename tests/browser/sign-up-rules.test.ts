// Every message of the sign-up form, in the order of the specification's point 5.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createAccount, fillSignUp, greeting, person, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const text = (page: Page, name: string) => page.getByRole("textbox", { name });
const list = (page: Page, name: string) => page.getByRole("combobox", { name });

test.each([true, false])("a student meets each message in its order (JavaScript: %s)", async (javaScript) => {
  const visitor = await product.visit({ javaScript });
  const { page } = visitor;
  const who = person({ name: "Ravi Shinde" });
  let passwords = { first: "", second: "" };
  // Sends the form; a page that came back from the server has no passwords in it, so they are typed each time.
  const send = async (sentence: string) => {
    await page.getByLabel("Password", { exact: true }).fill(passwords.first);
    await page.getByLabel("Confirm password", { exact: true }).fill(passwords.second);
    await createAccount(page);
    await summary(page, sentence).waitFor();
    expect(await page.getByRole("alert").getByRole("heading").count()).toBe(1);
  };

  await visitor.open("/signup");
  await send("Please fill in all required fields");
  for (const words of ["Choose what you are joining as", "Enter your full name", "Choose your location"]) {
    await page.getByRole("alert").getByRole("link", { name: words }).waitFor();
  }
  await page.getByRole("radio", { name: /^Student/ }).check();
  await text(page, "Full name").fill(who.name);
  await text(page, "Email").fill("ravi.people.example.in");
  await text(page, "Phone").fill(who.phone);
  await list(page, "Location").selectOption("Satara");
  passwords = { first: "short", second: "other" };
  await send("Please fill in all student-specific fields");

  await text(page, "Date of birth").or(page.getByLabel("Date of birth")).first().fill(who.student.dob);
  await list(page, "Education level").selectOption("Postgraduate");
  await list(page, "Degree or class").selectOption("M.Tech");
  await text(page, "College").fill(who.student.college);
  await send("Please select your field of study");

  await list(page, "Field of study").selectOption("Civil");
  await send("Please enter a valid email address");

  await text(page, "Email").fill(who.email);
  await send("Password must be at least 8 characters");

  passwords = { first: "Marigold-2025", second: "Marigold-2024" };
  await send("Passwords do not match");

  passwords.second = passwords.first;
  await send("You must agree to the Terms & Privacy Policy");

  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  const seventeenYearsAgo = new Date();
  seventeenYearsAgo.setUTCFullYear(seventeenYearsAgo.getUTCFullYear() - 17);
  await page.getByLabel("Date of birth").fill(seventeenYearsAgo.toISOString().slice(0, 10));
  await send("A parent or guardian must agree before you join");

  await page.getByRole("checkbox", { name: /^I am under 18/ }).check();
  await text(page, "Phone").fill("12345");
  await send("Please enter a valid phone number");

  await text(page, "Phone").fill(who.phone);
  await page.getByLabel("Password", { exact: true }).fill(passwords.first);
  await page.getByLabel("Confirm password", { exact: true }).fill(passwords.second);
  await createAccount(page);
  await greeting(page, who).waitFor();
  expect(visitor.complaints()).toEqual([]);
});

test("editing any field takes the sentence away, and a field's mark goes when it is right", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/signup");
  await createAccount(page);
  await summary(page, "Please fill in all required fields").waitFor();
  expect(await text(page, "Full name").getAttribute("aria-invalid")).toBe("true");

  await text(page, "Full name").fill("Ravi");

  await page.getByRole("alert").waitFor({ state: "detached" });
  expect(await text(page, "Full name").getAttribute("aria-invalid")).toBeNull();
  expect(await text(page, "Email").getAttribute("aria-invalid")).toBe("true");
});

test("an entry of the summary leads to its field", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/signup");
  await createAccount(page);
  await page.getByRole("alert").getByRole("link", { name: "Enter your phone number" }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("phone");
});

test("a company URL must be a web address", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/signup");
  await fillSignUp(page, person({ role: "Mentor", companyUrl: "not a place" }));
  await createAccount(page);
  await summary(page, "Please enter a valid company URL").waitFor();
});

test("the fields of the chosen role alone are shown", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  await text(page, "College").waitFor();
  expect(await text(page, "Company URL").isVisible()).toBe(false);
  await page.getByRole("radio", { name: /^Investor/ }).check();
  await text(page, "Company URL").waitFor();
  expect(await text(page, "College").isVisible()).toBe(false);
});

test("the strength of the password is said while it is typed", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  const password = page.getByLabel("Password", { exact: true });
  for (const [typed, word] of [
    ["marigold", "Weak"],
    ["Marigold", "Medium"],
    ["Marigold-1", "Strong"],
  ] as const) {
    await password.fill(typed);
    await page.getByText(`Password strength: ${word}`).waitFor();
  }
});

test("the confirmed password is compared while it is typed, and both can be shown", async () => {
  const { page, open } = await product.visit();
  await open("/signup");
  const [password, confirmed] = [
    page.getByLabel("Password", { exact: true }),
    page.getByLabel("Confirm password", { exact: true }),
  ];
  await password.fill("Marigold-1");
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

test.each(["Terms of Service", "Privacy Policy"])("%s opens over the form and closes again", async (title) => {
  const { page, open } = await product.visit();
  await open("/signup");
  await text(page, "Full name").fill("Ravi");
  await page.getByRole("button", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await text(page, "Full name").inputValue()).toBe("Ravi");
});

test("the button says that it is busy, and a second press makes no second account", async () => {
  const { page, open } = await product.visit();
  const who = person({ role: "Mentor" });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let posts = 0;
  await page.route("**/signup*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await released;
    }
    await route.continue();
  });
  await open("/signup");
  await fillSignUp(page, who);
  await createAccount(page);
  const busy = page.getByRole("button", { name: "Creating Account..." });
  await busy.waitFor();
  await busy.click({ force: true });
  release();
  await greeting(page, who).waitFor();
  expect(posts).toBe(1);
});
