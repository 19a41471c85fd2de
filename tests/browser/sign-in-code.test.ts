// Signing in with a one-time code from the mail.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems, type Visitor } from "../support/browser";
import { holdScripts } from "../support/late-scripts";
import { layoutFaults } from "../support/layout";
import { codeMail, mailTo } from "../support/mailbox";
import { alertsOf, greeting, type Person, person, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();
const WRONG = "❌ Invalid OTP: Only the newest code counts, once and for 15 minutes. Check it, or send another code.";

const codeField = (page: Page) => page.getByRole("textbox", { name: "One-time code" });
const verify = (page: Page) => page.getByRole("button", { name: "Verify", exact: true }).click();

/** Asks for a code, from the sign-in page on, and waits for the place to type it. */
async function askForCode({ page, open }: Visitor, email: string): Promise<void> {
  await open("/login");
  await page.getByRole("link", { name: "sign in with a code" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in with a code" }).waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await codeField(page).waitFor();
}

/** A code that is not this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function newMember(): Promise<Person> {
  const who = person();
  await signUpOverApi(product.server, who);
  return who;
}

test.each([true, false])("the code from the mailbox opens the dashboard (JavaScript: %s)", async (javaScript) => {
  const visitor = await product.visit({ javaScript });
  const { page } = visitor;
  const who = await newMember();
  await askForCode(visitor, who.email);
  expect(await page.getByRole("dialog", { name: "Your one-time code" }).count()).toBe(javaScript ? 1 : 0);
  await page.getByText(who.email).waitFor();

  const field = codeField(page);
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await field.getAttribute("inputmode")).toBe("numeric");
  if (javaScript) await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);

  // The mailbox, in a tab of its own, shows the code and the phrase that the page asks to compare.
  const { code, phrase } = await codeMail(product.server, who.email);
  const mailbox = await page.context().newPage();
  await mailbox.goto("/__mailbox");
  await mailbox.getByText(code).first().waitFor();
  await mailbox.getByText(phrase).first().waitFor();
  await page.getByText(phrase, { exact: true }).waitFor();

  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await verify(page);
  await greeting(page, who).waitFor();
  await page.getByText("Welcome back to Navarambh!").waitFor();
  expect(page.url()).not.toContain(code);

  // Nobody had proven the address before: the password may be a stranger's, and a link leads to a new one.
  await page.getByText("Your email is confirmed now, so we are signing out every other device").waitFor();
  await page.getByRole("link", { name: "Choose a new one" }).click();
  await page.getByRole("heading", { level: 1, name: "Forgotten your password?" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(javaScript ? who.email : "");
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("heading", { level: 1, name: "Look into your mail" }).waitFor();

  const again = await product.visit({ javaScript });
  await askForCode(again, who.email);
  await codeField(again.page).fill((await codeMail(product.server, who.email, 3)).code);
  await verify(again.page);
  await again.page.getByText("Welcome back to Navarambh!").waitFor();
  expect(await again.page.getByText("every other device").count()).toBe(0);
  expect([...visitor.complaints(), ...again.complaints()]).toEqual([]);
});

test.each([true, false])(
  "too many codes are refused with what leads in meanwhile (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = await newMember();
    await askForCode(visitor, who.email);
    const another = page.getByRole("button", { name: "send another code" });
    for (const count of [2, 3]) {
      await another.click();
      await codeMail(product.server, who.email, count);
      // The mail is there before the answer, and until then a press counts as a second one.
      await page.getByText("Sending another code...").waitFor({ state: "hidden" });
    }
    await another.click();
    const words =
      /^That was tried too often\. Try again in 1[45] minutes\..* Meanwhile you can sign in with your password\./;
    await page.getByRole("alert").getByRole("heading").filter({ hasText: words }).waitFor();
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test.each([true, false])(
  "whoever makes every mistake on the way still gets in, and is told each (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const alerts = alertsOf(page);
    const who = await newMember();
    await visitor.open("/login/code");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await summary(page, "Enter your email address").waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill("asha at example");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await summary(page, "Please enter a valid email address").waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill(who.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await codeField(page).waitFor();
    const first = await codeMail(product.server, who.email);

    await verify(page);
    await page.getByText("Enter the code from the mail").waitFor();
    expect(await codeField(page).getAttribute("aria-invalid")).toBe("true");
    await codeField(page).fill("1234");
    await verify(page);
    await page.getByText("The code is a number of 6 digits").waitFor();
    expect(await codeField(page).inputValue()).toBe("1234");
    expect(alerts).toEqual([]);
    await codeField(page).fill(otherThan(first.code));
    await verify(page);
    await summary(page, WRONG).waitFor();
    expect(alerts).toEqual(javaScript ? [`alert: ${WRONG}`] : []);

    await page.getByRole("button", { name: "send another code" }).click();
    await page.getByText("Another code is on its way.").waitFor();
    const second = await codeMail(product.server, who.email, 2);
    await page.getByText(second.phrase, { exact: true }).waitFor();

    await page.getByRole("button", { name: "Cancel" }).click();
    await codeField(page).waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await codeField(page).waitFor();
    const third = await codeMail(product.server, who.email, 3);
    await codeField(page).fill(third.code);
    await verify(page);
    await greeting(page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test("an address that nobody has gets the same words, a phrase of its own, and no mail", async () => {
  const [known, unknown] = [await product.visit(), await product.visit()];
  const who = await newMember();
  const nobody = { email: "nobody.at.all@people.example.in" };
  await askForCode(known, who.email);
  await askForCode(unknown, nobody.email);
  const words = async ({ page }: Visitor, email: string) => {
    const text = (await page.getByRole("dialog").textContent()) ?? "";
    const phrase = (await page.locator(".phrase b").textContent()) ?? "";
    expect(phrase).toMatch(/^[A-Z]\w+ \w+$/);
    return text.replaceAll(email, "…").replace(phrase, "…");
  };
  expect(await words(unknown, nobody.email)).toBe(await words(known, who.email));
  expect(await mailTo(product.server, nobody.email)).toEqual([]);

  alertsOf(unknown.page);
  await codeField(unknown.page).fill("123456");
  await verify(unknown.page);
  await summary(unknown.page, WRONG).waitFor();
});

test("the code is asked for again after a reload, as phones do it while the mail is read", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = await newMember();
  await askForCode(visitor, who.email);
  await visitor.open("/login/code");
  await page.getByRole("dialog", { name: "Your one-time code" }).waitFor();
  const { code } = await codeMail(product.server, who.email);
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await greeting(page, who).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(who.email);
});

test("Escape closes the dialog, a press beside it does not, and the focus goes back", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = await newMember();
  await askForCode(visitor, who.email);
  await codeField(page).fill("12");
  await page.mouse.click(5, 5);
  expect(await codeField(page).inputValue()).toBe("12");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Send me a code");
});

test("scripts that arrive after the answer tell a refused code once, and leave what was typed meanwhile", async () => {
  const { page } = await product.visit();
  const alerts = alertsOf(page);
  const who = await newMember();
  const letScriptsArrive = await holdScripts(page);
  await page.goto("/login/code", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await codeField(page).waitFor();
  const { code } = await codeMail(product.server, who.email);
  await codeField(page).fill(otherThan(code));
  await verify(page);
  await summary(page, WRONG).waitFor();
  await codeField(page).fill("12");
  letScriptsArrive();
  await expect.poll(() => alerts, { timeout: 20_000 }).toEqual([`alert: ${WRONG}`]);
  await verify(page);
  await page.getByText("The code is a number of 6 digits").waitFor();
  expect(await codeField(page).inputValue()).toBe("12");

  await page.getByRole("button", { name: "Cancel" }).click();
  await codeField(page).waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
  // Nothing is loaded between here and the dialog.
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByRole("dialog", { name: "Your one-time code" }).waitFor();
  await codeField(page).fill((await codeMail(product.server, who.email, 2)).code);
  await verify(page);
  await greeting(page, who).waitFor();
  expect(alerts).toHaveLength(1);
});

test("a press twice on Verify sends once, and says that it is busy", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = await newMember();
  await askForCode(visitor, who.email);
  const { code } = await codeMail(product.server, who.email);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let posts = 0;
  await page.route("**/login/code*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await released;
    }
    await route.continue();
  });
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Verify", exact: true }).dblclick();
  const busy = page.getByRole("button", { name: "Verifying..." });
  await busy.waitFor();
  expect(await busy.getAttribute("aria-disabled")).toBe("true");
  await busy.click({ force: true });
  release();
  await greeting(page, who).waitFor();
  expect(posts).toBe(1);
});

test("a member is sent on to the dashboard", async () => {
  const visitor = await product.visit();
  const who = await newMember();
  await askForCode(visitor, who.email);
  const { code } = await codeMail(product.server, who.email);
  await codeField(visitor.page).fill(code);
  await verify(visitor.page);
  await greeting(visitor.page, who).waitFor();
  await visitor.open("/login/code");
  expect(new URL(visitor.page.url()).pathname).toBe("/dashboard");
});

test.each([
  { colorScheme: "light", hasScripts: true },
  { colorScheme: "dark", hasScripts: true },
  { colorScheme: "light", hasScripts: false },
] as const)(
  "every state passes axe and fits a small screen ($colorScheme, scripts arrive: $hasScripts)",
  async ({ colorScheme, hasScripts }) => {
    const { page } = await product.visit({ colorScheme, width: 320 });
    alertsOf(page);
    // The engine has to run for axe; the page is what it is without its own scripts.
    if (!hasScripts) await page.route("**/*.js", (route) => route.abort());
    const faults = async () => [...(await accessibilityProblems(page)), ...(await layoutFaults(page))];
    const who = person({ email: "a.very.long.address.of.somebody.with.a.long.name@people.example.in" });
    await page.goto("/login/code");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await page.getByRole("alert").waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole("textbox", { name: "Email" }).fill(who.email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await codeField(page).waitFor();
    expect(await faults()).toEqual([]);
    await codeField(page).fill("123456");
    await verify(page);
    await summary(page, WRONG).waitFor();
    expect(await faults()).toEqual([]);
  },
);
