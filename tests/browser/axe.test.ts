// Runs axe on the states of pages: form errors, open menus, the second slide, a message that is ready to send.
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { newMember, visitSignedIn } from "../support/members";
import { createAccount, createPerson, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { beginTwoStep, confirmEmail, confirmTwoStep } from "../support/two-step";

const product = useProduct();

test("forms with errors pass axe", async () => {
  const visitor = await product.visit({ colorScheme: "dark", width: 360 });
  const { page } = visitor;
  await visitor.open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  await createAccount(page);
  await page.getByRole("alert").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Terms of Service" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await visitor.open("/login");
  await signIn(page, { email: "", password: "" });
  await page.getByRole("alert").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test.each([
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
] as const)("the dashboard passes axe ($colorScheme, $width px)", async (options) => {
  const person = createPerson();
  await signUpOverApi(product.server, person);
  const { page, open } = await visitSignedIn(product, person, options);
  await open("/dashboard");
  await greeting(page, person).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("two-step sign-in in the settings passes axe in every state", { tags: "mail" }, async () => {
  const { visitor, page, person, cookie } = await newMember(product, { colorScheme: "dark", width: 360 });
  const { open } = visitor;
  const expectNoViolations = async () => expect(await accessibilityViolations(page)).toEqual([]);
  await open("/settings/two-step");
  await page.getByRole("link", { name: "Confirm my email" }).waitFor();
  await expectNoViolations();
  await confirmEmail(product.server, person, cookie);
  await open("/settings/two-step");
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByRole("alert").waitFor();
  await expectNoViolations();
  const key = await beginTwoStep(page, person);
  await page.getByRole("button", { name: "Switch it on" }).click();
  await page.getByRole("alert").waitFor();
  await expectNoViolations();
  await confirmTwoStep(page, key);
  await expectNoViolations();
  await page.getByRole("link", { name: "I have saved them" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  await expectNoViolations();
  for (const [path, button] of [
    ["/settings/two-step/codes", "Make new codes"],
    ["/settings/two-step/off", "Switch it off"],
    ["/settings/delete", "Delete my account for good"],
  ] as const) {
    await open(path);
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("alert").waitFor();
    await expectNoViolations();
  }
});

test("an error page passes axe", async () => {
  const { page, open } = await product.visit({ colorScheme: "dark", width: 360 });
  await open("/terms");
  // Posts a form to a page without an action.
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/terms";
    document.body.appendChild(form);
    form.submit();
  });
  await page.getByRole("heading", { level: 1, name: "Nothing can be sent to this page" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("an open menu on a small screen passes axe", async () => {
  const { page, open } = await product.visit({ width: 360 });
  await open("/collaboration");
  const header = page.getByRole("banner");
  await header.getByText("Menu", { exact: true }).click();
  await header.getByRole("link", { name: "Get Started" }).filter({ visible: true }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("a member's open menus pass axe", async () => {
  const person = createPerson({ name: "Nkechi Obi" });
  await signUpOverApi(product.server, person);
  const { page, open } = await visitSignedIn(product, person, { colorScheme: "dark" });
  for (const { width, opener } of [
    { width: 1280, opener: person.name },
    { width: 360, opener: "Menu" },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await open("/dashboard");
    const header = page.getByRole("banner");
    await header.locator("summary").filter({ hasText: opener, visible: true }).click();
    await header.getByRole("button", { name: "Logout" }).filter({ visible: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  }
});

test("a filter and the second slide pass axe", async () => {
  const { page, open } = await product.visit({ colorScheme: "dark" });
  await open("/stories");
  await page.getByRole("group", { name: "1 of 3" }).getByRole("link", { name: "Next story" }).click();
  const second = page.getByRole("group", { name: "2 of 3" });
  await second.getByRole("link", { name: "Read More" }).waitFor();
  await page.getByRole("navigation", { name: "Filter stories" }).getByRole("link", { name: "Success" }).click();
  await page.waitForURL((url) => url.searchParams.get("category") === "success");
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("the contact form passes axe with errors and with a message that is ready to send", async () => {
  const { page, open } = await product.visit();
  await open("/about");
  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await page.getByRole("alert").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Full name" }).fill("Asha Kulkarni");
  await page.getByRole("textbox", { name: "Email" }).fill("asha@people.example.in");
  await page.getByRole("textbox", { name: "Subject" }).fill("A room for Sunday");
  await page.getByRole("textbox", { name: "Message" }).fill("May six of us use the lab?");
  await send.click();
  await page.getByRole("heading", { name: /ready/i }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});
