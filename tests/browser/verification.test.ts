// The mail that confirms an address: its link, once, twice, too late or damaged, and the way on from each.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { mailTo } from "../support/mailbox";
import { greeting, type Person, person, signIn, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

/** A member who was sent the mail. @returns the member, and the path of the mail's link */
async function memberWithMail(): Promise<{ who: Person; link: string; cookie: string }> {
  const who = person();
  const cookie = await signUpOverApi(product.server, who);
  const sent = await fetch(`${product.server.origin}/api/account/verification`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: product.server.origin },
  });
  expect(sent.status).toBe(202);
  return { who, link: await newestLink(who, 1), cookie };
}

async function newestLink(who: Person, count: number): Promise<string> {
  await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(count);
  const [mail] = await mailTo(product.server, who.email);
  const { pathname, search } = new URL(mail?.links[0] ?? "", product.server.origin);
  return pathname + search;
}

const isVerified = async (cookie: string): Promise<boolean> => {
  const answer = await fetch(`${product.server.origin}/api/account`, { headers: { Cookie: cookie } });
  return ((await answer.json()) as { user: { emailVerified: boolean } }).user.emailVerified;
};
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const confirm = (page: Page) => page.getByRole("button", { name: "Confirm my email" }).click();

test.each([true, false])(
  "the link in the mailbox confirms the address, by a press and not by opening it (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const { who, cookie } = await memberWithMail();
    await page.goto("/__mailbox");
    await page.locator("article, section").filter({ hasText: who.email }).getByRole("link").first().click();
    await heading(page, "Confirm your email").waitFor();
    expect(await isVerified(cookie)).toBe(false);
    const notMine = page.getByRole("main").getByRole("link", { name: "choose a password" });
    expect(await notMine.getAttribute("href")).toBe("/reset-password");
    await confirm(page);
    await heading(page, "Your email is confirmed").waitFor();
    expect(await isVerified(cookie)).toBe(true);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(page, who);
    await greeting(page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])(
  "a link that was used says so, to a guest and to its member (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const { who, link } = await memberWithMail();
    for (const title of ["Your email is confirmed", "This link was used already"]) {
      await visitor.open(link);
      await confirm(page);
      await heading(page, title).waitFor();
    }
    await page.getByText("If it was you who opened it, your email is confirmed").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await signIn(page, who);
    await greeting(page, who).waitFor();
    // Whose address is known to be confirmed is not told about links.
    await visitor.open(link);
    await confirm(page);
    await heading(page, "Your email is confirmed").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Go to your dashboard" }).click();
    await greeting(page, who).waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])(
  "a damaged link says so, and whoever is signed in gets a new one there (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person();
    const cookie = await signUpOverApi(product.server, who);
    await visitor.open("/login");
    await signIn(page, who);
    await greeting(page, who).waitFor();

    await visitor.open(`/verify-email?userId=someone&secret=${"5e".repeat(100)}`);
    await confirm(page);
    await heading(page, "This link is damaged").waitFor();
    await page.getByRole("button", { name: "Send me a new link" }).click();
    await heading(page, "Look into your mail").waitFor();
    await page.getByRole("link", { name: "/__mailbox" }).waitFor();

    await visitor.open(await newestLink(who, 1));
    await confirm(page);
    await heading(page, "Your email is confirmed").waitFor();
    expect(await isVerified(cookie)).toBe(true);

    // There is nothing left to confirm.
    await visitor.open("/verify-email");
    await page.getByRole("button", { name: "Send me a new link" }).click();
    await heading(page, "Your email is confirmed").waitFor();
    expect(visitor.complaints()).toEqual([]);
  },
);

test("a link of which a part is missing says so, and a guest is told where to get another", async () => {
  const visitor = await product.visit();
  await visitor.open("/verify-email?userId=someone");
  await heading(visitor.page, "A part of this link is missing").waitFor();
  await visitor.page.getByText("For a new one, sign in and ask for it on your dashboard.").waitFor();
  await visitor.page.getByRole("main").getByRole("link", { name: "Sign in" }).waitFor();
});

test("a link that has expired says so", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const secret = "5e".repeat(128);
  await visitor.open(`/verify-email?userId=someone&secret=${secret}&expire=2025-01-01T00:00:00.000%2B00:00`);
  await confirm(page);
  await heading(page, "This link has expired").waitFor();
});

test("a second mail right after the first is not sent, with a word on when", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const { who } = await memberWithMail();
  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();
  await visitor.open("/verify-email");
  await page.getByRole("button", { name: "Send me a new link" }).click();
  await page
    .getByRole("alert")
    .getByRole("heading", {
      name: /^A mail was sent a moment ago\. Look for it first; you can ask for another one in /,
    })
    .waitFor();
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
});

test.each([true, false])(
  "on the page of a link that failed, a new one that cannot be sent yet is said to be so (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const { who } = await memberWithMail();
    await visitor.open("/login");
    await signIn(page, who);
    await greeting(page, who).waitFor();
    await visitor.open("/verify-email?userId=someone");
    await heading(page, "A part of this link is missing").waitFor();
    const again = page.getByRole("button", { name: "Send me a new link" });
    if (javaScript) {
      await page.route("**/verify-email.data*", (route) => route.abort());
      await again.click();
      await summary(page, "We could not be reached. Check your connection, then try again.").waitFor();
      await page.unroute("**/verify-email.data*");
    }
    await again.click();
    await page
      .getByRole("alert")
      .getByRole("heading", { name: /^A mail was sent a moment ago\./ })
      .waitFor();
    await again.waitFor();
  },
);

test.each(["light", "dark"] as const)("every state passes axe (%s)", async (colorScheme) => {
  const visitor = await product.visit({ colorScheme, width: 360 });
  const { page } = visitor;
  const { who, link } = await memberWithMail();
  const passes = async (title: string) => {
    await heading(page, title).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  };
  await visitor.open("/verify-email?userId=someone");
  await passes("A part of this link is missing");
  await visitor.open(link);
  await passes("Confirm your email");
  await confirm(page);
  await passes("Your email is confirmed");
  await visitor.open(link);
  await confirm(page);
  await passes("This link was used already");

  await visitor.open("/login");
  await signIn(page, who);
  await greeting(page, who).waitFor();
  await visitor.open("/verify-email");
  await passes("Confirm your email");
});

test("the summary of a confirmation that could not be made lets it be tried again", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const { link } = await memberWithMail();
  await visitor.open(link);
  await page.route("**/verify-email.data*", (route) => route.abort());
  await confirm(page);
  await summary(page, "We could not be reached. Check your connection, then try again.").waitFor();
  await page.unroute("**/verify-email.data*");
  await confirm(page);
  await heading(page, "Your email is confirmed").waitFor();
});
