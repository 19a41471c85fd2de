// Two tabs and the way back, in a browser that keeps whole pages for it, and forms that are pressed twice.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { holdPosts } from "../support/forms";
import { mailsTo } from "../support/mailbox";
import { newMember } from "../support/members";
import { createPerson, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct({ chromium: { hasBackForwardCache: true } });

/** What stands on a page at the moment it is shown, kept whole or new, before any script of ours has had its turn. */
async function watchShown(page: Page): Promise<{ path: string; isKept: boolean; text: string }[]> {
  const shown: { path: string; isKept: boolean; text: string }[] = [];
  await page.exposeFunction("tellShown", (one: (typeof shown)[number]) => shown.push(one));
  await page.addInitScript(() => {
    const { tellShown } = window as unknown as { tellShown(one: object): void };
    addEventListener(
      "pageshow",
      ({ persisted }) => {
        const { hidden, textContent } = document.body;
        tellShown({ path: location.pathname, isKept: persisted, text: hidden ? "" : textContent });
      },
      true,
    );
  });
  return shown;
}

/**
 * Takes one step back, as the browser's own button does; Playwright's waits for a load, which a kept page has none of.
 * @returns false when nothing but the empty first page was left behind
 */
async function stepBack(page: Page): Promise<boolean> {
  const browser = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await browser.send("Page.getNavigationHistory");
  const entry = entries[currentIndex - 1];
  const isThere = entry !== undefined && entry.url !== "about:blank";
  if (isThere) {
    await browser.send("Page.navigateToHistoryEntry", { entryId: entry.id });
    const index = async () => (await browser.send("Page.getNavigationHistory")).currentIndex;
    await expect.poll(index).toBe(currentIndex - 1);
  }
  await browser.detach();
  return isThere;
}

test("this browser does keep a guest's page whole for the way back", async () => {
  const { page } = await product.visit();
  const shown = await watchShown(page);
  // As nobody touches these pages, they load nothing more: a page that still does is not kept.
  await page.goto("/terms");
  await page.goto("/privacy");
  await stepBack(page);
  await expect.poll(() => shown.at(-1)).toMatchObject({ path: "/terms", isKept: true });
});

test.each([true, false])(
  "after a log-out, no step back shows anything private (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const person = createPerson({ name: "Meenakshi Sundaram" });
    await signUpOverApi(product.server, person);
    // Without scripts the sign-in page is one of those behind, filled in.
    await visitor.open("/login");
    await signIn(page, person);
    await greeting(page, person).waitFor();
    const shown = await watchShown(page);
    // Whole documents, as a browser itself would keep them.
    for (const path of ["/dashboard", "/about", "/dashboard"]) await page.goto(path);
    await greeting(page, person).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const before = shown.length;
    let steps = 0;
    while (await stepBack(page)) {
      steps += 1;
      await page.getByRole("banner").getByRole("link", { name: "Get Started" }).first().waitFor({ state: "attached" });
      const text = await page.locator("body").textContent();
      for (const secret of [person.name, person.email]) expect(text).not.toContain(secret);
      const inputs = page.locator("main input");
      const typed = await inputs.evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      expect(typed).not.toContain(person.password);
    }
    expect(steps).toBeGreaterThanOrEqual(2);
    for (const { text } of shown.slice(before)) {
      for (const secret of [person.name, person.email]) expect(text).not.toContain(secret);
    }
  },
);

test("a log-out in one tab takes the other to the sign-in page, and its way back shows nothing private", async () => {
  const { visitor, page, person } = await newMember(product, {}, createPerson({ name: "Meenakshi Sundaram" }));
  await visitor.open("/dashboard");
  const other = await page.context().newPage();
  const shown = await watchShown(other);
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await other.goto("/stories");
  await waitForHydration(other);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.getByText("Your session has ended. Sign in again to go on.").waitFor();
  const before = shown.length;
  expect(await stepBack(other)).toBe(true);
  await other.getByRole("banner").getByRole("link", { name: "Get Started" }).first().waitFor({ state: "attached" });
  expect(await other.locator("body").textContent()).not.toContain(person.name);
  for (const { text } of shown.slice(before)) expect(text).not.toContain(person.name);
});

test("a press twice on a mail's buttons sends one mail, changes the password once and confirms once", async () => {
  const { page, open } = await product.visit();
  const person = createPerson();
  await signUpOverApi(product.server, person);
  /** Presses a button twice, and once more while it is busy. @returns how often the form was sent, once the page that follows is there */
  const pressTwice = async (button: string, busyLabel: string, next: string) => {
    await page.unrouteAll();
    const posts = await holdPosts(page);
    await page.getByRole("button", { name: button }).dblclick();
    await page.getByRole("button", { name: busyLabel }).click({ force: true });
    posts.release();
    await page.getByRole("heading", { level: 1, name: next }).waitFor();
    return posts.count();
  };
  await open("/reset-password");
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  expect(await pressTwice("Send me a link", "Sending...", "Look into your mail")).toBe(1);
  await expect.poll(async () => (await mailsTo(product.server, person.email)).length).toBe(1);

  const [mail] = await mailsTo(product.server, person.email);
  await open(mail?.links[0] ?? "/the-mail-has-no-link");
  for (const field of ["New password", "Confirm password"])
    await page.getByLabel(field, { exact: true }).fill("Jasmine-2026");
  expect(await pressTwice("Change password", "Changing Password...", "Your password is changed")).toBe(1);

  await open(`/verify-email?userId=someone&secret=${"5e".repeat(128)}`);
  expect(await pressTwice("Confirm my email", "Confirming...", "This link is damaged")).toBe(1);
});
