// What a member does on one device shows on another: two browsers with a session each.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { postForm } from "../support/http";
import { type MemberVisit, newMember, profileValue, visitSignedIn } from "../support/members";
import { greeting, signInOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { interceptSockets, recordMessages, setHidden, slowDown, whenConnected } from "../support/realtime";
import { openSettings, section, submitSection } from "../support/settings";
import { fileBytes } from "../support/test-files";
import { confirmEmail } from "../support/two-step";

const product = useProduct();
const SESSION_ENDED = "You were signed out, here or on another device. Sign in again to go on.";

/** Opens a member's page, and waits until it is connected. */
async function openConnected({ visitor, page }: Pick<MemberVisit, "visitor" | "page">, path: string): Promise<void> {
  const connected = whenConnected(page);
  await visitor.open(path);
  await connected;
}

/** Calls the API with a page's session. */
async function callApi(page: Page, method: string, path: string, data?: unknown): Promise<void> {
  const headers = { Origin: product.server.origin };
  const response = await page.request.fetch(`/api${path}`, { method, data, headers });
  if (!response.ok()) throw new Error(`${method} ${path} returned ${response.status()}`);
}

const announcement = (page: Page) => page.locator("[aria-live=polite]", { hasText: "This page was just updated" });
const rows = (page: Page) => section(page, "Where you are signed in").getByRole("listitem");

test("two devices show each other's changes, and say so without moving the focus", async () => {
  const phone = await newMember(product);
  const visitor = await visitSignedIn(product, phone.person, { width: 360 });
  const laptop = { visitor, page: visitor.page };
  await openConnected(phone, "/dashboard");
  await openConnected(laptop, "/settings");

  await submitSection(section(laptop.page, "Your name"), { "Full name": "Meera Joshi" }, "Save name");
  await greeting(phone.page, { name: "Meera Joshi" }).waitFor();
  // The session cookie of this device has the new name, too.
  await phone.page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
  await expect.poll(() => announcement(phone.page).textContent()).toMatch(/: your account, your profile\.$/);
  expect(await phone.page.evaluate(() => document.activeElement === document.body)).toBe(true);
  // The page that made the change keeps its message, and announces nothing about itself.
  await laptop.page.getByText("Your name is changed.").waitFor();
  expect(await announcement(laptop.page).count()).toBe(0);

  await callApi(laptop.page, "PATCH", "/profile", { location: "Satara" });
  await expect.poll(() => profileValue(phone.page, "Location").textContent()).toBe("Satara");

  await laptop.page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => rows(laptop.page).count()).toBe(2);
  await signInOverApi(product.server, phone.person);
  await expect.poll(() => rows(laptop.page).count()).toBe(3);
  expect([...phone.visitor.consoleErrors(), ...visitor.consoleErrors()]).toEqual([]);
});

test("a file and a confirmed email of another device are followed", { tags: "mail" }, async () => {
  const phone = await newMember(product);
  const visitor = await visitSignedIn(product, phone.person);
  const laptop = { visitor, page: visitor.page };
  await openConnected(phone, "/dashboard");
  await openConnected(laptop, "/settings");

  await confirmEmail(product.server, phone.person, phone.cookie);
  await section(laptop.page, "Your email").getByText("Confirmed", { exact: true }).waitFor();

  const file = new FormData();
  file.set("kind", "resume");
  file.set("resume", new File([fileBytes("pdf", 9_000)], "first-job.pdf"));
  const saved = await postForm(product.server, "/profile/file", file, { cookie: phone.cookie });
  expect(saved.location).toMatch(/^\/dashboard/);
  await phone.page.getByText("first-job.pdf").first().waitFor();
});

test("a page that somebody types in changes only afterwards, and keeps what was typed", async () => {
  const member = await newMember(product);
  const { page, person } = member;
  const messages = recordMessages(page);
  const connected = whenConnected(page);
  await openSettings(member.visitor);
  await connected;
  const name = section(page, "Your name").getByLabel("Full name");
  await name.fill("Half a na");
  await signInOverApi(product.server, person);
  await callApi(page, "PATCH", "/account/name", { name: "Meera Joshi" });
  await expect.poll(() => messages.join()).toMatch(/sessions.*profile|profile.*sessions/);
  await page.keyboard.type("me");
  expect(await rows(page).count()).toBe(1);
  expect(await page.getByRole("banner").getByText("Meera Joshi").count()).toBe(0);
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
  expect(await name.inputValue()).toBe("Half a name");
  expect(member.visitor.consoleErrors()).toEqual([]);
});

test("a page that the member went on to meanwhile is not read again", async () => {
  const member = await newMember(product);
  const { page } = member;
  await openConnected(member, "/settings");
  const released = Promise.withResolvers<void>();
  await page.route("**/api/account", async (route) => {
    await released.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/account");
  await signInOverApi(product.server, member.person);
  await asked;
  await page.getByRole("link", { name: "Delete my account" }).click();
  // The address changes before the page, and the page before has a field with this label, too.
  await page.getByRole("heading", { level: 1, name: "Delete your account" }).waitFor();
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("half a passw");
  await page.getByRole("heading", { level: 1 }).click();
  const reads: string[] = [];
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  const answered = page.waitForResponse("**/api/account");
  released.resolve();
  await answered;
  await page.waitForTimeout(500);
  expect(reads.filter((path) => path.endsWith(".data"))).toEqual([]);
  expect(await password.inputValue()).toBe("half a passw");
});

test("a change that arrives while a refused form is sent is shown afterwards", async () => {
  const member = await newMember(product);
  const { page } = member;
  await openConnected(member, "/settings");
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
  const [accountReleased, formReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/account", async (route) => {
    await accountReleased.promise;
    await route.continue();
  });
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "POST") await formReleased.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/account");
  await signInOverApi(product.server, member.person);
  await asked;
  const sent = page.waitForRequest((request) => request.method() === "POST");
  const form = section(page, "Your password");
  const password = "Kolhapur-monsoon-77";
  const fields = { "Current password": "wrong", "New password": password, "Confirm new password": password };
  await submitSection(form, fields, "Change password");
  await sent;
  const answered = page.waitForResponse("**/api/account");
  accountReleased.resolve();
  await answered;
  formReleased.resolve();
  await page.getByRole("alert").first().waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
});

test("a sign-out on another device ends the page here, which says why, and deletes stored forms", async () => {
  const member = await newMember(product);
  const { page, person } = member;
  await openConnected(member, "/profile");
  await page.getByRole("combobox", { name: "Location" }).selectOption("Nagpur");
  const other = await visitSignedIn(product, person);
  await callApi(other.page, "DELETE", "/account/sessions");
  await page.getByText(SESSION_ENDED).waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("navarambh:")))).toEqual(
    [],
  );
  expect(await page.locator("body").textContent()).not.toContain(person.email);
  expect(member.visitor.consoleErrors()).toEqual([]);
});

test("both tabs of a browser follow, and one that signs out goes to the home page", async () => {
  const member = await newMember(product);
  const { page, visitor, person } = member;
  await openConnected(member, "/dashboard");
  const other = await page.context().newPage();
  const connected = whenConnected(other);
  await other.goto("/dashboard");
  await connected;
  await callApi(page, "PATCH", "/profile", { location: "Satara" });
  for (const tab of [page, other]) {
    await expect.poll(() => profileValue(tab, "Location").textContent()).toBe("Satara");
  }
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await other.getByText(SESSION_ENDED).waitFor();
  expect(await other.locator("body").textContent()).not.toContain(person.email);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a connection that is cut twenty times comes back, the first times after a second, and the page catches up", async () => {
  const member = await newMember(product);
  const { page } = member;
  const sockets = await interceptSockets(page);
  await openConnected(member, "/dashboard");
  const cut = async () => {
    const connected = whenConnected(page);
    await sockets.at(-1)?.close({ code: 1013 });
    await connected;
  };
  const started = Date.now();
  await cut();
  await cut();
  // Two waits of a second.
  expect(Date.now() - started).toBeGreaterThan(2_000);
  // From here on the page's timers run twenty times as fast.
  await page.evaluate(() => {
    const { setTimeout } = window;
    const quick = (run: () => void, milliseconds = 0) => setTimeout(run, milliseconds / 20);
    Object.assign(window, { setTimeout: quick });
  });
  for (let n = 3; n < 20; n += 1) await cut();
  const connected = whenConnected(page);
  await sockets.at(-1)?.close({ code: 1013 });
  await callApi(page, "PATCH", "/profile", { location: "Satara" });
  await connected;
  expect(sockets).toHaveLength(21);
  await expect.poll(() => profileValue(page, "Location").textContent()).toBe("Satara");
  expect(member.visitor.consoleErrors()).toEqual([]);
});

test("a page on a slow network follows, too", async () => {
  const member = await newMember(product);
  const { page } = member;
  await slowDown(page);
  await openConnected(member, "/dashboard");
  // Two changes, one while the page still reads the other.
  const location = profileValue(page, "Location");
  const read = page.waitForRequest((request) => request.url().includes("/dashboard.data"));
  await callApi(page, "PATCH", "/profile", { location: "Satara" });
  await read;
  await callApi(page, "PATCH", "/profile", { location: "Nashik" });
  await expect.poll(() => location.textContent(), { timeout: 30_000 }).toBe("Nashik");
  expect(member.visitor.consoleErrors()).toEqual([]);
});

test("a hidden page has no connection, and catches up when it is seen again", async () => {
  const member = await newMember(product);
  const { page } = member;
  await openConnected(member, "/dashboard");
  await setHidden(page, true);
  await callApi(page, "PATCH", "/profile", { location: "Satara" });
  expect(await profileValue(page, "Location").textContent()).toBe("Pune");
  const connected = whenConnected(page);
  await setHidden(page, false);
  await connected;
  await expect.poll(() => profileValue(page, "Location").textContent()).toBe("Satara");
  expect(member.visitor.consoleErrors()).toEqual([]);
});
