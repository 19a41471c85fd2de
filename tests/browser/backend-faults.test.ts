// Pages with JavaScript while the backend fails, and after it is restored.
// Messages, statuses and the same forms without JavaScript are in tests/pages/backend-faults-*.test.ts.
// @module-tag own-server
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { startProductOn } from "../support/appwrite";
import { accessibilityViolations } from "../support/browser";
import { restoreBackend, useFaultyAppwrite } from "../support/faulty-appwrite";
import { OUTAGE } from "../support/faulty-product";
import { fieldError, formError } from "../support/forms";
import { fetchProfile, newMember, profileValue } from "../support/members";
import { createPerson, fillSignUp, greeting, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { whenConnected } from "../support/realtime";
import { openSettings, section, submitSection } from "../support/settings";
import { fileBytes, fingerprint, writeFile } from "../support/test-files";

const appwrite = useFaultyAppwrite();
const product = useProduct({ start: () => startProductOn(appwrite()), mayLogErrors: true });
const restore = () => restoreBackend(appwrite(), product.server);
beforeEach(restore);

/** The page's own attempts to connect count as failures, too: after four in a row no call is made, and the message is the second one. */
const BACKEND_FAILED =
  /^(Something went wrong on our side\. Try again\.|Navarambh cannot reach its records right now\.)/;

/** Changes a member's name as another device would. */
async function renameMember(cookie: string, name: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: product.server.origin, "Content-Type": "application/json" };
  const body = JSON.stringify({ name });
  const response = await fetch(`${product.server.origin}/api/account/name`, { method: "PATCH", headers, body });
  if (!response.ok) throw new Error(`PATCH /account/name returned ${response.status}`);
}

/** Opens a member's settings, waits until they follow changes, and leaves an unsaved name in its field. */
async function typeIntoSettings() {
  const member = await newMember(product);
  const { page } = member;
  const connected = whenConnected(page);
  await openSettings(member.visitor);
  await connected;
  const name = section(page, "Your name").getByLabel("Full name");
  await name.fill("Meera J");
  await page.getByRole("heading", { level: 1 }).click();
  return { ...member, name };
}

test("a failed sign-in keeps what was typed, and works when it is submitted again", async () => {
  const { page, open } = await product.visit();
  const person = createPerson();
  await signUpOverApi(product.server, person);
  appwrite().fail(/^POST \/account\/sessions\/email$/, {
    code: 429,
    type: "general_rate_limit_exceeded",
    message: "Rate limit for the current endpoint has been exceeded. Please try again after some time.",
    headers: { "X-RateLimit-Reset": String(Math.floor(Date.now() / 1000) + 600) },
  });
  await open("/login");
  await signIn(page, person);
  const alert = page.getByRole("alert");
  await alert
    .getByRole("heading", { name: / Try again in \d+ minutes\. Everything you typed is still here\.$/ })
    .waitFor();
  expect(await alert.getByRole("link", { name: "sign in with a code" }).getAttribute("href")).toBe("/login/code");
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
  expect(await accessibilityViolations(page)).toEqual([]);
  appwrite().reset();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await greeting(page, person).waitFor();
});

test.each([
  ["/login", "sign-in with a password", /^POST \/account\/sessions\/email$/],
  ["/login/code", "request for a code", /^GET \/users\b/],
])("%s leads to a new password after one %s too many, and keeps the email", async (path, _, call) => {
  const { page, open } = await product.visit();
  const person = createPerson();
  const type = "general_rate_limit_exceeded";
  appwrite().fail(call, { code: 429, type, message: "Rate limit exceeded.", headers: {} });
  await open(path);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  if (path === "/login") await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByRole("link", { name: "set a new password" }).click();
  await page.getByRole("heading", { level: 1, name: "Forgotten your password?" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(person.email);
});

test("a file that the backend has no storage for has an error at its field", async () => {
  const { page, open } = await product.visit();
  appwrite().fail(/^POST \/storage\//, {
    code: 400,
    type: "storage_device_not_found",
    message: "The requested storage device could not be found.",
  });
  await open("/signup");
  await fillSignUp(page, createPerson({ role: "Mentor" }));
  const portfolio = page.getByLabel("Portfolio");
  await portfolio.setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 20_000)));
  await expect
    .poll(() => fieldError(portfolio))
    .toBe("We have no room for files right now. Go on without it, and add it later from your dashboard");
});

test("signing out succeeds with a disconnected backend, and the session is rejected from then on", async () => {
  const { visitor, person, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  const cookie = (await page.context().cookies()).find(({ name }) => name === "__Host-session");
  appwrite().disconnect();
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");

  // The old cookie must not work any more.
  await restore();
  const headers = { Cookie: `__Host-session=${cookie?.value}` };
  const account = await fetch(`${product.server.origin}/api/account`, { headers });
  expect(await account.json()).toEqual({ user: null, profile: null });
});

test("a dashboard that did not load can be retried", async () => {
  const { visitor, person, page } = await newMember(product);
  appwrite().disconnect();
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Your dashboard did not load" }).waitFor();
  await restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await greeting(page, person).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("settings that did not load can be retried", async () => {
  const { visitor, page } = await newMember(product);
  appwrite().disconnect();
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Your settings did not load" }).waitFor();
  await restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await section(page, "Where you are signed in").getByText("This device", { exact: true }).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a page whose backend is gone for a while stays as it is, and catches up", async () => {
  const { visitor, page, cookie, name } = await typeIntoSettings();
  const connectedAgain = whenConnected(page);
  appwrite().disconnect();
  await expect
    .poll(
      () =>
        appwrite()
          .calls()
          .filter((call) => call === "GET /account").length,
    )
    .toBeGreaterThan(0);
  expect(await name.inputValue()).toBe("Meera J");
  await restore();
  await renameMember(cookie, "Meera Joshi");
  await connectedAgain;
  await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
  expect(await name.inputValue()).toBe("Meera J");
  expect(visitor.consoleErrors()).toEqual([]);
});

test.each<[string, (page: Page) => unknown]>([
  ["network", (page) => page.route("**/settings.data*", (route) => route.abort())],
  ["backend", () => appwrite().fail(/^GET \/account\/sessions$/, OUTAGE)],
])("a page that follows a change keeps what was typed when the %s fails meanwhile, and catches up", async (_, fail) => {
  const { page, cookie, name } = await typeIntoSettings();
  await fail(page);
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().includes("/settings.data")) reads += 1;
  });
  await renameMember(cookie, "Meera Joshi");
  await expect.poll(() => reads).toBe(1);
  // By now a failed read would have replaced the page by an error. The page makes its next attempt after five seconds.
  await page.waitForTimeout(500);
  expect(reads).toBe(1);
  expect(await name.inputValue()).toBe("Meera J");
  expect(await page.getByRole("banner").getByText("Meera Joshi").count()).toBe(0);
  await page.unrouteAll();
  await restore();
  await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
  expect(await name.inputValue()).toBe("Meera J");
});

test("a member without a profile completes it from the dashboard", async () => {
  const { visitor, person, page } = await newMember(product);
  const id = (await fetchProfile(page))?.id;
  const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": appwrite().apiKey };
  const document = `${appwrite().origin}/v1/databases/main/collections/users/documents/${id}`;
  expect((await fetch(document, { method: "DELETE", headers })).status).toBe(204);

  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  await page.getByText("Your profile is not there yet.").waitFor();
  expect(await profileValue(page, "Email").textContent()).toBe(person.email);
  expect(await profileValue(page, "Role").textContent()).toBe("Not specified");
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Complete your profile" }).click();
  await page.getByRole("radio", { name: /^Investor/ }).check();
  await page.getByRole("combobox", { name: "Location" }).selectOption("Satara");
  await page.getByRole("button", { name: "Save my profile" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  expect(await profileValue(page, "Role").textContent()).toBe("Investor");
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a profile that could not be saved stays in its form, and is saved when it is submitted again", async () => {
  const { visitor, person, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  await visitor.open("/profile");
  const location = page.getByRole("combobox", { name: "Location" });
  await location.selectOption("Nagpur");
  appwrite().disconnect();
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await formError(page, BACKEND_FAILED).waitFor();
  expect(await location.inputValue()).toBe("Nagpur");
  await restore();
  expect((await fetchProfile(page))?.location).toBe("Pune");
  await save.click();
  await greeting(page, person).waitFor();
  expect((await fetchProfile(page))?.location).toBe("Nagpur");
});

test("a setting that could not be changed stays in its form, and is changed when it is submitted again", async () => {
  const { visitor, page } = await newMember(product);
  await openSettings(visitor);
  appwrite().disconnect();
  const form = section(page, "Your name");
  await submitSection(form, { "Full name": "Meera Joshi" }, "Save name");
  await formError(page, BACKEND_FAILED).waitFor();
  expect(await form.getByLabel("Full name").inputValue()).toBe("Meera Joshi");
  await restore();
  await form.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Your name is changed.").waitFor();
  await page.getByRole("banner").getByText("Meera Joshi").first().waitFor();
});

test("a file that could not be saved or deleted has an error, and nothing is lost", async () => {
  const { visitor, person, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  const bytes = fileBytes("pdf", 12_000);
  await visitor.open("/profile/file");
  await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", bytes));
  await page.getByText("It has arrived.").waitFor();
  appwrite().disconnect();
  const add = page.getByRole("button", { name: "Add my portfolio" });
  await add.click();
  await page.getByText("The file has arrived: you need not choose it again.").waitFor();
  await restore();
  await add.click();
  await greeting(page, person).waitFor();

  await page.getByRole("link", { name: "Delete plan.pdf" }).click();
  const remove = page.getByRole("button", { name: "Delete my portfolio" });
  await remove.waitFor();
  appwrite().disconnect();
  await remove.click();
  await formError(page, "We do not know whether plan.pdf is deleted").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await restore();
  const saved = await page.request.get(`/api/files/${(await fetchProfile(page))?.portfolioId}/content`);
  expect(fingerprint(await saved.body())).toBe(fingerprint(bytes));
  await remove.click();
  await page.getByText("Your file is deleted.").waitFor();
});

test("a replaced file whose answer was lost is shown as saved, and removing it from the form keeps it", async () => {
  const { visitor, person, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  const put = async (name: string, button: string) => {
    await visitor.open("/profile/file");
    await page.locator("input[type=file]").setInputFiles(writeFile(name, fileBytes("pdf", 12_000)));
    await page.getByText("It has arrived.").waitFor();
    await page.getByRole("button", { name: button }).click();
  };
  await put("old.pdf", "Add my portfolio");
  await greeting(page, person).waitFor();
  appwrite().loseAnswers(/^PATCH .*\/rows\//);
  await put("new.pdf", "Replace my portfolio");
  await page.getByText("The file has arrived: you need not choose it again.").waitFor();
  await page.getByText("takes the place of new.pdf").waitFor();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await restore();
  await visitor.open("/dashboard");
  await page.getByRole("link", { name: "Delete new.pdf" }).waitFor();
  const saved = await page.request.get(`/api/files/${(await fetchProfile(page))?.portfolioId}/content`);
  expect(saved.status()).toBe(200);
});

test("a partly failed deletion of the account says what is left, and is finished when it is submitted again", async () => {
  const { visitor, person, page } = await newMember(product, {}, createPerson({ role: "Mentor" }));
  await visitor.open("/settings/delete");
  appwrite().fail(/^DELETE \/users\//, { code: 500, type: "general_unknown", message: "Server Error" });
  const remove = page.getByRole("button", { name: "Delete my account for good" });
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await remove.click();
  await page.getByRole("alert").getByText("the account itself is still there").waitFor();
  appwrite().reset();
  await remove.click();
  await page.getByText("Your account is deleted.").waitFor();
});
