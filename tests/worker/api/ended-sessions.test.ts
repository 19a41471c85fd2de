// Sessions that have ended: by a sign-out, or from another device.
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
  vi.useRealTimers();
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
