import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../worker/config";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { signInByCode } from "../support/codes";
import {
  type Fault,
  Faults,
  failsWith,
  losesResponse,
  neverResponds,
  refusesConnection,
  respondsWith,
} from "../support/faults";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signUpForm } from "../support/people";
import { switchOn, verifyEmail } from "../support/second-factor";
import { bindings, createTestApp } from "../support/test-app";
import { createUpload } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The profile is loaded by row id, and by column for older clients. */
const ACCOUNT_CALLS = [
  "GET /account",
  "GET /tablesdb/main/tables/users/rows",
  "GET /tablesdb/main/tables/users/rows/{id}",
];
const kinds = (calls: string[]) => calls.map((call) => call.replace(/rows\/.+/, "rows/{id}")).sort();

afterEach(() => {
  vi.useRealTimers();
});

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

describe("a cookie that comes again after the sign-out", () => {
  /** A browser that has the cookies of another one, which has signed out since. */
  async function replayed(path: string, { isEverywhere = false, faults = new Faults() } = {}) {
    const app = createTestApp({ wrapServer: faults.wrap });
    const [browser, second, thief] = [app.browser(), app.browser(), app.browser()];
    const { email } = await join(browser);
    await second.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    for (const [name, value] of (isEverywhere ? second : browser).cookies) thief.cookies.set(name, value);
    expect((await browser.send("DELETE", path)).status).toBe(204);
    return { app, thief, second, email };
  }

  it.each([
    ["of this browser", "/account/sessions/current", false],
    ["on all devices, here", "/account/sessions", false],
    ["on all devices, elsewhere", "/account/sessions", true],
  ])("shows nobody on public pages, and creates no upload: %s", async (_, path, isEverywhere) => {
    const { thief } = await replayed(path, { isEverywhere });
    const upload = await createUpload(thief, { name: "cv.pdf", kind: "resume", size: 1000 });
    expect(await upload.json()).toMatchObject({ error: { code: 401, type: "session_missing" } });
    const again = await replayed(path, { isEverywhere });
    expect(await (await again.thief.fetch("/about")).text()).toContain("guest");
    expect(again.thief.signInCookies).toEqual([]);
  });

  it.each(["/dashboard/unknown", "/settings/unknown", "/profile/unknown.data"])(
    "shows nobody at an unknown address below a member page: %s",
    async (path) => {
      const { thief } = await replayed("/account/sessions");
      expect(await (await thief.fetch(path)).text()).toContain("guest");
    },
  );

  it.each<[string, Fault | null]>([
    ["", null],
    [", also when the answer of the backend is lost", losesResponse],
    [", also while the backend cannot be reached", refusesConnection],
  ])("signs nobody out by signing out once more%s", async (_, fault) => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const { app, thief, email } = await replayed("/account/sessions/current", { faults });
    if (fault) faults.on(/^DELETE \/account\/sessions/, fault, 1);
    const browser = app.browser();
    await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect((await thief.send("DELETE", "/account/sessions")).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(await (await browser.fetch("/about")).text()).toContain("Asha Rao");
  });

  it("does not end the sessions that began after it", async () => {
    const { app, email } = await replayed("/account/sessions");
    const browser = app.browser();
    await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(await (await browser.fetch("/about")).text()).toContain("Asha Rao");
  });
});

describe("a session that was ended from another device", () => {
  /** A member who is signed in on two devices. */
  async function memberOnTwoDevices() {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [phone, laptop] = [app.browser(), app.browser()];
    const { email } = await join(phone);
    const { user } = await (await phone.send("GET", "/account")).json<{ user: { id: string } }>();
    await laptop.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    return { app, faults, phone, laptop, email, userId: user.id };
  }
  type Member = Awaited<ReturnType<typeof memberOnTwoDevices>>;

  it.each<[string, (member: Member) => Promise<Response>]>([
    [
      "in the list",
      async ({ phone }) => {
        const { sessions } = await (await phone.send("GET", "/account/sessions")).json<{
          sessions: { id: string; current: boolean }[];
        }>();
        return phone.send("DELETE", `/account/sessions/${sessions.find(({ current }) => !current)?.id}`);
      },
    ],
    [
      "by a new password",
      ({ phone }) => phone.send("PATCH", "/account/password", { password: "Tamarind-hill-42", oldPassword: PASSWORD }),
    ],
    [
      "by a new password after a mailed link",
      async ({ app, email }) => {
        await app.browser().send("POST", "/account/recovery", { email });
        const { userId, secret } = await mailedLink(app, email, "recovery");
        return app.browser().send("PUT", "/account/recovery", { userId, secret, password: "Tamarind-hill-42" });
      },
    ],
    [
      "by switching two-step sign-in on",
      async ({ phone, userId }) => {
        await verifyEmail(userId);
        await switchOn(phone);
        return phone.send("GET", "/account/second-factor");
      },
    ],
    ["by the first proof of the address", ({ app, email }) => signInByCode(app, app.browser(), email)],
    ["by deleting the account", ({ phone }) => phone.send("DELETE", "/account", { password: PASSWORD })],
    [
      "by signing out everywhere, when the answer of the backend is lost",
      ({ faults, phone }) => {
        vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
        faults.on(/^DELETE \/account\/sessions/, losesResponse, 1);
        return phone.send("DELETE", "/account/sessions");
      },
    ],
  ])("shows no name on public pages: %s", async (_, end) => {
    const member = await memberOnTwoDevices();
    expect((await end(member)).ok).toBe(true);
    await member.app.waitForBackgroundTasks();
    expect(await (await member.laptop.fetch("/about")).text()).toContain("guest");
    expect(member.laptop.signInCookies).toEqual([]);
  });

  /** Changes the password over a mailed link, at a backend that keeps the sessions then, as Appwrite 1.8 does. */
  async function recover({ app, faults, email, userId }: Member) {
    await app.browser().send("POST", "/account/recovery", { email });
    const { secret } = await mailedLink(app, email, "recovery");
    faults.on(/^PUT \/account\/recovery/, respondsWith(200, JSON.stringify({ $id: userId, userId, secret: "" })));
    return app.browser().send("PUT", "/account/recovery", { userId, secret, password: "Tamarind-hill-42" });
  }
  /** Changes the password in the settings, at a backend that keeps the other sessions then. */
  async function changePassword({ faults, phone, email, userId }: Member) {
    const user = { $id: userId, $createdAt: "", name: "Asha Rao", email, phone: "", emailVerification: false };
    faults.on(/^PATCH \/account\/password/, respondsWith(200, JSON.stringify(user)));
    return phone.send("PATCH", "/account/password", { password: "Tamarind-hill-42", oldPassword: PASSWORD });
  }

  it.each<[string, RegExp, (member: Member) => Promise<Response>]>([
    ["by a new password", /^GET \/account\/sessions$/, changePassword],
    ["by a new password after a mailed link", /^DELETE \/users\/\w+\/sessions/, recover],
    [
      "by the first proof of the address",
      /^GET \/account\/sessions$/,
      ({ app, email }) => signInByCode(app, app.browser(), email),
    ],
    [
      "by signing out everywhere",
      /^DELETE \/account\/sessions/,
      ({ phone }) => phone.send("DELETE", "/account/sessions"),
    ],
  ])("is refused although the backend never ends it: %s", async (_, call, end) => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const member = await memberOnTwoDevices();
    const cookies = new Map(member.laptop.cookies);
    member.faults.on(call, failsWith(500));
    expect((await end(member)).ok).toBe(true);
    await member.app.waitForBackgroundTasks();
    expect(await (await member.laptop.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    for (const [name, value] of cookies) member.laptop.cookies.set(name, value);
    expect((await member.laptop.send("PATCH", "/account/name", { name: "Mallory" })).status).toBe(401);
    for (const [name, value] of cookies) member.laptop.cookies.set(name, value);
    const file = { name: "plan.pdf", kind: "resume", size: 100 };
    expect((await createUpload(member.laptop, file)).status).toBe(401);
    const again = member.app.browser();
    const signIn = { email: member.email, password: PASSWORD };
    expect((await again.send("POST", "/account/sessions/email", signIn)).status).toBe(201);
    expect(await (await again.send("GET", "/account")).json()).toMatchObject({ user: { email: member.email } });
  });

  it("cannot be finished with its second factor", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const { app, faults, phone, email, userId } = await memberOnTwoDevices();
    await verifyEmail(userId);
    await switchOn(phone);
    const thief = app.browser();
    expect((await thief.send("POST", "/account/sessions/email", { email, password: PASSWORD })).status).toBe(401);
    expect((await thief.send("GET", "/account/challenge")).status).toBe(200);
    faults.on(/^GET \/account\/sessions$/, failsWith(500));
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await phone.send("PATCH", "/account/password", change)).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect((await thief.send("GET", "/account/challenge")).status).toBe(401);
  });

  it("leaves the device that ended it signed in, whatever it does next", async () => {
    const { app, phone, email } = await memberOnTwoDevices();
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await phone.send("PATCH", "/account/password", change)).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect((await phone.send("PATCH", "/account/name", { name: "Asha R. Rao" })).status).toBe(200);
    expect(await (await phone.fetch("/about")).text()).toContain("Asha R. Rao");
    expect((await signInByCode(app, app.browser(), email)).status).toBe(201);
  });

  it("is none that was opened after the backend ended them all, before it answered", async () => {
    const { app, faults, phone, email } = await memberOnTwoDevices();
    const next = app.browser();
    faults.on(
      /^DELETE \/account\/sessions/,
      async (_, forward) => {
        const ended = await forward();
        await next.send("POST", "/account/sessions/email", { email, password: PASSWORD });
        await scheduler.wait(5);
        return ended;
      },
      1,
    );
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(await (await next.fetch("/about")).text()).toContain("Asha Rao");
  });
});

describe("sign-out", () => {
  it("ends all of the member's sessions", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(phone.signInCookies).toEqual([]);
    expect(await (await laptop.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("succeeds for a guest and for an invalid session", async () => {
    const app = createTestApp();
    expect((await app.browser().send("DELETE", "/account/sessions")).status).toBe(204);
    const browser = app.browser();
    await join(browser);
    const cookies = new Map(browser.cookies);
    await browser.send("DELETE", "/account/sessions");
    const stale = app.browser();
    for (const [name, value] of cookies) stale.cookies.set(name, value);
    expect((await stale.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(app.log.filter(({ event }) => event === "session end not confirmed")).toEqual([]);
  });

  it.each([
    ["refuses connections", refusesConnection],
    ["stalls", neverResponds],
    ["fails", failsWith(500)],
  ])("succeeds while the backend %s, and revokes the session", async (_, fault) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
    const browser = app.browser();
    await join(browser);
    const stolen = new Map(browser.cookies);
    faults.on(/^DELETE \/account\/sessions/, fault);
    expect((await browser.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(browser.signInCookies).toEqual([]);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "session end not confirmed" }));

    const thief = app.browser();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect(await (await thief.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(thief.signInCookies).toEqual([]);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.send("PATCH", "/profile", { location: "Thane" })).status).toBe(401);
    // The next test counts the pauses between retries.
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    await app.waitForBackgroundTasks();
  });

  it("retries until the backend confirms", async () => {
    const waits = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    // Of the first two retries both sessions.
    faults.on(/^DELETE \/(account|users\/\w+)\/sessions/, refusesConnection, 5);
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(waits.mock.calls).toEqual([[1000], [3000], [8000]]);
    expect(await (await laptop.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("leaves the session that begins before a retry", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    const retrying = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockImplementationOnce(() => retrying.promise);
    faults.on(/^DELETE \/account\/sessions/, refusesConnection, 1);
    expect((await laptop.send("DELETE", "/account/sessions")).status).toBe(204);
    expect((await phone.send("POST", "/account/sessions/email", { email, password: PASSWORD })).status).toBe(201);
    retrying.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await phone.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("succeeds even when the session cannot be revoked", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const cookies = new Map(browser.cookies);
    faults.on(/^DELETE \/account\/sessions/, refusesConnection, 1);
    const broken = {
      isRevoked: async () => false,
      mark: async () => {
        throw new Error("no storage");
      },
    };
    const REVOCATIONS = { idFromName: () => "", get: () => broken } as unknown as typeof bindings.REVOCATIONS;
    const init = { method: "DELETE" };
    expect((await browser.fetch("/api/account/sessions", init, { ...bindings, REVOCATIONS })).status).toBe(204);
    expect(browser.signInCookies).toEqual([]);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "session not revoked" }));
    await app.waitForBackgroundTasks();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await (await browser.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("keeps the session revoked after a rotation of SESSION_SECRET", async () => {
    const { server, projectId, apiKey, databaseId, collectionId, bucketId } = await loadConfig(bindings);
    const settings = {
      ...bindings,
      EMBEDDED: undefined,
      APPWRITE_ENDPOINT: "https://cloud.example/v1",
      APPWRITE_PROJECT_ID: projectId,
      APPWRITE_API_KEY: apiKey,
      APPWRITE_DATABASE_ID: databaseId,
      APPWRITE_COLLECTION_ID: collectionId,
      APPWRITE_BUCKET_ID: bucketId,
    };
    const before = { ...settings, SESSION_SECRET: "the secret of the first of these two years" };
    const after = {
      ...settings,
      SESSION_SECRET: "another one that came after the first",
      SESSION_SECRET_PREVIOUS: before.SESSION_SECRET,
    };
    const faults = new Faults();
    const app = createTestApp({ wrapServer: () => faults.wrap(server) });
    const form = signUpForm();
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(form) };
    const browser = app.browser();
    expect((await browser.fetch("/api/account", post, before)).status).toBe(201);
    const stolen = new Map(browser.cookies);
    // Cookies sealed with the old secret still open.
    expect(await (await browser.fetch("/api/account", {}, after)).json()).toMatchObject({
      user: { email: form.email },
    });
    faults.on(/^DELETE \/account\/sessions/, refusesConnection);
    expect((await browser.fetch("/api/account/sessions", { method: "DELETE" }, before)).status).toBe(204);
    for (const [name, value] of stolen) browser.cookies.set(name, value);
    expect(await (await browser.fetch("/api/account", {}, after)).json()).toEqual({ user: null, profile: null });
  });
});

describe("DELETE /api/account/sessions/current", () => {
  it("ends this browser's session, and its cookie with it", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    expect((await browser.send("DELETE", "/account/sessions/current")).status).toBe(204);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("succeeds while the backend is down, and revokes the session", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const cookie = browser.cookies.get(SESSION_COOKIE) ?? "";
    faults.on(/^DELETE \/account\/sessions/, failsWith(500), 1);
    expect((await browser.send("DELETE", "/account/sessions/current")).status).toBe(204);
    const kept = app.browser();
    kept.cookies.set(SESSION_COOKIE, cookie);
    expect(await (await kept.fetch("/api/account")).json()).toEqual({ user: null, profile: null });
  });
});
