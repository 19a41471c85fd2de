// The account settings: name, phone, password, as a member who gets everything wrong first changes them.
import type { Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signedIn } from "../support/members";
import { greeting, person, signIn } from "../support/people";
import { useProduct } from "../support/product";
import { marksUnder, member, openSettings, section, send, type WrongWords } from "../support/settings";

const product = useProduct();

describe.each([true, false])("JavaScript: %s", (javaScript) => {
  test("the page is found from the dashboard, and says what is known of the account", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await page.getByRole("main").getByRole("link", { name: "Account settings" }).click();
    await page.getByRole("heading", { level: 1, name: "Account settings" }).waitFor();
    expect(await page.title()).toMatch(/^Account settings/);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await section(page, "Your email").getByText(who.email).waitFor();
    // The profile form sends nobody here to change the address: what can be done about it is said in its place.
    await section(page, "Your email").getByRole("link", { name: "hello@navarambh.example" }).waitFor();
    expect(await page.getByLabel("Full name").inputValue()).toBe(who.name);
    expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe(`+91 ${who.phone}`);
    expect(visitor.complaints()).toEqual([]);
  });

  test("a name is changed everywhere, after a mistake", async () => {
    const { visitor, page } = await member(product, { javaScript });
    await openSettings(visitor);
    const part = section(page, "Your name");
    await send(part, { "Full name": " " }, "Save name");
    expect(await marksUnder(part, "Enter your full name")).toEqual(["Enter your full name"]);

    await send(part, { "Full name": "Meera Joshi" }, "Save name");
    await part.getByText("Your name is changed.").waitFor();
    expect(await part.getByRole("alert").count()).toBe(0);
    expect(await part.getByLabel("Full name").inputValue()).toBe("Meera Joshi");
    await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
    // The message is said once.
    await visitor.open("/settings");
    await part.waitFor();
    expect(await page.getByText("Your name is changed.").count()).toBe(0);
    await visitor.open("/dashboard");
    await greeting(page, { name: "Meera Joshi" }).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test("a phone number is changed with the password, after every mistake", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await openSettings(visitor);
    const part = section(page, "Your phone number");
    // One that nobody else has.
    const phone = `+91 ${person().phone}`;
    const attempts: [Record<string, string>, WrongWords][] = [
      [
        { Phone: "", Password: "" },
        { title: "Please fill in all required fields", marks: ["Enter your phone number", "Enter your password"] },
      ],
      [
        { Phone: "+233 20 55", Password: who.password },
        {
          title: "Please enter a valid phone number",
          marks: ["Enter a phone number with 9 digits after +233 (Ghana), like 20 555 0101"],
        },
      ],
      [
        { Phone: phone, Password: "Not-the-one-1" },
        {
          title: "This is not your password. Check it and try again",
          marks: ["This is not your password. Check it and try again"],
        },
      ],
    ];
    for (const [fields, { title, marks }] of attempts) {
      await send(part, fields, "Save phone");
      expect(await marksUnder(part, title)).toEqual(marks);
      expect(await part.getByLabel("Phone", { exact: true }).inputValue()).toBe(fields.Phone);
    }
    await send(part, { Password: who.password }, "Save phone");
    await part.getByText("Your phone number is changed.").waitFor();
    expect(await part.getByLabel("Phone", { exact: true }).inputValue()).toBe(phone);
    expect(await part.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await visitor.open("/dashboard");
    await page.getByText(phone).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test("a password is changed after every mistake, and ends the other sessions", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    const elsewhere = await signedIn(product, who);
    await openSettings(visitor);
    const part = section(page, "Your password");
    const fields = (old: string, password: string, again: string) => ({
      "Current password": old,
      "New password": password,
      "Confirm new password": again,
    });
    const attempts: [Record<string, string>, WrongWords][] = [
      [
        fields("", "", ""),
        {
          title: "Please fill in all required fields",
          marks: ["Enter your current password", "Enter a password", "Enter the password once more"],
        },
      ],
      [
        fields(who.password, "short", "shirt"),
        {
          title: "Password must be at least 8 characters",
          marks: ["Password must be at least 8 characters", "Passwords do not match"],
        },
      ],
      [
        fields(who.password, "Jasmine-2026", "Jasmine-2027"),
        { title: "Passwords do not match", marks: ["Passwords do not match"] },
      ],
      [
        fields(who.password, who.password, who.password),
        {
          title: "You have this password already. Choose another one",
          marks: ["You have this password already. Choose another one"],
        },
      ],
      [
        fields("Not-the-one-1", "Jasmine-2026", "Jasmine-2026"),
        {
          title: "This is not your current password. Check it and try again",
          marks: ["This is not your current password. Check it and try again"],
        },
      ],
    ];
    for (const [answers, { title, marks }] of attempts) {
      await send(part, answers, "Change password");
      expect(await marksUnder(part, title)).toEqual(marks);
    }
    await send(part, fields(who.password, "Jasmine-2026", "Jasmine-2026"), "Change password");
    await part.getByText("Your password is changed. You are signed in here, and nowhere else.").waitFor();
    for (const label of Object.keys(fields("", "", ""))) {
      expect(await part.getByLabel(label, { exact: true }).inputValue()).toBe("");
    }
    const sessions = section(page, "Where you are signed in");
    await sessions.getByRole("listitem").nth(1).waitFor({ state: "detached" });
    expect(await sessions.getByRole("listitem").count()).toBe(1);

    await elsewhere.page.goto("/settings");
    await elsewhere.page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    await signIn(elsewhere.page, { email: who.email, password: "Jasmine-2026" });
    await greeting(elsewhere.page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test("a password that was tried too often keeps what was typed, and says when to try again", async () => {
    const { visitor, page } = await member(product, { javaScript });
    await openSettings(visitor);
    const part = section(page, "Your phone number");
    for (let i = 1; i <= 10; i += 1) {
      const isAnswer = (response: Response) => response.request().method() === "POST";
      await Promise.all([
        page.waitForResponse(isAnswer),
        send(part, { Phone: "+233 20 555 0101", Password: `Not-the-one-${i}` }, "Save phone"),
      ]);
      await marksUnder(part, "This is not your password. Check it and try again");
    }
    await send(part, { Password: "Not-the-one-11" }, "Save phone");
    const kept = "Everything you typed is still here.";
    const title = /^That was tried too often\. Try again in /;
    expect(await marksUnder(part, title)).toEqual([]);
    expect(await part.getByLabel("Phone", { exact: true }).inputValue()).toBe("+233 20 555 0101");
    expect(await part.getByRole("alert").getByText(kept).count()).toBe(javaScript ? 1 : 0);
    if (javaScript) {
      expect(await part.getByLabel("Password", { exact: true }).inputValue()).toBe("Not-the-one-11");
    }
    // The rest of the page goes on.
    await send(section(page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
    await page.getByText("Your name is changed.").waitFor();
  });

  test("a form that is sent after the session ended leads to the sign-in page", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await openSettings(visitor);
    const elsewhere = await signedIn(product, who);
    await elsewhere.page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await elsewhere.page.waitForURL((url) => url.pathname === "/");
    await send(section(page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
    await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
    expect(visitor.complaints()).toEqual([]);
  });

  test.each(["/settings", "/settings/delete"])("a guest who asks for %s gets the sign-in page", async (path) => {
    const { page, open } = await product.visit({ javaScript });
    await open(path);
    expect(new URL(page.url()).pathname).toBe("/login");
  });
});

test("a button that is pressed twice sends once, and says that it is busy", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  let posts = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await released;
    }
    await route.continue();
  });
  const part = section(page, "Your name");
  await part.getByLabel("Full name").fill("Meera Joshi");
  await part.getByRole("button", { name: "Save name" }).dblclick();
  await part.getByRole("button", { name: "Saving name..." }).click({ force: true });
  // Only the form that was sent is busy.
  await page.getByRole("button", { name: "Save phone" }).waitFor();
  release();
  await page.getByText("Your name is changed.").waitFor();
  expect(posts).toBe(1);
});

test("without a connection a form says so, and goes through once it is back", async () => {
  const { visitor, page, who } = await member(product);
  await openSettings(visitor);
  const part = section(page, "Your phone number");
  await page.route("**/settings.data*", (route) => route.abort("connectionfailed"));
  await send(part, { Phone: `+91 ${person().phone}`, Password: who.password }, "Save phone");
  await part.getByText("We could not be reached. Check your connection, then try again.").waitFor();
  await page.unroute("**/settings.data*");
  await part.getByRole("button", { name: "Save phone" }).click();
  await part.getByText("Your phone number is changed.").waitFor();
});

test("a number that another account has is said so, and the form goes on", async () => {
  const other = person({ role: "Mentor" });
  await member(product, {}, other);
  const { visitor, page, who } = await member(product);
  await openSettings(visitor);
  const part = section(page, "Your phone number");
  await send(part, { Phone: other.phone, Password: who.password }, "Save phone");
  const taken = "Another account has this phone number. Use another one.";
  expect(await marksUnder(part, taken)).toEqual([taken]);
  await send(part, { Phone: `+91 ${who.phone}` }, "Save phone");
  await part.getByText("Your phone number is changed.").waitFor();
});

test("two tabs do not get in each other's way", async () => {
  const { visitor, page, who } = await member(product);
  await openSettings(visitor);
  const other = await page.context().newPage();
  await other.goto("/settings");
  await section(other, "Your name").waitFor();
  await send(section(page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
  await page.getByText("Your name is changed.").waitFor();
  await send(
    section(other, "Your phone number"),
    { Phone: `+91 ${person().phone}`, Password: who.password },
    "Save phone",
  );
  await other.getByText("Your phone number is changed.").waitFor();
  expect(await other.getByLabel("Full name").inputValue()).toBe("Meera Joshi");
});

test("putting a mistake right takes its mark away, and the message stands until the next edit", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  const part = section(page, "Your phone number");
  await send(part, { Phone: "", Password: "" }, "Save phone");
  await part.getByRole("alert").getByRole("link", { name: "Enter your password" }).click();
  expect(await part.getByLabel("Password", { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.type("Marigold-2025");
  expect(await part.locator(".wrong").allTextContents()).toEqual(["Error: Enter your phone number"]);
});
