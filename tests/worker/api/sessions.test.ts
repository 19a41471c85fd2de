import { afterEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { Faults, failsWith, respondsWith } from "../support/faults";
import { join, PASSWORD } from "../support/people";
import { verifyEmail } from "../support/second-factor";
import { createTestApp } from "../support/test-app";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The profile is loaded by row id, and by column for older clients. */
const ACCOUNT_CALLS = [
  "GET /account",
  "GET /tablesdb/main/tables/users/rows",
  "GET /tablesdb/main/tables/users/rows/{id}",
];
const kinds = (calls: string[]) => calls.map((call) => call.replace(/rows\/.+/, "rows/{id}")).sort();

describe("POST /api/account/sessions/email", () => {
  it("signs in with two round trips and returns account and profile", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.calls.length = 0;
    const browser = app.browser();
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ user: { email, name: "Asha Rao" }, profile: { Email: email } });
    expect(faults.calls[0]).toBe("POST /account/sessions/email");
    // The second: account and profile in parallel.
    expect(kinds(faults.calls.slice(1))).toEqual(ACCOUNT_CALLS);
  });

  it("ignores the address's case", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const response = await app
      .browser()
      .send("POST", "/account/sessions/email", { email: email.toUpperCase(), password: PASSWORD });
    expect(response.status).toBe(201);
  });

  it.each([
    ["a wrong password", { password: "Wrong-pass-1" }],
    ["an unknown address", { email: "nobody@example.org" }],
    ["a password that is too short to be one", { password: "short" }],
    ["a password that is too long to be one", { password: "x".repeat(300) }],
    ["what is no address", { email: "nobody" }],
    ["what is too long to be an address", { email: `${"a".repeat(300)}@example.org` }],
  ])("responds alike to %s", async (_, change) => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD, ...change });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: {
        type: "user_invalid_credentials",
        message: "Invalid credentials. Please check the email and password.",
      },
    });
    expect(browser.signInCookies).toEqual([]);
  });

  it.each([
    [
      { email: "", password: "" },
      { email: "Enter your email address", password: "Enter your password" },
    ],
    [{ email: " ", password: "x" }, { email: "Enter your email address" }],
    [{ email: "a@example.org", password: "" }, { password: "Enter your password" }],
  ])("requires both fields: %j", async (values, fields) => {
    const response = await createTestApp().browser().send("POST", "/account/sessions/email", values);
    expect(response.status).toBe(422);
    const { error } = await response.json<{ error: Record<string, unknown> }>();
    expect(error).toMatchObject({ message: "Please enter both email and password" });
    expect(error.fields).toEqual(fields);
  });

  it("allows ten wrong passwords, then sends Retry-After, even with the correct one", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    for (let i = 0; i < 10; i += 1) {
      await browser.send("POST", "/account/sessions/email", { email, password: `Guess-number-${i}` });
    }
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(429);
    const wait = Number(response.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await response.json()).toMatchObject({ error: { type: "rate_limited" } });
  });

  it("resets attempts after a correct password", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const trying = async (password: string) => {
      const { status } = await app.browser().send("POST", "/account/sessions/email", { email, password });
      await app.waitForBackgroundTasks();
      return status;
    };
    for (let i = 0; i < 9; i += 1) await trying("Wrong-pass-1");
    expect(await trying(PASSWORD)).toBe(201);
    for (let i = 0; i < 9; i += 1) await trying("Wrong-pass-1");
    expect(await trying(PASSWORD)).toBe(201);
  });

  it("counts no attempt while the backend cannot check the password", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/sessions\/email/, failsWith(500));
    for (let i = 0; i < 11; i += 1)
      await app.browser().send("POST", "/account/sessions/email", { email, password: PASSWORD });
    faults.clear();
    const response = await app.browser().send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(201);
  });

  it.each([
    ["limits the rate", 429, "general_rate_limit_exceeded"],
    ["has blocked the account", 403, "user_blocked"],
  ])("counts no attempt while the backend %s", async (_, status, type) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/sessions\/email/, respondsWith(status, JSON.stringify({ message: "No.", code: status, type })));
    const signIn = () => app.browser().send("POST", "/account/sessions/email", { email, password: PASSWORD });
    for (let i = 0; i < 11; i += 1) expect(await (await signIn()).json()).toMatchObject({ error: { type } });
    faults.clear();
    expect((await signIn()).status).toBe(201);
  });

  it("has its own message for values that no form sends", async () => {
    const values = { email: "a@example.org", password: "x".repeat(5000) };
    const response = await createTestApp().browser().send("POST", "/account/sessions/email", values);
    expect(await response.json()).toMatchObject({
      error: { code: 422, fields: { password: "Use at most 4096 characters" } },
    });
  });

  it("ends the session when the account cannot be loaded", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/^GET \/account$/, failsWith(500));
    const browser = app.browser();
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(502);
    expect(browser.signInCookies).toEqual([]);
    await app.waitForBackgroundTasks();
    expect(faults.calls.at(-1)).toMatch(/^DELETE \/account\/sessions\/\w+$/);
  });
});

describe("GET /api/account", () => {
  it("is null twice for a guest", async () => {
    const response = await createTestApp().browser().send("GET", "/account");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user: null, profile: null });
  });

  it("loads account and profile in one round trip", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.calls.length = 0;
    await browser.send("GET", "/account");
    expect(kinds(faults.calls)).toEqual(ACCOUNT_CALLS);
  });

  it("clears the cookie of an invalid session", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    await other.send("DELETE", "/account/sessions");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(true);
    expect(await (await browser.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it.each([
    ["the account", /^GET \/account$/],
    ["the profile", /^GET \/tablesdb/],
  ])("is an error when %s cannot be read: neither a guest nor a member without profile", async (_, call) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(call, failsWith(500));
    const response = await browser.send("GET", "/account");
    expect(response.status).toBe(502);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("treats any 401 for the account as an invalid session", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    const errorBody = { message: "The current user has been blocked.", type: "user_blocked", code: 401 };
    faults.on(/^GET \/account$/, respondsWith(401, JSON.stringify(errorBody)));
    expect(await (await browser.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("never returns the backend's session secret", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const told = await Promise.all(
      ["/account", "/account/sessions", "/profile"].map((path) => browser.send("GET", path)),
    );
    for (const answer of told) {
      // The sign-in method may be returned.
      const text = (await answer.text()).replaceAll('"method":"password"', "");
      expect(text).not.toMatch(/secret|password|hash/i);
    }
  });
});

describe("sessions", () => {
  it("are listed with this browser's marked, and can be ended one by one", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    const { sessions } = await (await laptop.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const others = sessions.filter(({ current }) => !current);
    expect((await laptop.send("DELETE", `/account/sessions/${others[0]?.id}`)).status).toBe(204);
    expect(await (await phone.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(await (await laptop.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("need the password to end another one, when the last authentication is older than a quarter of an hour", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    const { sessions } = await (await laptop.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    const end = () => laptop.send("DELETE", `/account/sessions/${sessions.find(({ current }) => !current)?.id}`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    const refused = await end();
    expect(await refused.json()).toMatchObject({ error: { code: 403, type: "password_required" } });
    expect((await laptop.send("POST", "/account/password", { password: "Wrong-password-1" })).status).toBe(401);
    expect((await end()).status).toBe(403);
    expect((await laptop.send("POST", "/account/password", { password: PASSWORD })).status).toBe(204);
    expect((await end()).status).toBe(204);
    expect(await (await phone.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it.each([
    ["POST", "/account/password", { password: PASSWORD }],
    ["PATCH", "/account/phone", { phone: "9822055511", password: PASSWORD }],
    ["PATCH", "/account/password", { password: "Tamarind-hill-42", oldPassword: PASSWORD }],
    ["POST", "/account/second-factor/email", { password: PASSWORD }],
  ])("take no password to end another one after one was given: %s %s", async (method, path, body) => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    const { user } = await (await laptop.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect((await laptop.send(method, path, body)).ok).toBe(true);
    const password = method === "PATCH" && path.endsWith("password") ? "Tamarind-hill-42" : PASSWORD;
    await phone.send("POST", "/account/sessions/email", { email, password });
    const { sessions } = await (await laptop.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    const other = sessions.find(({ current }) => !current);
    expect((await laptop.send("DELETE", `/account/sessions/${other?.id}`)).status).toBe(204);
  });

  it("never take the password to end this browser's own, or all", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect((await laptop.send("DELETE", "/account/sessions/current")).status).toBe(204);
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
  });

  it("clear the cookie when this browser's own ends", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const { sessions } = await (await browser.send("GET", "/account/sessions")).json<{ sessions: { id: string }[] }>();
    await browser.send("DELETE", `/account/sessions/${sessions[0]?.id}`);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("return Appwrite's 404 for an unknown id", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const response = await browser.send("DELETE", "/account/sessions/nosuch");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: "user_session_not_found" } });
  });

  it("need a session", async () => {
    const response = await createTestApp().browser().send("GET", "/account/sessions");
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "session_missing" } });
  });
});
