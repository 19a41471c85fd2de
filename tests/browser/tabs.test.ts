// Two tabs, the way back, and presses twice, in a browser that keeps whole pages for the way back.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { untilHydrated, type Visitor } from "../support/browser";
import { mailTo } from "../support/mailbox";
import { greeting, type Person, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct({ keepsPages: true });

async function memberOf(visitor: Visitor): Promise<Person> {
  const who = person({ name: "Meenakshi Sundaram" });
  await signUpOverApi(product.server, who);
  await visitor.open("/login");
  await signIn(visitor.page, who);
  await greeting(visitor.page, who).waitFor();
  return who;
}

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
  const { page, open } = await product.visit();
  const shown = await watchShown(page);
  await open("/terms");
  // A page that still loads something is not kept.
  await page.waitForLoadState("networkidle");
  await open("/privacy");
  await stepBack(page);
  await expect.poll(() => shown.at(-1)).toMatchObject({ path: "/terms", isKept: true });
});

test.each([true, false])(
  "after a log-out, no step back shows anything private (JavaScript: %s)",
  async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = await memberOf(visitor);
    const shown = await watchShown(page);
    // Whole documents, as a browser itself would keep them.
    for (const path of ["/dashboard", "/about", "/dashboard"]) await page.goto(path);
    await greeting(page, who).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    const before = shown.length;
    // Without scripts the sign-in page is among them, filled in.
    while (await stepBack(page)) {
      await page.getByRole("banner").getByRole("link", { name: "Get Started" }).first().waitFor({ state: "attached" });
      const text = await page.locator("body").textContent();
      for (const secret of [who.name, who.email]) expect(text).not.toContain(secret);
      const inputs = page.locator("main input");
      const typed = await inputs.evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      expect(typed).not.toContain(who.password);
    }
    for (const { text } of shown.slice(before)) {
      for (const secret of [who.name, who.email]) expect(text).not.toContain(secret);
    }
  },
);

test("a log-out in one tab takes the other to the sign-in page, and its way back shows nothing private", async () => {
  const visitor = await product.visit();
  const who = await memberOf(visitor);
  const other = await visitor.page.context().newPage();
  const shown = await watchShown(other);
  await other.goto("/dashboard");
  await greeting(other, who).waitFor();
  await other.goto("/stories");
  await untilHydrated(other);
  await visitor.page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.getByText("Your session has ended. Sign in again to go on.").waitFor();
  const before = shown.length;
  expect(await stepBack(other)).toBe(true);
  await other.getByRole("banner").getByRole("link", { name: "Get Started" }).first().waitFor({ state: "attached" });
  expect(await other.locator("body").textContent()).not.toContain(who.name);
  for (const { text } of shown.slice(before)) expect(text).not.toContain(who.name);
});

/** Counts what a page posts, and holds the first of it until it is let go. */
async function holdPosts(page: Page): Promise<{ count: () => number; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let posts = 0;
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await released;
    }
    await route.continue();
  });
  return { count: () => posts, release: () => release() };
}

test("a press twice on Sign In signs in once", async () => {
  const { page, open } = await product.visit();
  const who = person();
  await signUpOverApi(product.server, who);
  await open("/login");
  const posts = await holdPosts(page);
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).dblclick();
  await page.getByRole("button", { name: "Signing In..." }).click({ force: true });
  posts.release();
  await greeting(page, who).waitFor();
  expect(posts.count()).toBe(1);
});

test("a press twice on a mail's buttons sends one mail, changes the password once and confirms once", async () => {
  const { page, open } = await product.visit();
  const who = person();
  await signUpOverApi(product.server, who);
  await open("/reset-password");
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  const asked = await holdPosts(page);
  await page.getByRole("button", { name: "Send me a link" }).dblclick();
  await page.getByRole("button", { name: "Sending..." }).click({ force: true });
  asked.release();
  await page.getByRole("heading", { level: 1, name: "Look into your mail" }).waitFor();
  expect(asked.count()).toBe(1);
  await expect.poll(async () => (await mailTo(product.server, who.email)).length).toBe(1);

  const [mail] = await mailTo(product.server, who.email);
  await open(mail?.links[0] ?? "/the-mail-has-no-link");
  for (const field of ["New password", "Confirm password"])
    await page.getByLabel(field, { exact: true }).fill("Jasmine-2026");
  await page.unrouteAll();
  const changed = await holdPosts(page);
  await page.getByRole("button", { name: "Change password" }).dblclick();
  await page.getByRole("button", { name: "Changing Password..." }).click({ force: true });
  changed.release();
  await page.getByRole("heading", { level: 1, name: "Your password is changed" }).waitFor();
  expect(changed.count()).toBe(1);

  await open(`/verify-email?userId=someone&secret=${"5e".repeat(128)}`);
  await page.unrouteAll();
  const confirmed = await holdPosts(page);
  await page.getByRole("button", { name: "Confirm my email" }).dblclick();
  await page.getByRole("button", { name: "Confirming..." }).click({ force: true });
  confirmed.release();
  await page.getByRole("heading", { level: 1, name: "This link is damaged" }).waitFor();
  expect(confirmed.count()).toBe(1);
});
