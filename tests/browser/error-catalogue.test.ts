// The error catalogue (the specification, point 8), row by row, as somebody meets it who uses the site.
//
// Rows that other files walk through: an empty sign-in field and a wrong password (session), the messages of sign-up (sign-up-rules), an
// account that exists (existing-account), a refused one-time code (sign-in-code, one-time-code), an unverified address (one-time-code),
// a file that could not be deleted (dashboard-backend), a log-out while nothing answers (backend-down). The others are here.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startProductOn } from "../support/appwrite";
import { accessibilityProblems } from "../support/browser";
import { type FaultyAppwrite, startFaultyAppwrite } from "../support/faulty-appwrite";
import {
  createAccount,
  fillSignUp,
  greeting,
  type Person,
  person,
  signIn,
  signUpOverApi,
  summary,
} from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

let appwrite: FaultyAppwrite;
beforeAll(async () => {
  appwrite = await startFaultyAppwrite();
});
afterAll(() => appwrite.dispose());
afterEach(() => appwrite.heal());
const product = useProduct({ start: () => startProductOn(appwrite), mayLogErrors: true });

const SIGN_IN = /^POST \/account\/sessions\/email$/;
const CREATE_ACCOUNT = /^POST \/account$/;
const CURRENT_USER = /^GET \/account$/;
const END_SESSIONS = /^DELETE \/account\/sessions/;
const PROFILE = /^GET \/databases\//;
const CREATE_PROFILE = /^POST \/databases\//;
const GUEST = 'User (role: guests) missing scopes (["account"])';
/** A type that nobody has words for. */
const UNKNOWN = { code: 400, type: "user_lantern_out" };

const alertHeading = (page: Page) => page.getByRole("alert").getByRole("heading");

async function newMember(): Promise<Person> {
  const who = person();
  await signUpOverApi(product.server, who);
  return who;
}

async function openAsMember(options: { javaScript?: boolean } = {}) {
  const visitor = await product.visit(options);
  const who = await newMember();
  await visitor.open("/login");
  await signIn(visitor.page, who);
  await greeting(visitor.page, who).waitFor();
  return { ...visitor, who };
}

describe.each([true, false])("other sign-in failure (JavaScript: %s)", (javaScript) => {
  test.each([
    ["the thrown message", "The lantern is out.", "The lantern is out."],
    ["without one, the fallback", "", "Login failed. Please check your credentials."],
  ])("%s", async (_, message, words) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = await newMember();
    appwrite.fail(SIGN_IN, { ...UNKNOWN, message });
    await visitor.open("/login");
    await signIn(page, who);
    await summary(page, words).waitFor();
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(who.email);
    appwrite.heal();
    await signIn(page, who);
    await greeting(page, who).waitFor();
  });
});

describe.each([true, false])("other sign-up failure (JavaScript: %s)", (javaScript) => {
  test.each([
    ["its own message", "The lantern is out.", "The lantern is out."],
    ["without one, the fallback", "", "Signup failed. Please try again."],
  ])("%s", async (_, message, words) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person({ role: "Mentor" });
    appwrite.fail(CREATE_ACCOUNT, { ...UNKNOWN, message });
    await visitor.open("/signup");
    await fillSignUp(page, who);
    await createAccount(page);
    await summary(page, words).waitFor();
    expect(await page.getByRole("textbox", { name: "Full name" }).inputValue()).toBe(who.name);
  });
});

test.each([
  { code: 409, type: "something_else", message: "A user with this email already exists" },
  { code: 409, type: "something_else", message: "Conflict" },
])("sign-up failure with “$message”: a login attempt, and the sentence when it fails", async (error) => {
  const visitor = await product.visit();
  const { page } = visitor;
  appwrite.fail(CREATE_ACCOUNT, error);
  await visitor.open("/signup");
  await fillSignUp(page, person({ role: "Mentor" }));
  await createAccount(page);
  const words = "User already exists but password is incorrect. Please try logging in or reset your password.";
  await summary(page, words).waitFor();
  expect(appwrite.calls().filter((call) => SIGN_IN.test(call))).toHaveLength(1);
});

test("login, signup and profile errors: logged, and told to whoever met them", async () => {
  const broken = { code: 500, type: "general_unknown", message: "Server Error: node-3 lost its disk" };
  const logged = () => product.server.log().split('"backendType":"general_unknown"').length - 1;
  const words = /^Something went wrong on our side\. Try again\./;
  const visitor = await product.visit();
  const { page } = visitor;
  const who = await newMember();

  appwrite.fail(SIGN_IN, broken);
  await visitor.open("/login");
  await signIn(page, who);
  await alertHeading(page).filter({ hasText: words }).waitFor();
  await expect.poll(logged).toBe(1);
  appwrite.heal();

  await visitor.open("/signup");
  for (const calls of [CREATE_ACCOUNT, CREATE_PROFILE]) {
    appwrite.fail(calls, broken);
    await fillSignUp(page, person({ role: "Mentor" }));
    await createAccount(page);
    await alertHeading(page).filter({ hasText: words }).waitFor();
    expect(await page.locator("body").textContent()).not.toContain("node-3");
    appwrite.heal();
    await page.getByRole("textbox", { name: "Full name" }).fill("Somebody else");
    await page.getByRole("alert").waitFor({ state: "detached" });
  }
  await expect.poll(logged).toBe(3);
});

test.each([
  { code: 401, type: "general_unauthorized_scope", message: GUEST },
  { code: 401, type: "general_access_forbidden", message: "Access to this API is forbidden." },
])("current-user lookup error ($type): a guest", async (error) => {
  const { page } = await openAsMember();
  appwrite.fail(CURRENT_USER, error);
  await page.goto("/dashboard");
  await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
});

test.each([
  ["current-user", CURRENT_USER],
  ["profile", PROFILE],
])("%s lookup error that is an outage: neither a guest nor a member without a profile", async (_, calls) => {
  const { page, who } = await openAsMember();
  appwrite.fail(calls, { code: 500, type: "general_unknown", message: "Server Error" });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Your dashboard did not load" }).waitFor();
  appwrite.heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await greeting(page, who).waitFor();
});

describe.each([true, false])("logout error (JavaScript: %s)", (javaScript) => {
  test.each([
    ["guests", 401, GUEST],
    ["missing scope", 401, "Missing scope: account"],
    ["any other", 500, "Server Error"],
  ])("%s: treated as success", async (_, code, message) => {
    const { page } = await openAsMember({ javaScript });
    appwrite.fail(END_SESSIONS, { code, type: "general_unauthorized_scope", message });
    await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

test("backend status 400 or above: an error carrying message, code and type, and the page has its status", async () => {
  const who = await newMember();
  const { origin } = product.server;
  appwrite.fail(SIGN_IN, { code: 403, type: "user_blocked", message: "The current user has been blocked." });
  const headers = { Origin: origin, Accept: "text/html" };
  const page = await fetch(`${origin}/login`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ ...signInForm(who) }),
  });
  expect(page.status).toBe(403);
  expect(await page.text()).toContain("This account is blocked.");
  const api = await fetch(`${origin}/api/account/sessions/email`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify(signInForm(who)),
  });
  expect(await api.json()).toEqual({
    error: {
      code: 403,
      type: "user_blocked",
      message: "The current user has been blocked.",
      requestId: expect.any(String),
    },
  });
});

const signInForm = ({ email, password }: Person) => ({ email, password });

test("opaque response: “Invalid Origin”, status 403, from the backend; another site's form is refused before it", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const who = await newMember();
  appwrite.fail(SIGN_IN, { code: 403, type: "general_unknown_origin", message: "Invalid Origin" });
  await visitor.open("/login");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await signIn(page, who);
  await summary(page, "Invalid Origin").waitFor();
  expect((await answered).status()).toBe(403);

  appwrite.heal();
  const foreign = await fetch(`${product.server.origin}/login`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example", Accept: "text/html" },
    body: new URLSearchParams(signInForm(who)),
  });
  expect(foreign.status).toBe(403);
  expect(appwrite.calls()).toEqual([]);
});

describe("what the backend refuses says what to do", () => {
  test.each([
    ["user_blocked", 403, "This account is blocked. Write to hello@navarambh.example, and we will look into it."],
    ["user_session_already_exists", 401, "Somebody is signed in here already. Log out first, then sign in again."],
    [
      "user_password_reset_required",
      412,
      "This account needs a new password. Choose “Forgotten your password?” to get one.",
    ],
  ])("at sign-in: %s", async (type, code, words) => {
    const visitor = await product.visit();
    const { page } = visitor;
    const who = await newMember();
    appwrite.fail(SIGN_IN, { code, type, message: "The backend's own words." });
    await visitor.open("/login");
    await signIn(page, who);
    await summary(page, words).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("at sign-in: a rate limit, with the time it ends", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    const who = await newMember();
    const inTenMinutes = Math.floor(Date.now() / 1000) + 600;
    appwrite.fail(SIGN_IN, {
      code: 429,
      type: "general_rate_limit_exceeded",
      message: "Rate limit for the current endpoint has been exceeded. Please try again after some time.",
      headers: { "X-RateLimit-Reset": String(inTenMinutes) },
    });
    await visitor.open("/login");
    await signIn(page, who);
    await alertHeading(page)
      .filter({
        hasText:
          /^That was tried too often\. Try again in (9|10) minutes\. Everything you typed is still here\. Meanwhile you can sign in with a code .* “Forgotten your password\?” to set a new one\.$/,
      })
      .waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(who.password);
  });

  const TOO_COMMON = "This password is one that many people have, so it is soon guessed. Choose another one.";
  const COMMON_MESSAGE =
    "Invalid `password` param: Password must be between 8 and 265 characters long, and should not be one of the commonly used password.";
  test.each([
    ["general_argument_invalid", COMMON_MESSAGE, TOO_COMMON],
    ["password_recently_used", "", "You have used this password before. Choose another one."],
    ["password_personal_data", "", "This password has your name, email or phone number in it. Choose another one."],
  ])("at sign-up and at recovery: %s, beside the password", async (type, message, words) => {
    const visitor = await product.visit();
    const { page } = visitor;
    appwrite.fail(CREATE_ACCOUNT, { code: 400, type, message });
    await visitor.open("/signup");
    await fillSignUp(page, person({ role: "Mentor" }));
    await createAccount(page);
    await summary(page, words).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");

    appwrite.fail(/^PUT \/account\/recovery$/, { code: 400, type, message });
    await visitor.open(`/reset-password?userId=someone&secret=${"5e".repeat(128)}`);
    await page.getByLabel("New password", { exact: true }).fill("Marigold-2025");
    await page.getByLabel("Confirm password", { exact: true }).fill("Marigold-2025");
    await page.getByRole("button", { name: "Change password" }).click();
    await summary(page, words).waitFor();
    expect(await page.getByLabel("New password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  });

  test("at sign-up: no room for more members", async () => {
    const visitor = await product.visit();
    const { page } = visitor;
    appwrite.fail(CREATE_ACCOUNT, { code: 400, type: "user_count_exceeded", message: "" });
    await visitor.open("/signup");
    await fillSignUp(page, person({ role: "Mentor" }));
    await createAccount(page);
    await summary(
      page,
      "We cannot take in new members right now. Write to hello@navarambh.example, and we tell you when we can.",
    ).waitFor();
  });

  test.each([true, false])("at a file: no room for it (JavaScript: %s)", async (javaScript) => {
    const visitor = await product.visit({ javaScript });
    const { page } = visitor;
    const who = person({ role: "Mentor" });
    appwrite.fail(/^POST \/storage\//, {
      code: 400,
      type: "storage_device_not_found",
      message: "The requested storage device could not be found.",
    });
    await visitor.open("/signup");
    await fillSignUp(page, who);
    await page.getByLabel("Portfolio").setInputFiles(writeFile("plan.pdf", fileBytes("pdf", 20_000)));
    if (!javaScript) await createAccount(page);
    await page
      .getByText("We have no room for files right now. Go on without it, and add it later from your dashboard")
      .first()
      .waitFor();
    expect(await page.getByLabel("Portfolio").getAttribute("aria-invalid")).toBe("true");
  });
});
