// The pages of guests while the backend fails: signing in and signing up (error catalogue, point 8 of the specification).
// Behaviour with JavaScript is in tests/browser/backend-faults.test.ts.
// @module-tag own-server
import { describe, expect, test } from "vitest";
import { BACKEND_FAILED, disconnectedMessage, OUTAGE, useFaultyProduct } from "../support/faulty-product";
import { getPage, postForm } from "../support/http";
import { createPerson } from "../support/people";
import { NOT_FOUND_PATH, PUBLIC_PATHS } from "../support/public-paths";
import { fileBytes } from "../support/test-files";

const { appwrite, server, restore, newMember, signIn, signUp, backendCalls } = useFaultyProduct();

const SIGN_IN = /^POST \/account\/sessions\/email$/;
const CREATE_ACCOUNT = /^POST \/account$/;
const CREATE_PROFILE = /^POST \/tablesdb\//;
/** A type that the interface has no message for. */
const UNKNOWN_TYPE = { code: 400, type: "user_lantern_out" };

test.each([...PUBLIC_PATHS, "/login", "/signup", "/reset-password", "/verify-email"])(
  "%s makes no call to a backend that does not respond",
  async (path) => {
    appwrite().hold();
    expect((await getPage(server(), path)).status).toBe(path === NOT_FOUND_PATH ? 404 : 200);
    expect(backendCalls()).toEqual([]);
  },
);

test("the Link header preloads a page's stylesheets and its heading font", async () => {
  const { headers, html } = await getPage(server(), "/login");
  const links = headers.get("Link") ?? "";
  const sheets = [...html.matchAll(/<link [^>]*rel="stylesheet" href="([^"#]+)#?"/g)].map(([, path]) => path);
  expect(sheets.length).toBeGreaterThan(0);
  for (const path of sheets) expect(links).toContain(`<${path}>; rel=preload; as=style`);
  expect(links).toContain("</fonts/bricolage.woff2>; rel=preload; as=font");
});

describe("a failed sign-in", () => {
  test.each([
    ["the backend's message", "The lantern is out.", "The lantern is out."],
    ["the fallback if the backend sends no message", "", "Login failed. Please check your credentials."],
  ])("with an unknown error type shows %s, and keeps the email", async (_, message, expected) => {
    const { person } = await newMember();
    appwrite().fail(SIGN_IN, { ...UNKNOWN_TYPE, message });
    const page = await signIn(person);
    expect(page.status).toBe(400);
    expect(page.alert).toBe(expected);
    expect(page.value("email")).toBe(person.email);
    await restore();
    expect((await signIn(person)).location).toBe("/dashboard?whole");
  });

  test.each([
    ["user_blocked", 403, "This account is blocked. Write to hello@navarambh.example, and we will look into it."],
    ["user_session_already_exists", 401, "Somebody is signed in here already. Sign out first, then sign in again."],
    [
      "user_password_reset_required",
      412,
      "This account needs a new password. Choose “Forgotten your password?” to get one.",
    ],
  ])("with %s says what to do", async (type, code, expected) => {
    appwrite().fail(SIGN_IN, { code, type, message: "The backend's message." });
    const page = await signIn(createPerson());
    expect(page.status).toBe(code);
    expect(page.alert).toBe(expected);
  });

  test("with a rate limit says when to try again, and offers alternatives", async () => {
    const inTenMinutes = Math.floor(Date.now() / 1000) + 600;
    appwrite().fail(SIGN_IN, {
      code: 429,
      type: "general_rate_limit_exceeded",
      message: "Rate limit for the current endpoint has been exceeded. Please try again after some time.",
      headers: { "X-RateLimit-Reset": String(inTenMinutes) },
    });
    const page = await signIn(createPerson());
    expect(page.status).toBe(429);
    expect(page.alert).toMatch(/^That was tried too often\. Try again in (9|10) minutes\.$/);
    expect(page.alertText).toContain(
      "Meanwhile you can sign in with a code that we send to your mail, or set a new password.",
    );
  });

  test("with “Invalid Origin” has the backend's message and status", async () => {
    appwrite().fail(SIGN_IN, { code: 403, type: "general_unknown_origin", message: "Invalid Origin" });
    const page = await signIn(createPerson());
    expect(page.status).toBe(403);
    expect(page.alert).toBe("Invalid Origin");
  });

  test("over the API has the backend's message, code and type", async () => {
    const { email, password } = createPerson();
    appwrite().fail(SIGN_IN, { code: 403, type: "user_blocked", message: "The current user has been blocked." });
    const response = await fetch(`${server().origin}/api/account/sessions/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    expect(await response.json()).toEqual({
      error: {
        code: 403,
        type: "user_blocked",
        message: "The current user has been blocked.",
        requestId: expect.any(String),
      },
    });
  });

  test("with a disconnected backend keeps the email, and guests can still read the site", async () => {
    const { person } = await newMember();
    appwrite().disconnect();
    expect((await getPage(server(), "/")).status).toBe(200);
    const page = await signIn(person);
    expect(page.alert).toBe(disconnectedMessage(page));
    expect(page.value("email")).toBe(person.email);
  });
});

test("a sign-in form from another site is rejected without a call to the backend", async () => {
  const { email, password } = createPerson();
  const response = await fetch(`${server().origin}/login`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example", Accept: "text/html" },
    body: new URLSearchParams({ email, password }),
  });
  expect(response.status).toBe(403);
  expect(
    appwrite()
      .calls()
      .filter((call) => SIGN_IN.test(call)),
  ).toEqual([]);
});

describe("a failed sign-up", () => {
  test.each([
    ["the backend's message", "The lantern is out.", "The lantern is out."],
    ["the fallback if the backend sends no message", "", "Signup failed. Please try again."],
  ])("with an unknown error type shows %s, and keeps the form values", async (_, message, expected) => {
    const person = createPerson({ role: "Mentor" });
    appwrite().fail(CREATE_ACCOUNT, { ...UNKNOWN_TYPE, message });
    const page = await signUp(person);
    expect(page.status).toBe(400);
    expect(page.alert).toBe(expected);
    expect(page.value("name")).toBe(person.name);
  });

  test.each(["A user with this email already exists", "Conflict"])(
    "with “%s” tries to sign in once, and says that the password is wrong",
    async (message) => {
      appwrite().fail(CREATE_ACCOUNT, { code: 409, type: "something_else", message });
      const page = await signUp(createPerson({ role: "Mentor" }));
      expect(page.alert).toBe(
        "User already exists but password is incorrect. Please try logging in or reset your password.",
      );
      expect(
        appwrite()
          .calls()
          .filter((call) => SIGN_IN.test(call)),
      ).toHaveLength(1);
    },
  );

  test("with the wrong password for an existing account has an error at the password and a link to sign-in", async () => {
    const { person } = await newMember();
    const page = await signUp({ ...person, password: "Not-the-one-1" });
    expect(page.status).toBe(401);
    expect(page.alert).toBe(
      "User already exists but password is incorrect. Please try logging in or reset your password.",
    );
    expect(page.value("name")).toBe(person.name);
    expect(page.fieldError("password")).toBe("This is not the password of your account");
    expect(page.alertText).toContain("Go to the sign-in page");
  });

  test("because of the user limit says whom to write to", async () => {
    appwrite().fail(CREATE_ACCOUNT, { code: 400, type: "user_count_exceeded", message: "" });
    expect((await signUp(createPerson({ role: "Mentor" }))).alert).toBe(
      "We cannot take in new members right now. Write to hello@navarambh.example, and we tell you when we can.",
    );
  });

  test("because of full storage has an error at the file field", async () => {
    appwrite().fail(/^POST \/storage\//, {
      code: 400,
      type: "storage_device_not_found",
      message: "The requested storage device could not be found.",
    });
    const file = new File([fileBytes("pdf", 20_000)], "plan.pdf", { type: "application/pdf" });
    const page = await signUp(createPerson({ role: "Mentor" }), file);
    expect(page.fieldError("portfolio")).toBe(
      "We have no room for files right now. Go on without it, and add it later from your dashboard",
    );
  });
});

const COMMON_PASSWORD =
  "Invalid `password` param: Password must be between 8 and 265 characters long, and should not be one of the commonly used password.";
test.each([
  [
    "general_argument_invalid",
    COMMON_PASSWORD,
    "This password is soon guessed: many people have it, or it has too few different characters. Choose another one.",
  ],
  ["password_recently_used", "", "You have used this password before. Choose another one."],
  [
    "password_personal_data",
    "",
    "This password is little more than your name, email or phone number. Choose another one.",
  ],
])(
  "a password that the backend rejects (%s) has an error at its field, at sign-up and at recovery",
  async (type, message, expected) => {
    appwrite().fail(CREATE_ACCOUNT, { code: 400, type, message });
    const signUpPage = await signUp(createPerson({ role: "Mentor" }));
    expect(signUpPage.alert).toBe(expected);
    expect(signUpPage.fieldError("password")).toBe(expected);

    appwrite().fail(/^PUT \/account\/recovery$/, { code: 400, type, message });
    const recoveryPage = await postForm(server(), `/reset-password?userId=someone&secret=${"5e".repeat(128)}`, {
      password: "Marigold-2025",
      confirmPassword: "Marigold-2025",
    });
    expect(recoveryPage.alert).toBe(expected);
    expect(recoveryPage.fieldError("password")).toBe(expected);
  },
);

test("an outage during sign-in, sign-up or profile creation is logged, and shown without internal details", async () => {
  const countLogged = () => server().log().split('backendType="general_unknown"').length - 1;
  const before = countLogged();
  const { person } = await newMember();
  appwrite().fail(SIGN_IN, OUTAGE);
  const pages = [await signIn(person)];
  for (const calls of [CREATE_ACCOUNT, CREATE_PROFILE]) {
    appwrite().reset();
    appwrite().fail(calls, OUTAGE);
    pages.push(await signUp(createPerson({ role: "Mentor" })));
  }
  for (const page of pages) {
    expect(page.status).toBe(502);
    expect(page.alert).toBe(BACKEND_FAILED);
    expect(page.html).not.toContain("node-3");
  }
  await expect.poll(() => countLogged() - before).toBe(3);
});
