// The list of sessions, and signing out of one of them or of all.
import { describe, expect, test } from "vitest";
import { signedIn } from "../support/members";
import { useProduct } from "../support/product";
import { member, openSettings, section } from "../support/settings";

const product = useProduct();
const ENDED = "Your session has ended. Sign in again to go on.";

describe.each([true, false])("JavaScript: %s", (javaScript) => {
  test("another device is signed out, this one stays", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    const elsewhere = await signedIn(product, who);
    await openSettings(visitor);
    const list = section(page, "Where you are signed in");
    const rows = list.getByRole("listitem");
    // The sign-up itself opened one as well.
    expect(await rows.count()).toBe(3);
    expect(await rows.first().textContent()).toMatch(/Chrome on Linux.*This device.*Signed in /);
    await rows
      .nth(1)
      .getByRole("button", { name: /^Sign out of Chrome on Linux, signed in / })
      .click();
    await list
      .getByText("That device is signed out. To come back in it needs your password, or a code from your mail.")
      .waitFor();
    expect(await rows.count()).toBe(2);
    await elsewhere.page.goto("/dashboard");
    await elsewhere.page.getByText(ENDED).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });

  test("signing out of this device is a log-out that leaves the others alone", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    const elsewhere = await signedIn(product, who);
    await openSettings(visitor);
    await section(page, "Where you are signed in").getByRole("button", { name: "Sign out of this device" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.locator("body").textContent()).not.toContain(who.email);
    await openSettings(elsewhere);
    expect(visitor.complaints()).toEqual([]);
  });

  test("signing out everywhere ends every session", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    const elsewhere = await signedIn(product, who);
    await openSettings(visitor);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await elsewhere.page.goto("/settings");
    await elsewhere.page.getByText(ENDED).waitFor();
  });

  test("a session that another tab has ended already is not said to be ended once more", async () => {
    const { visitor, page, who } = await member(product, { javaScript });
    await signedIn(product, who);
    await openSettings(visitor);
    const other = await page.context().newPage();
    await other.goto("/settings");
    const row = (tab: typeof page) =>
      section(tab, "Where you are signed in").getByRole("listitem").nth(1).getByRole("button");
    await row(other).waitFor();
    await row(page).click();
    await page.getByText("That device is signed out.").waitFor();
    await row(other).click();
    await other.getByText("That device was not signed in any more.").waitFor();
    expect(await other.getByText("That device is signed out.").count()).toBe(0);
    expect(await section(other, "Where you are signed in").getByRole("listitem").count()).toBe(2);
  });
});

test("a page that the browser kept whole is asked for anew, and shows nothing to a guest", async () => {
  const { visitor, page, who } = await member(product);
  await openSettings(visitor);
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(who.email);
});

test("other tabs leave too when this device is signed out", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await other.getByRole("heading", { level: 1, name: /^Welcome back/ }).waitFor();
  await section(page, "Where you are signed in").getByRole("button", { name: "Sign out of this device" }).click();
  await other.getByText(ENDED).waitFor();
});

test("a form with another session's name than the backend makes ends nothing", async () => {
  const { visitor, page } = await member(product);
  await openSettings(visitor);
  for (const session of ["", "..", "a/../../sessions"]) {
    const answer = await page.request.post("/settings", {
      form: { intent: "session", session },
      headers: { Origin: product.server.origin },
    });
    expect(answer.status()).toBe(400);
  }
  await openSettings(visitor);
});
