// The account settings: name, phone and password.
import { expect, test } from "vitest";
import { accessibilityViolations, waitForHydration } from "../support/browser";
import { fieldErrors, formError, hasFocus, holdPosts, waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { getPage } from "../support/http";
import { newMember } from "../support/members";
import { createPerson, signInOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { openSettings, section, submitSection } from "../support/settings";

const product = useProduct();

test.each([true, false])(
  "name, phone and password are changed, each after a mistake (JavaScript: %s)",
  async (javaScript) => {
    const { visitor, page, person } = await newMember(product, { javaScript });
    const otherSession = await signInOverApi(product.server, person);
    await visitor.open("/dashboard");
    await page.getByRole("main").getByRole("link", { name: "Account settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
    await section(page, "Your email").getByText(person.email).waitFor();

    const name = section(page, "Your name");
    expect(await name.getByLabel("Full name").inputValue()).toBe(person.name);
    await submitSection(name, { "Full name": " " }, "Save name");
    expect(await waitForErrors(name, "Enter your full name")).toEqual(["Full name: Enter your full name"]);
    await submitSection(name, { "Full name": "Meera Joshi" }, "Save name");
    await name.getByText("Your name is changed.").waitFor();
    expect(await name.getByRole("alert").count()).toBe(0);
    expect(await name.getByLabel("Full name").inputValue()).toBe("Meera Joshi");
    await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();

    const phone = section(page, "Your phone number");
    const phoneField = phone.getByLabel("Phone", { exact: true });
    const country = phone.getByLabel("Country code");
    const newNumber = "0803 555 01 23";
    expect(await phoneField.inputValue()).toBe(person.phone);
    expect(await country.inputValue()).toBe("+91");
    await country.selectOption("Nigeria +234");
    if (javaScript) await phone.getByText("Ten digits, like 803 555 0101.").waitFor();
    await submitSection(phone, { Phone: newNumber, Password: "Not-the-one-1" }, "Save phone");
    const wrong = "This is not your password. Check it and try again";
    expect(await waitForErrors(phone, wrong)).toEqual([`Password: ${wrong}`]);
    expect(await phoneField.inputValue()).toBe(newNumber);
    await submitSection(phone, { Password: person.password }, "Save phone");
    await phone.getByText("Your phone number is changed.").waitFor();
    expect(await phoneField.inputValue()).toBe("803 555 0123");
    expect(await country.inputValue()).toBe("+234");
    expect(await phone.getByLabel("Password", { exact: true }).inputValue()).toBe("");

    const password = section(page, "Your password");
    const labels = ["Current password", "New password", "Confirm new password"];
    const fields = (...values: string[]) =>
      Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
    await submitSection(password, fields("", "Jasmine-2026", "Jasmine-2027"), "Change password");
    expect(await waitForErrors(password, "Please fill in all required fields")).toEqual([
      "Current password: Enter your current password",
      "Confirm new password: Passwords do not match",
    ]);
    await submitSection(password, fields(person.password, "Jasmine-2026", "Jasmine-2026"), "Change password");
    await password.getByText("Your password is changed. You are signed in here, and nowhere else.").waitFor();
    for (const label of labels) expect(await password.getByLabel(label, { exact: true }).inputValue()).toBe("");
    await expect.poll(() => section(page, "Where you are signed in").getByRole("listitem").count()).toBe(1);
    const otherPage = await getPage(product.server, "/settings?whole", { cookie: otherSession });
    expect(otherPage.location).toBe("/login?ended");
    await signInOverApi(product.server, { email: person.email, password: "Jasmine-2026" });
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test("a form moves the focus to its error, keeps its values while offline, and is submitted once by a double click", async () => {
  const { visitor, page, person } = await newMember(product);
  await openSettings(visitor);
  const form = section(page, "Your phone number");
  const password = form.getByLabel("Password", { exact: true });
  const required = "Please fill in all required fields";

  await submitSection(form, { Phone: "", Password: "" }, "Save phone");
  expect(await waitForErrors(form, required)).toEqual([
    "Phone: Enter your phone number",
    "Password: Enter your password",
  ]);
  await expect.poll(() => hasFocus(form.getByRole("alert"))).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole("alert").getByRole("link", { name: "Enter your password" }).click();
  await expect.poll(() => hasFocus(password)).toBe(true);
  await page.keyboard.type(person.password);
  expect(await fieldErrors(form)).toEqual(["Phone: Enter your phone number"]);

  await page.context().setOffline(true);
  await submitSection(form, { Phone: `+91 ${createPerson().phone}` }, "Save phone");
  await formError(form, /^No answer came back, so this may be done or not\./).waitFor();
  expect(await password.inputValue()).toBe(person.password);
  await page.context().setOffline(false);

  // The name is changed in another tab.
  await page.request.patch("/api/account/name", {
    data: { name: "Nkechi Obi" },
    headers: { Origin: product.server.origin },
  });
  const posts = await holdPosts(page);
  await form.getByRole("button", { name: "Save phone" }).dblclick();
  await form.getByRole("button", { name: "Saving phone..." }).click({ force: true });
  // Only the submitted form is busy.
  await page.getByRole("button", { name: "Save name" }).waitFor();
  posts.release();
  await form.getByText("Your phone number is changed.").waitFor();
  expect(posts.count()).toBe(1);
  await expect.poll(() => hasFocus(form.getByRole("status"))).toBe(true);
  expect(await page.getByLabel("Full name").inputValue()).toBe("Nkechi Obi");
  expect(await accessibilityViolations(page)).toEqual([]);

  // The focus moves again after the second submit.
  await submitSection(form, { Phone: "", Password: "" }, "Save phone");
  await formError(form, required).waitFor();
  await expect.poll(() => hasFocus(form.getByRole("alert"))).toBe(true);
  await submitSection(form, { Phone: `+91 ${createPerson().phone}`, Password: person.password }, "Save phone");
  await form.getByRole("status").waitFor();
  await expect.poll(() => hasFocus(form.getByRole("status"))).toBe(true);
});

test("what was refused before hydration does not come back when a correction is saved", async () => {
  const { page, person } = await newMember(product);
  const form = section(page, "Your phone number");
  const releaseScripts = await holdScripts(page);
  await page.goto("/settings?whole", { waitUntil: "commit" });
  await form.getByLabel("Country code").selectOption("Ghana +233");
  await submitSection(form, { Phone: "98220", Password: person.password }, "Save phone");
  await form.getByText("Please enter a valid phone number").waitFor();
  releaseScripts();
  await waitForHydration(page);
  expect(await form.getByLabel("Country code").inputValue()).toBe("+233");
  await form.getByLabel("Country code").selectOption("Nigeria +234");
  await submitSection(form, { Phone: "0803 555 01 24", Password: person.password }, "Save phone");
  await form.getByText("Your phone number is changed.").waitFor();
  await expect.poll(() => form.getByLabel("Phone", { exact: true }).inputValue()).toBe("803 555 0124");
  expect(await form.getByLabel("Country code").inputValue()).toBe("+234");
});

test("the country of a phone number stays as it was chosen, also after Back and when another tab saves a number", async () => {
  const { visitor, page, person } = await newMember(product);
  await openSettings(visitor);
  const form = section(page, "Your phone number");
  const [country, number] = [form.getByLabel("Country code"), form.getByLabel("Phone", { exact: true })];
  await number.fill("98220 55777");
  await page.request.patch("/api/account/phone", {
    data: { phone: "+234 803 555 0125", password: person.password },
    headers: { Origin: product.server.origin },
  });
  await submitSection(section(page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
  await section(page, "Your name").getByText("Your name is changed.").waitFor();
  expect([await country.inputValue(), await number.inputValue()]).toEqual(["+91", "98220 55777"]);

  await country.selectOption("Uganda +256");
  await visitor.open("/terms");
  await page.goBack();
  await form.getByText("Nine digits, like 700 555 010.").waitFor();
  expect(await country.inputValue()).toBe("+256");
});
