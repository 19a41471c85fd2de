// A forgotten password: asking for the mail, following it, and signing in with the new one.
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { mailTo } from "../support/mailbox";
import { createAccount, fillSignUp, greeting, person, signIn, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();
const ASKED = "If an account has this address, a mail is on its way to it. Its link works for one hour.";

test.each([true, false])(
  "the mail leads to a new password, with which somebody signs in (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person();
    await signUpOverApi(product.server, who);

    await visitor.open("/login");
    await page.getByRole("textbox", { name: "Email" }).fill(who.email);
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await page.getByRole("heading", { level: 1, name: "Forgotten your password?" }).waitFor();
    const email = page.getByRole("textbox", { name: "Email" });
    // Where scripts run, nobody types the address twice.
    if (javaScript) expect(await email.inputValue()).toBe(who.email);
    else await email.fill(who.email);
    expect(page.url()).not.toContain("people.example.in");
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText(ASKED).waitFor();
    await page.getByRole("link", { name: "/__mailbox" }).waitFor();

    await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(1);
    await page.getByRole("button", { name: "Send it again" }).click();
    await page.getByText("We have asked once more.").waitFor();
    await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(2);
    // Each time is told as a time of its own, by the heading that takes the focus.
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(3);
    if (javaScript) await page.locator("h1:focus", { hasText: "Look into your mail" }).waitFor();

    const [mail] = await mailTo(product.server, who.email);
    await visitor.open(mail?.links[0] ?? "/the-mail-has-no-link");
    await page.getByLabel("New password", { exact: true }).fill("Jasmine-2026");
    await page.getByLabel("Confirm password", { exact: true }).fill("Jasmine-2026");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("heading", { level: 1, name: "Your password is changed" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(page, { email: who.email, password: "Jasmine-2026" });
    await greeting(page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])(
  "a new password ends every other session, says so, and its link works once (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    await signUpOverApi(product.server, who);
    const elsewhere = await product.visit();
    await elsewhere.open("/login");
    await signIn(elsewhere.page, who);
    await greeting(elsewhere.page, who).waitFor();

    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    await visitor.open("/reset-password");
    await page.getByRole("textbox", { name: "Email" }).fill(who.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText(ASKED).waitFor();
    await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(1);
    const [mail] = await mailTo(product.server, who.email);
    const link = mail?.links[0] ?? "/the-mail-has-no-link";

    await visitor.open(link);
    const [password, confirmed] = [
      page.getByLabel("New password", { exact: true }),
      page.getByLabel("Confirm password", { exact: true }),
    ];
    const send = async (first: string, second: string) => {
      await password.fill(first);
      if (javaScript && first) await page.getByText(/^Password strength: (Weak|Medium|Strong)$/).waitFor();
      await confirmed.fill(second);
      await page.getByRole("button", { name: "Change password" }).click();
    };
    await send("", "");
    await summary(page, "Please fill in all required fields").waitFor();
    await send("short", "short");
    await summary(page, "Password must be at least 8 characters").waitFor();
    await send("Jasmine-2026", "Jasmine-2025");
    await summary(page, "Passwords do not match").waitFor();
    await send("Jasmine-2026", "Jasmine-2026");
    await page.getByRole("heading", { level: 1, name: "Your password is changed" }).waitFor();
    await page
      .getByText("Whoever was signed in with the old one has been signed out, on every device.", { exact: false })
      .waitFor();

    await elsewhere.page.goto("/dashboard");
    await elsewhere.page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    await signIn(elsewhere.page, who);
    await summary(elsewhere.page, "The email or the password is not right. Check both and try again.").waitFor();

    await visitor.open(link);
    await send("Jasmine-2027", "Jasmine-2027");
    await page.getByRole("heading", { level: 1, name: "This link was used already" }).waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.getByRole("button", { name: "Send me a link" }).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([
  ["This link is damaged", `userId=someone&secret=${"5e".repeat(100)}`],
  ["This link has expired", `userId=someone&secret=${"5e".repeat(128)}&expire=2025-01-01T00:00:00.000%2B00:00`],
])("%s: the page says so and offers a new one", async (title, search) => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open(`/reset-password?${search}`);
  await page.getByLabel("New password", { exact: true }).fill("Jasmine-2026");
  await page.getByLabel("Confirm password", { exact: true }).fill("Jasmine-2026");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await page.getByRole("button", { name: "Send me a link" }).waitFor();
});

test("known and unknown addresses get the same page with the same status", async () => {
  const who = person();
  await signUpOverApi(product.server, who);
  const ask = async (email: string) => {
    const { origin } = product.server;
    const answer = await fetch(`${origin}/reset-password`, {
      method: "POST",
      headers: { Origin: origin, Accept: "text/html" },
      body: new URLSearchParams({ email }),
    });
    const text = (await answer.text()).replaceAll(email, "…").replaceAll(/[0-9a-f]{32}/g, "…");
    return { status: answer.status, text };
  };
  const known = await ask(who.email);
  expect(known.status).toBe(200);
  expect(known.text).toContain("Look into your mail");
  expect(await ask("nobody.either@people.example.in")).toEqual(known);
});

test("an address that nobody has gets the same answer, and no mail", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/reset-password");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody@people.example.in");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText(ASKED).waitFor();
  expect(await mailTo(product.server, "nobody@people.example.in")).toEqual([]);
  await page.getByRole("link", { name: "Use another address" }).click();
  await page.getByRole("button", { name: "Send me a link" }).waitFor();
});

test.each([true, false])(
  "what is no address is said, and a damaged link offers the same form (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    await visitor.open("/reset-password?userId=abc");
    await page.getByRole("heading", { level: 1, name: "A part of this link is missing" }).waitFor();
    await page.getByRole("button", { name: "Send me a link" }).click();
    await summary(page, "Enter your email address").waitFor();
    await page.getByRole("textbox", { name: "Email" }).fill("asha at example");
    await page.getByRole("button", { name: "Send me a link" }).click();
    await summary(page, "Please enter a valid email address").waitFor();
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("asha at example");
  },
);

test("from the form of somebody who has an account, the e-mail comes along to both ways on", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = person({ role: "Mentor" });
  await signUpOverApi(product.server, who);
  await visitor.open("/signup");
  await fillSignUp(page, { ...who, password: "Not-the-one-1" });
  await createAccount(page);
  for (const way of ["Go to the sign-in page", "Reset your password"]) {
    await page.getByRole("alert").getByRole("link", { name: way }).click();
    await page.waitForURL((url) => url.pathname !== "/signup");
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
    expect(page.url()).not.toContain(who.email);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Join Navarambh" }).waitFor();
    // The draft brings the answers back; the passwords have to be typed anew.
    for (const field of ["Password", "Confirm password"])
      await page.getByLabel(field, { exact: true }).fill("Not-the-one-1");
    await createAccount(page);
    await page.getByRole("alert").getByRole("link", { name: way }).waitFor();
  }
});
