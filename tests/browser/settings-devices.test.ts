// The list of sessions, and ending one or all of them.
import { expect, test } from "vitest";
import { getPage } from "../support/http";
import { newMember } from "../support/members";
import { greeting, signInOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { openSettings, section } from "../support/settings";

const product = useProduct();
const SESSION_ENDED = "You were signed out, here or on another device. Sign in again to go on.";

/** The redirect of /settings for a session: null for a valid session, the sign-in page for an ended one. */
const redirectOf = async (cookie: string) => (await getPage(product.server, "/settings?whole", { cookie })).location;

test("another device is signed out once, and this one stays signed in", async () => {
  const { visitor, page, person } = await newMember(product);
  // The browser signs in itself, so that its session has the browser's name.
  await page.context().clearCookies();
  const { email, password } = person;
  const headers = { Origin: product.server.origin };
  await page.request.post("/api/account/sessions/email", { data: { email, password }, headers });
  const otherSession = await signInOverApi(product.server, person);
  await openSettings(visitor);
  const other = await page.context().newPage();
  // A page without a connection, which does not hear what the first one does.
  await other.routeWebSocket("**/api/realtime", () => {});
  await other.goto("/settings");
  const rows = (tab: typeof page) => section(tab, "Where you are signed in").getByRole("listitem");
  await expect.poll(() => rows(other).count()).toBe(3);
  expect(await rows(page).first().textContent()).toMatch(/^Chrome on .*This device.*Signed in /);

  const lastRow = (tab: typeof page) =>
    rows(tab)
      .nth(2)
      .getByRole("button", { name: /^Sign out of .*, signed in / });
  const isOtherSessionEnded = async () => (await redirectOf(otherSession)) !== null;
  await lastRow(page).click();
  await page
    .getByText(
      "That device is signed out. To sign in there again takes your password, or a code from your mail. With two-step sign-in it takes the code from your app as well.",
    )
    .waitFor();
  expect(await rows(page).count()).toBe(2);
  await lastRow(other).click();
  await other.getByText("That device was not signed in any more.").waitFor();
  expect(await other.getByText("That device is signed out.").count()).toBe(0);
  expect(await rows(other).count()).toBe(2);
  await rows(page).nth(1).getByRole("button").click();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await isOtherSessionEnded()).toBe(true);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("signing out of this device signs out its other tabs but no other devices, and Back shows nothing private", async () => {
  const { visitor, page, person } = await newMember(product);
  const otherSession = await signInOverApi(product.server, person);
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await greeting(other, person).waitFor();
  await visitor.open("/dashboard");
  await openSettings(visitor);
  await section(page, "Where you are signed in").getByRole("button", { name: "Sign out of this device" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  await other.getByText(SESSION_ENDED).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(person.email);
  expect(await redirectOf(otherSession)).toBeNull();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript one device is signed out, then all devices", async () => {
  const { visitor, page, person, cookie } = await newMember(product, { javaScript: false });
  const otherSession = await signInOverApi(product.server, person);
  await openSettings(visitor);
  const rows = section(page, "Where you are signed in").getByRole("listitem");
  await rows
    .nth(1)
    .getByRole("button", { name: /^Sign out of .*, signed in / })
    .click();
  await page.getByText("That device is signed out.").waitFor();
  expect(await rows.count()).toBe(1);
  expect(await redirectOf(otherSession)).toBe("/login?ended");

  const newSession = await signInOverApi(product.server, person);
  await visitor.open("/settings");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await redirectOf(newSession)).toBe("/login?ended");
  expect(await redirectOf(cookie)).toBe("/login?ended");
  expect(visitor.consoleErrors()).toEqual([]);
});
