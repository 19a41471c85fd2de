// Sign-out in a browser with a back/forward cache, and forms that are submitted twice.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { holdPosts } from "../support/forms";
import { mailsTo } from "../support/mailbox";
import { newMember } from "../support/members";
import { createPerson, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct({ chromium: { hasBackForwardCache: true } });

/** Records the text of each page at its `pageshow` event, before any other script runs. */
async function recordShownPages(page: Page): Promise<{ path: string; isFromCache: boolean; text: string }[]> {
  const shown: { path: string; isFromCache: boolean; text: string }[] = [];
  await page.exposeFunction("recordPage", (shownPage: (typeof shown)[number]) => shown.push(shownPage));
  await page.addInitScript(() => {
    const { recordPage } = window as unknown as { recordPage(shownPage: object): void };
    addEventListener(
      "pageshow",
      ({ persisted }) => {
        const { hidden, textContent } = document.body;
        recordPage({ path: location.pathname, isFromCache: persisted, text: hidden ? "" : textContent });
      },
      true,
    );
  });
  return shown;
}

/**
 * Goes back one history entry. Playwright's `goBack` waits for a load event, which a cached page does not have.
 * @returns false when only the initial blank page is left
 */
async function goBack(page: Page): Promise<boolean> {
  const devtools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await devtools.send("Page.getNavigationHistory");
  const entry = entries[currentIndex - 1];
  const canGoBack = entry !== undefined && entry.url !== "about:blank";
  if (canGoBack) {
    await devtools.send("Page.navigateToHistoryEntry", { entryId: entry.id });
    const index = async () => (await devtools.send("Page.getNavigationHistory")).currentIndex;
    await expect.poll(index).toBe(currentIndex - 1);
  }
  await devtools.detach();
  return canGoBack;
}

test("a guest's page is restored from the back/forward cache", async () => {
  const { page } = await product.visit();
  const shown = await recordShownPages(page);
  // Without a sign of intent these pages load no code. A page that is still loading is not cached.
  await page.goto("/terms");
  await page.goto("/privacy");
  await goBack(page);
  await expect.poll(() => shown.at(-1)).toMatchObject({ path: "/terms", isFromCache: true });
});

test.each([true, false])(
  "after a sign-out no history entry shows private data (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const person = createPerson({ name: "Meenakshi Sundaram" });
    await signUpOverApi(product.server, person);
    // Without JavaScript the filled-in sign-in page stays in the history.
    await visitor.open("/login");
    await signIn(page, person);
    await greeting(page, person).waitFor();
    const shown = await recordShownPages(page);
    // A page that streams loads once more without JavaScript, which would interrupt the next navigation.
    const dashboard = javaScript ? "/dashboard" : "/dashboard?whole";
    // Document navigations, which the cache can keep.
    for (const path of [dashboard, "/about", dashboard]) await page.goto(path);
    await greeting(page, person).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const before = shown.length;
    let steps = 0;
    while (await goBack(page)) {
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

test("a sign-out in one tab redirects another to the sign-in page, and Back shows nothing private there", async () => {
  const { visitor, page, person } = await newMember(product, {}, createPerson({ name: "Meenakshi Sundaram" }));
  await visitor.open("/dashboard");
  const other = await page.context().newPage();
  const shown = await recordShownPages(other);
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await other.goto("/stories");
  await waitForHydration(other);
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.getByText("You were signed out, here or on another device. Sign in again to go on.").waitFor();
  const before = shown.length;
  expect(await goBack(other)).toBe(true);
  await other.getByRole("banner").getByRole("link", { name: "Get Started" }).first().waitFor({ state: "attached" });
  expect(await other.locator("body").textContent()).not.toContain(person.name);
  for (const { text } of shown.slice(before)) expect(text).not.toContain(person.name);
});

test("a double click sends one recovery mail, changes the password once and confirms the email once", {
  tags: "mail",
}, async () => {
  const { page, open } = await product.visit();
  const person = createPerson();
  await signUpOverApi(product.server, person);
  /** Double-clicks a button, and clicks it again while it is busy. @returns how often the form was posted */
  const clickRepeatedly = async (button: string, busyLabel: string, next: string) => {
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
  expect(await clickRepeatedly("Send me a link", "Sending...", "Look into your mail")).toBe(1);
  await expect.poll(async () => (await mailsTo(product.server, person.email)).length).toBe(1);

  const [mail] = await mailsTo(product.server, person.email);
  await open(mail?.links[0] ?? "/the-mail-has-no-link");
  for (const field of ["New password", "Confirm password"])
    await page.getByLabel(field, { exact: true }).fill("Jasmine-2026");
  expect(await clickRepeatedly("Change password", "Changing Password...", "Your password is changed")).toBe(1);

  await open(`/verify-email?userId=someone&secret=${"5e".repeat(128)}`);
  expect(await clickRepeatedly("Confirm my email", "Confirming...", "This link is damaged")).toBe(1);
});
