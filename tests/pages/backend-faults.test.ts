// Pages while the backend fails: the error catalogue (the specification, point 8), and what a failed form leaves as it was.
// What only a browser shows of it is in tests/browser/backend-faults.test.ts.
import { beforeEach, describe, expect, test } from "vitest";
import { startProductOn } from "../support/appwrite";
import { restoreBackend, useFaultyAppwrite } from "../support/faulty-appwrite";
import { getPage, postForm } from "../support/http";
import { createPerson, type Person, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";
import { fileBytes } from "../support/test-files";

const appwrite = useFaultyAppwrite();
const server = useServer({ start: () => startProductOn(appwrite()), mayLogErrors: true });
beforeEach(() => restoreBackend(appwrite(), server()));

const SIGN_IN = /^POST \/account\/sessions\/email$/;
const CREATE_ACCOUNT = /^POST \/account$/;
const CURRENT_USER = /^GET \/account$/;
const END_SESSIONS = /^DELETE \/account\/sessions/;
const PROFILE = /^GET \/databases\//;
const CREATE_PROFILE = /^POST \/databases\//;
const CHANGE_PROFILE = /^P(ATCH|UT) \/databases\//;
const GUEST = 'User (role: guests) missing scopes (["account"])';
/** A type that the interface has no sentence for. */
const UNKNOWN_TYPE = { code: 400, type: "user_lantern_out" };
const OUR_FAULT = "Something went wrong on our side. Try again.";
const OUTAGE = { code: 500, type: "general_unknown", message: "Server Error: node-3 lost its disk" };

async function newMember(person: Person = createPerson({ role: "Mentor" })) {
  return { person, cookie: await signUpOverApi(server(), person) };
}

const signIn = ({ email, password }: Person) => postForm(server(), "/login", { email, password });

function signUp({ role, name, email, phone, location, companyUrl, password }: Person, file?: File) {
  const form = new FormData();
  const answers = { role, name, email, phone, location, companyUrl, password, confirmPassword: password, agree: "yes" };
  for (const [field, answer] of Object.entries(answers)) form.set(field, answer);
  if (file) form.set("portfolio", file);
  return postForm(server(), "/signup", form);
}

/** The account and the profile that a cookie stands for. */
async function accountOf(cookie: string) {
  const response = await fetch(`${server().origin}/api/account`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as { user: { id: string } | null; profile: Record<string, unknown> | null };
}

const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Asks for a page as a browser does, and gives its text piece by piece. */
async function stream(path: string, cookie = "") {
  // A compressor on the way might hold small pieces back.
  const headers = { Cookie: cookie, "User-Agent": USER_AGENT, "Accept-Encoding": "identity" };
  const response = await fetch(server().origin + path, { headers });
  if (!response.body) throw new Error(`${path} has no body`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    /** All that has come, once it holds these words. */
    async until(words: string): Promise<string> {
      while (!text.includes(words)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The page ended without "${words}":\n${text}`);
        text += value;
      }
      return text;
    },
  };
}

/** What the product asked of the backend, but for health checks. */
const asked = () =>
  appwrite()
    .calls()
    .filter((call) => !call.startsWith("GET /health/"));

describe("while the backend says nothing", () => {
  test("a member's dashboard shows its header, and that it is loading, before any call is answered", async () => {
    const { person, cookie } = await newMember(createPerson({ name: "Nisha Gaikwad" }));
    appwrite().hold();
    const page = await stream("/dashboard", cookie);
    const shell = await page.until("Loading...");
    expect(page.response.status).toBe(200);
    expect(shell).toContain("</header>");
    expect(shell).toContain(person.name);
    expect(shell).not.toContain("Welcome back");
    appwrite().reset();
    await page.until("Welcome back, ");
  });

  test("a member reads a page that needs nothing of it", async () => {
    const { person, cookie } = await newMember(createPerson({ name: "Vikram Pawar" }));
    appwrite().reset();
    appwrite().hold();
    expect((await getPage(server(), "/about", { cookie })).html).toContain(person.name);
    expect(asked()).toEqual([]);
  });

  test.each(["/login", "/signup", "/reset-password", "/verify-email"])("%s does not ask it anything", async (path) => {
    appwrite().hold();
    expect((await getPage(server(), path)).status).toBe(200);
    expect(asked()).toEqual([]);
  });
});

test("a page's headers name the stylesheets and the face that it will need", async () => {
  const { headers, html } = await getPage(server(), "/login");
  const links = headers.get("Link") ?? "";
  const sheets = [...html.matchAll(/<link [^>]*rel="stylesheet" href="([^"#]+)#?"/g)].map(([, path]) => path);
  expect(sheets.length).toBeGreaterThan(0);
  for (const path of sheets) expect(links).toContain(`<${path}>; rel=preload; as=style`);
  expect(links).toContain("</fonts/bricolage.woff2>; rel=preload; as=font");
});

describe("a sign-in that fails", () => {
  test.each([
    ["the backend's message", "The lantern is out.", "The lantern is out."],
    ["without a message, the fallback", "", "Login failed. Please check your credentials."],
  ])("for a reason we have no sentence for shows %s, and keeps the email", async (_, message, sentence) => {
    const { person } = await newMember();
    appwrite().fail(SIGN_IN, { ...UNKNOWN_TYPE, message });
    const page = await signIn(person);
    expect(page.status).toBe(400);
    expect(page.alert).toBe(sentence);
    expect(page.value("email")).toBe(person.email);
    await restoreBackend(appwrite(), server());
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
  ])("with %s says what to do", async (type, code, sentence) => {
    appwrite().fail(SIGN_IN, { code, type, message: "The backend's own words." });
    const page = await signIn(createPerson());
    expect(page.status).toBe(code);
    expect(page.alert).toBe(sentence);
  });

  test("with a rate limit says when it ends, and what else there is", async () => {
    const inTenMinutes = Math.floor(Date.now() / 1000) + 600;
    appwrite().fail(SIGN_IN, {
      code: 429,
      type: "general_rate_limit_exceeded",
      message: "Rate limit for the current endpoint has been exceeded. Please try again after some time.",
      headers: { "X-RateLimit-Reset": String(inTenMinutes) },
    });
    const page = await signIn(createPerson());
    expect(page.status).toBe(429);
    expect(page.alert).toMatch(
      /^That was tried too often\. Try again in (9|10) minutes\. Meanwhile you can sign in with a code that we send to your mail, or choose “Forgotten your password\?” to set a new one\.$/,
    );
  });

  test("with “Invalid Origin” from the backend shows it, and has its status", async () => {
    appwrite().fail(SIGN_IN, { code: 403, type: "general_unknown_origin", message: "Invalid Origin" });
    const page = await signIn(createPerson());
    expect(page.status).toBe(403);
    expect(page.alert).toBe("Invalid Origin");
  });

  test("over the API carries the backend's message, code and type", async () => {
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

  test("because nothing answers says so and keeps the email, while guests still read the site", async () => {
    const { person } = await newMember();
    appwrite().disconnect();
    expect((await getPage(server(), "/")).status).toBe(200);
    const page = await signIn(person);
    expect(page.status).toBe(502);
    expect(page.alert).toBe(OUR_FAULT);
    expect(page.value("email")).toBe(person.email);
  });
});

test("another site's sign-in form is refused before the backend is asked", async () => {
  const { email, password } = createPerson();
  const foreign = await fetch(`${server().origin}/login`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example", Accept: "text/html" },
    body: new URLSearchParams({ email, password }),
  });
  expect(foreign.status).toBe(403);
  expect(
    appwrite()
      .calls()
      .filter((call) => SIGN_IN.test(call)),
  ).toEqual([]);
});

describe("a sign-up that fails", () => {
  test.each([
    ["the backend's message", "The lantern is out.", "The lantern is out."],
    ["without a message, the fallback", "", "Signup failed. Please try again."],
  ])("for a reason we have no sentence for shows %s, and keeps the answers", async (_, message, sentence) => {
    const person = createPerson({ role: "Mentor" });
    appwrite().fail(CREATE_ACCOUNT, { ...UNKNOWN_TYPE, message });
    const page = await signUp(person);
    expect(page.status).toBe(400);
    expect(page.alert).toBe(sentence);
    expect(page.value("name")).toBe(person.name);
  });

  test.each(["A user with this email already exists", "Conflict"])(
    "with “%s” is tried as a sign-in, once, and says that the password is wrong",
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

  test("because there is an account and the password is not its own marks the password and leads to sign-in", async () => {
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

  test("because there is no room for more members says whom to write to", async () => {
    appwrite().fail(CREATE_ACCOUNT, { code: 400, type: "user_count_exceeded", message: "" });
    expect((await signUp(createPerson({ role: "Mentor" }))).alert).toBe(
      "We cannot take in new members right now. Write to hello@navarambh.example, and we tell you when we can.",
    );
  });

  test("because there is no room for the file says so beside it", async () => {
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
    "This password is one that many people have, so it is soon guessed. Choose another one.",
  ],
  ["password_recently_used", "", "You have used this password before. Choose another one."],
  ["password_personal_data", "", "This password has your name, email or phone number in it. Choose another one."],
])("a password that the backend refuses (%s) is marked at sign-up and at recovery", async (type, message, sentence) => {
  appwrite().fail(CREATE_ACCOUNT, { code: 400, type, message });
  const form = await signUp(createPerson({ role: "Mentor" }));
  expect(form.alert).toBe(sentence);
  expect(form.fieldError("password")).toBe(sentence);

  appwrite().fail(/^PUT \/account\/recovery$/, { code: 400, type, message });
  const recovery = await postForm(server(), `/reset-password?userId=someone&secret=${"5e".repeat(128)}`, {
    password: "Marigold-2025",
    confirmPassword: "Marigold-2025",
  });
  expect(recovery.alert).toBe(sentence);
  expect(recovery.fieldError("password")).toBe(sentence);
});

test("an outage while signing in, signing up or making a profile is logged, and told without inner detail", async () => {
  const logged = () => server().log().split('"backendType":"general_unknown"').length - 1;
  const before = logged();
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
    expect(page.alert).toBe(OUR_FAULT);
    expect(page.html).not.toContain("node-3");
  }
  await expect.poll(() => logged() - before).toBe(3);
});

describe("a member's page", () => {
  test.each([
    { code: 401, type: "general_unauthorized_scope", message: GUEST },
    { code: 401, type: "general_access_forbidden", message: "Access to this API is forbidden." },
  ])("takes a session that the backend refuses ($type) for a guest's", async (error) => {
    const { cookie } = await newMember();
    appwrite().fail(CURRENT_USER, error);
    const page = await getPage(server(), "/dashboard?whole", { cookie });
    expect(page.location).toBe("/login?ended");
    const ended = await getPage(server(), "/login?ended", { cookie });
    expect(ended.location).toBe("/login?ended");
    expect(ended.cookie).not.toContain("__Host-session");
    const signInPage = await getPage(server(), "/login?ended", { cookie: ended.cookie });
    expect(signInPage.text).toContain("Your session has ended. Sign in again to go on.");
    expect(signInPage.html).toContain("Get Started");
  });

  test.each([
    ["the account", CURRENT_USER, OUTAGE],
    ["the profile", PROFILE, OUTAGE],
  ])("that cannot read %s did not load: nobody is signed out, nobody lacks a profile", async (_, calls, error) => {
    const { person, cookie } = await newMember();
    appwrite().fail(calls, error);
    const page = await getPage(server(), "/dashboard?whole", { cookie });
    expect(page.status).toBe(503);
    expect(page.text).toContain("Your dashboard did not load");
    expect(page.text).toContain("Try again");
    expect(page.cookie).toContain("__Host-session");
    appwrite().reset();
    const again = await getPage(server(), "/dashboard?whole", { cookie });
    expect(again.text).toContain(`Welcome back, ${person.name}!`);
  });

  test.each([
    ["/settings?whole", "Your settings did not load"],
    ["/profile", "Your profile did not load"],
    ["/profile/file", "Your file could not be looked up"],
  ])("%s says so when nothing answers, and loads once the backend is back", async (path, heading) => {
    const { cookie } = await newMember();
    appwrite().disconnect();
    const page = await getPage(server(), path, { cookie });
    expect(page.status).toBe(503);
    expect(page.text).toContain(heading);
    expect(page.text).toContain("Try again");
    await restoreBackend(appwrite(), server());
    const again = await getPage(server(), path, { cookie });
    expect(again.status).toBe(200);
    expect(again.text).not.toContain(heading);
  });
});

describe("logging out", () => {
  test.each([
    ["a guest's missing scope", 401, GUEST],
    ["a missing scope", 401, "Missing scope: account"],
    ["any other error", 500, "Server Error"],
  ])("succeeds in spite of %s", async (_, code, message) => {
    const { cookie } = await newMember();
    appwrite().fail(END_SESSIONS, { code, type: "general_unauthorized_scope", message });
    const page = await postForm(server(), "/logout", {}, { cookie });
    expect(page.location).toBe("/");
    expect(page.cookie).not.toContain("__Host-session");
    expect((await getPage(server(), "/", { cookie: page.cookie })).alert).toBeNull();
  });

  test.each([
    ["everywhere", "/logout"],
    ["on this device", "/logout?here"],
  ])("%s succeeds while nothing answers, and the session is refused from then on", async (_, path) => {
    const { cookie } = await newMember();
    appwrite().disconnect();
    const page = await postForm(server(), path, {}, { cookie });
    expect(page.location).toBe("/");
    expect(page.cookie).not.toContain("__Host-session");
    await restoreBackend(appwrite(), server());
    // Somebody who kept the cookie gets nowhere with it, whether or not the backend has heard of the log-out.
    expect(await accountOf(cookie)).toEqual({ user: null, profile: null });
  });
});

test("a missing profile is completed from the dashboard", async () => {
  const { person, cookie } = await newMember();
  const { user } = await accountOf(cookie);
  const path = `/v1/databases/main/collections/users/documents/${user?.id}`;
  const headers = { "X-Appwrite-Project": "navarambh", "X-Appwrite-Key": appwrite().apiKey };
  expect((await fetch(appwrite().origin + path, { method: "DELETE", headers })).status).toBe(204);

  const dashboard = await getPage(server(), "/dashboard?whole", { cookie });
  expect(dashboard.text).toContain(`Welcome back, ${person.name}!`);
  expect(dashboard.text).toContain("Your profile is not there yet.");
  // A file has no place before there is a profile.
  expect((await getPage(server(), "/profile/file", { cookie })).location).toBe("/profile");
  expect((await getPage(server(), "/profile", { cookie })).text).toContain("Complete your profile");
  const empty = await postForm(server(), "/profile", {}, { cookie });
  expect(empty.alert).toBe("Please fill in all required fields");
  const saved = await postForm(server(), "/profile", { role: "Investor", location: "Satara" }, { cookie });
  expect(saved.location).toBe("/dashboard?whole");
  expect((await accountOf(cookie)).profile).toMatchObject({ role: "Investor", name: person.name, location: "Satara" });
});

describe("a change that cannot be saved", () => {
  test("of the profile keeps the answers, and the profile is as it was", async () => {
    const { cookie } = await newMember();
    const answers = { role: "Mentor", location: "Nagpur" };
    appwrite().disconnect();
    const page = await postForm(server(), "/profile", answers, { cookie });
    expect(page.status).toBe(502);
    expect(page.alert).toBe(OUR_FAULT);
    expect(page.html).toMatch(/<option[^>]* selected=""[^>]*>Nagpur</);
    await restoreBackend(appwrite(), server());
    expect((await accountOf(cookie)).profile?.location).toBe("Pune");
    expect((await postForm(server(), "/profile", answers, { cookie })).location).toBe("/dashboard?whole");
  });

  test("of the name keeps what was typed", async () => {
    const { person, cookie } = await newMember();
    appwrite().disconnect();
    const page = await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie });
    expect(page.alert).toBe(OUR_FAULT);
    expect(page.value("name")).toBe("Meera Joshi");
    await restoreBackend(appwrite(), server());
    expect((await accountOf(cookie)).profile?.name).toBe(person.name);
    const saved = await postForm(server(), "/settings", { intent: "name", name: "Meera Joshi" }, { cookie });
    expect(saved.location).toBe("/settings?whole");
  });

  test("of a file leaves it where it is, and it can be deleted afterwards", async () => {
    const { cookie } = await newMember();
    const file = new File([fileBytes("pdf", 12_000)], "plan.pdf", { type: "application/pdf" });
    const form = new FormData();
    form.set("kind", "portfolio");
    form.set("portfolio", file);
    appwrite().fail(CHANGE_PROFILE, OUTAGE);
    const unsaved = await postForm(server(), "/profile/file", form, { cookie });
    expect(unsaved.alert).toBe(`${OUR_FAULT} The file has arrived: you need not choose it again.`);
    const kept = { kind: "portfolio" } as Record<string, string>;
    for (const name of ["portfolioId", "portfolioTicket", "portfolioName"]) kept[name] = unsaved.value(name) ?? "";
    appwrite().reset();
    expect((await postForm(server(), "/profile/file", kept, { cookie })).location).toBe("/dashboard?whole");

    const deletion = { kind: "portfolio", id: kept.portfolioId ?? "", name: "plan.pdf" };
    appwrite().disconnect();
    const undeleted = await postForm(server(), "/profile/file/delete", deletion, { cookie });
    expect(undeleted.alert).toBe("plan.pdf was not deleted");
    expect(undeleted.alertText).toContain(OUR_FAULT);
    await restoreBackend(appwrite(), server());
    expect((await accountOf(cookie)).profile?.portfolioId).toBe(deletion.id);
    await postForm(server(), "/profile/file/delete", deletion, { cookie });
    expect((await accountOf(cookie)).profile?.portfolioId).toBeFalsy();
  });
});

describe("a deletion of the account", () => {
  test("that stops half-way says what is left, and can be finished", async () => {
    const { person, cookie } = await newMember();
    appwrite().fail(/^DELETE \/users\//, OUTAGE);
    const { password } = person;
    const page = await postForm(server(), "/settings/delete", { password }, { cookie });
    expect(page.alert).toBe(OUR_FAULT);
    expect(page.alertText).toContain("Your file and your profile are gone; the account itself is still there.");
    appwrite().reset();
    expect((await postForm(server(), "/settings/delete", { password }, { cookie })).location).toBe("/");
    expect(await accountOf(cookie)).toEqual({ user: null, profile: null });
  });

  test("that the backend never heard of says that it can be sent again", async () => {
    const { person, cookie } = await newMember();
    appwrite().disconnect();
    const page = await postForm(server(), "/settings/delete", { password: person.password }, { cookie });
    expect(page.alertText).toContain("What is left goes when you send this once more.");
  });
});
