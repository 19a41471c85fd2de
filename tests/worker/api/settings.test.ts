// Changes of name, phone and password.
import { afterEach, describe, expect, it, vi } from "vitest";
import { toE164 } from "../../../app/contract/phone";
import {
  cutsConnection,
  Faults,
  failsWith,
  losesResponse,
  neverResponds,
  refusesConnection,
  rejectsWith,
  respondsWith,
} from "../support/faults";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signIn, signUpForm } from "../support/people";
import { callBackend, endSessionAtAppwrite } from "../support/second-factor";
import { type Browser, createTestApp } from "../support/test-app";
import { admin } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("name, phone and password", () => {
  it("change in account, profile and greeting", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const renamed = await browser.send("PATCH", "/account/name", { name: " Asha Kulkarni " });
    expect(await renamed.json()).toMatchObject({ user: { name: "Asha Kulkarni" } });
    expect(await (await browser.fetch("/")).text()).toContain("Asha Kulkarni");
    const phone = await browser.send("PATCH", "/account/phone", { phone: "+233 20 555 0101", password: PASSWORD });
    expect(await phone.json()).toMatchObject({ user: { phone: "+233205550101" } });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({
      user: { name: "Asha Kulkarni" },
      profile: { name: "Asha Kulkarni", phone: "+233205550101" },
    });
  });

  it.each([
    ["/account/name", { name: "x".repeat(129) }, { name: "Use at most 128 characters" }],
    [
      "/account/phone",
      { phone: "9".repeat(41), password: PASSWORD },
      { phone: "Enter a phone number with 10 digits after +91 (India), like 98220 55501" },
    ],
    ["/account/name", { name: 7 }, { name: "This is not the kind of value that belongs here" }],
    ["/account/name", {}, { name: "Please fill this in" }],
  ])("PATCH %s rejects %j with a message for each field", async (path, body, fields) => {
    const browser = createTestApp().browser();
    await join(browser);
    const response = await browser.send("PATCH", path, body);
    expect(await response.json()).toMatchObject({ error: { code: 422, fields } });
  });

  it.each([
    ["another account has", "user_phone_already_exists"],
    ["this account has already", "user_target_already_exists"],
  ])("a phone number that %s is saved like any other", async (_, type) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^PATCH \/account\/phone$/, rejectsWith(409, type));
    const phone = "+233205550102";
    const changed = await browser.send("PATCH", "/account/phone", { phone, password: PASSWORD });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ user: { phone } });
    const expected = { user: { phone }, profile: { phone } };
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject(expected);
    const { account: user, profile } = await (await browser.send("GET", "/account/export")).json<
      Record<string, object>
    >();
    expect({ user, profile }).toMatchObject(expected);
  });

  it("a phone number that is saved twice, by two members, is told to neither", async () => {
    const app = createTestApp();
    const [one, two] = [app.browser(), app.browser()];
    await join(one);
    await join(two);
    const save = async (browser: typeof one) =>
      (await browser.send("PATCH", "/account/phone", { phone: "+233 20 555 0103", password: PASSWORD })).status;
    expect([await save(one), await save(two), await save(one)]).toEqual([200, 200, 200]);
  });

  it("a new password ends the other sessions and keeps this one", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(phone, email, PASSWORD);
    const changed = await laptop.send("PATCH", "/account/password", {
      password: "Another-pass-9",
      oldPassword: PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect(await (await laptop.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    expect(await (await phone.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("ends other sessions also when the answer to the new password is lost", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(phone, email, PASSWORD);
    await phone.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    faults.on(/^PATCH \/account\/password/, losesResponse, 1);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect((await phone.send("PATCH", "/account/name", { name: "Somebody Else" })).status).toBe(401);
    // The other devices have no count of attempts of their own any more.
    for (let n = 0; n < 10; n += 1) await signIn(app.browser(phone.address), email, `Guess-number-${n}`);
    expect((await signIn(phone, email, "Guess-number-11")).status).toBe(429);
    // Somebody else may have read the mails that were sent before.
    const stolen = { userId, secret, password: "Tamarind-hill-42" };
    expect((await app.browser().send("PUT", "/account/recovery", stolen)).status).toBe(401);
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(200);
  });

  it("revokes mailed links and forgets devices also when its answer is lost, and the owner signs out everywhere at once", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, thief] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(thief, email);
    await laptop.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const look = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockReturnValue(look.promise);
    faults.on(/^PATCH \/account\/password/, losesResponse, 1);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(502);
    expect((await laptop.send("DELETE", "/account/sessions")).status).toBe(204);
    look.resolve();
    await app.waitForBackgroundTasks();
    for (let n = 0; n < 10; n += 1) await signIn(app.browser(thief.address), email, `Guess-number-${n}`);
    expect((await signIn(thief, email, "Guess-number-11")).status).toBe(429);
    const stolen = { userId, secret, password: "Tamarind-hill-42" };
    expect((await app.browser().send("PUT", "/account/recovery", stolen)).status).toBe(401);
  });

  it("ends no other session when it was not set, and the backend did not say so", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(phone, email, PASSWORD);
    faults.on(/^PATCH \/account\/password/, failsWith(503), 1);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await phone.send("PATCH", "/account/password", change)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect(await (await laptop.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("ends no session of whoever sets another password meanwhile", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [thief, owner] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    await signIn(thief, email, PASSWORD);
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => (ms === 0 ? undefined : retry.promise));
    faults.on(/^PATCH \/account\/password/, failsWith(500), 1);
    const lost = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await thief.send("PATCH", "/account/password", lost)).status).toBe(502);
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await owner.send("PATCH", "/account/password", change)).status).toBe(200);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await owner.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    expect(await (await thief.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("takes the same new password once more from the browser that sent it, whose response may be lost", async () => {
    const app = createTestApp();
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(200);
    await app.waitForBackgroundTasks();
    await signIn(phone, email, change.password);
    expect((await phone.send("PATCH", "/account/password", change)).status).toBe(401);
    const other = { ...change, password: "Another-pass-8" };
    expect((await laptop.send("PATCH", "/account/password", other)).status).toBe(401);
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(200);
  });

  it.each([
    ["PATCH", "/account/phone", { phone: "98220 55509" }],
    ["PATCH", "/account/password", { password: "Another-pass-9" }],
    ["DELETE", "/account", {}],
  ])("%s %s limits password attempts", async (method, path, rest) => {
    const browser = createTestApp().browser();
    await join(browser);
    const field = path.endsWith("password") ? "oldPassword" : "password";
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await browser.send(method, path, { ...rest, [field]: `Guess-number-${i}` })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it("a new password is set although somebody behind the same address has tried more wrong ones than Appwrite takes from it in an hour", async () => {
    const app = createTestApp();
    const [stranger, member] = [app.browser(), app.browser()];
    const shared = { headers: { "CF-Connecting-IP": stranger.address, "Content-Type": "application/json" } };
    await join(stranger);
    const { email } = await join(member);
    const change = (browser: Browser, oldPassword: string) =>
      browser.fetch("/api/account/password", {
        ...shared,
        method: "PATCH",
        body: JSON.stringify({ password: "Another-pass-9", oldPassword }),
      });
    for (let n = 0; n < 10; n += 1) expect((await change(stranger, `Guess-number-${n}`)).status).toBe(401);
    expect((await change(member, "Not-the-password-1")).status).toBe(401);
    const phone = app.browser();
    await signIn(phone, email, PASSWORD);
    expect((await change(member, PASSWORD)).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(await (await member.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    expect(await (await member.send("GET", "/account/sessions")).json()).toMatchObject({
      sessions: [{ current: true }],
    });
    expect(await (await phone.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect((await signIn(app.browser(), email, "Another-pass-9")).status).toBe(201);
    expect((await signIn(app.browser(), email, PASSWORD)).status).toBe(401);
  });

  it("a password is set three times in an hour, so that one member does not use up what Appwrite takes from their network", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const passwords = [PASSWORD, ...[1, 2, 3, 4].map((n) => `Another-pass-${n}`)];
    const statuses: number[] = [];
    for (const [n, password] of passwords.slice(1).entries())
      statuses.push((await browser.send("PATCH", "/account/password", { password, oldPassword: passwords[n] })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    const last = { password: passwords[4], oldPassword: passwords[3] };
    expect((await browser.send("PATCH", "/account/password", last)).status).toBe(200);
  });

  it("a password that the backend refuses counts as one of them", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^PATCH \/account\/password/, rejectsWith(400, "password_recently_used"));
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const change = { password: `Another-pass-${n}`, oldPassword: PASSWORD };
      statuses.push((await browser.send("PATCH", "/account/password", change)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it("after a change that a limit refused, a wrong old password is still refused", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    for (let n = 0; n < 10; n += 1) await browser.send("POST", "/account/password", { password: `Guess-number-${n}` });
    // The account's own password is the new one: after a lost response it would be taken for set.
    const change = async () =>
      (await browser.send("PATCH", "/account/password", { password: PASSWORD, oldPassword: "Guess-number-11" })).status;
    expect(await change()).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    expect(await change()).toBe(401);
  });
});

describe("a change that stops half-way", () => {
  it.each([
    ["/account/name", { name: "Asha Kulkarni" }, { name: "Asha Kulkarni" }],
    ["/account/phone", { phone: "+233 20 555 0177", password: PASSWORD }, { phone: "+233205550177" }],
  ])("PATCH %s is completed by a retry", async (path, body, changed) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^PATCH \/tablesdb/, failsWith(500), 1);
    expect((await browser.send("PATCH", path, body)).status).toBe(502);
    expect((await browser.send("PATCH", path, body)).status).toBe(200);
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: changed, profile: changed });
  });

  it("says that the session has ended when another device ends it half-way", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(
      /^PATCH \/tablesdb/,
      async (_, forward) => {
        await endSessionAtAppwrite(browser);
        return forward();
      },
      1,
    );
    const response = await browser.send("PATCH", "/account/name", { name: "Asha Kulkarni" });
    expect([response.status, await response.json()]).toMatchObject([401, { error: { type: "session_missing" } }]);
  });

  it.each([
    ["refuses connections", refusesConnection, 502],
    ["cuts the connection", cutsConnection, 502],
    ["fails", failsWith(500), 502],
    ["stalls", neverResponds, 504],
  ])("changes neither name, phone nor password while the backend %s", async (_, fault, status) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
    const browser = app.browser();
    const { email } = await join(browser);
    faults.on(/^PATCH \/account/, fault);
    const other = { password: "Another-pass-9", oldPassword: PASSWORD };
    const changes: [string, unknown][] = [
      ["/account/name", { name: "Bina" }],
      ["/account/phone", { phone: "9822055588", password: PASSWORD }],
      ["/account/password", other],
    ];
    for (const [path, body] of changes) expect((await browser.send("PATCH", path, body)).status).toBe(status);
    faults.clear();
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({
      user: { name: "Asha Rao" },
      profile: { name: "Asha Rao" },
    });
    expect((await signIn(app.browser(), email, PASSWORD)).status).toBe(201);
  });
});

describe("the other sessions", () => {
  it("end with a new password even if the backend keeps them", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(phone, email, PASSWORD);
    const { user } = await (await laptop.send("GET", "/account")).json<{ user: { id: string } }>();
    const lenient = { $id: user.id, $createdAt: "", name: "Asha Rao", email, phone: "", emailVerification: false };
    faults.on(/^PATCH \/account\/password/, respondsWith(200, JSON.stringify(lenient)));
    const other = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await laptop.send("PATCH", "/account/password", other)).status).toBe(200);
    expect(await (await phone.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(await (await laptop.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("end with a new password after retries when the backend fails at first", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.calls.length = 0;
    faults.on(/^GET \/account\/sessions$/, failsWith(500), 3);
    const other = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await browser.send("PATCH", "/account/password", other)).status).toBe(200);
    await app.waitForBackgroundTasks();
    // Once while the response waits, and three times again.
    expect(faults.calls.filter((call) => call === "GET /account/sessions")).toHaveLength(4);
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("end with a new password that is set late, also those that began after a sign-out of all devices", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [owner, phone, thief] = [app.browser(), app.browser(), app.browser()];
    const { email } = await join(owner);
    const { user } = await (await owner.send("GET", "/account")).json<{ user: { id: string } }>();
    await signIn(phone, email, PASSWORD);
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => (ms === 0 ? undefined : retry.promise));
    faults.on(/^PATCH \/account\/password/, failsWith(503), 1);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await owner.send("PATCH", "/account/password", change)).status).toBe(502);
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    expect((await signIn(thief, email, PASSWORD)).status).toBe(201);
    // The backend sets it after all.
    await (await admin()).users.setPassword(user.id, change.password);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await thief.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("go on if they began with the new password, when ending the others is tried again", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockReturnValue(retry.promise);
    faults.on(/^GET \/account\/sessions$/, failsWith(500), 1);
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(200);
    expect((await signIn(phone, email, change.password)).status).toBe(201);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await phone.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("end when they signed in with the old password while it was being changed", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [thief, owner] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    const { user } = await (await owner.send("GET", "/account")).json<{ user: { id: string } }>();
    const [began, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Appwrite checks the password, and creates the session without another look at it.
    faults.on(
      /^POST \/account\/sessions\/email/,
      async () => {
        began.resolve();
        await changed.promise;
        return Response.json(await callBackend("POST", `/users/${user.id}/sessions`, {}), { status: 201 });
      },
      1,
    );
    const signingIn = signIn(thief, email, PASSWORD);
    await began.promise;
    const change = { password: "Another-pass-9", oldPassword: PASSWORD };
    expect((await owner.send("PATCH", "/account/password", change)).status).toBe(200);
    changed.resolve();
    expect((await signingIn).status).toBe(201);
    expect((await thief.send("PATCH", "/account/name", { name: "Somebody Else" })).status).toBe(401);
    expect((await owner.send("PATCH", "/account/name", { name: "Asha Rao" })).status).toBe(200);
  });
});

describe("an account without a profile", () => {
  it("tells nobody whether another account has a number", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { phone } = await join(app.browser());
    const seen: string[] = [];
    for (const number of [phone, "9876543210"]) {
      faults.on(/^POST \/tablesdb\//, rejectsWith(400, "general_unknown"), 1);
      const form = signUpForm({ phone: number });
      expect((await app.browser().send("POST", "/account", form)).status).toBe(400);
      const stranger = app.browser();
      const signedIn = await stranger.send("POST", "/account/sessions/email", {
        email: form.email,
        password: PASSWORD,
      });
      const { user } = await signedIn.json<{ user: { phone: string } }>();
      seen.push(user.phone === "" ? "none" : "own");
    }
    expect(seen[0]).toBe(seen[1]);
  });

  it("shows a number that is set later, whether another account has it or not", async () => {
    const app = createTestApp();
    const { phone: taken } = await join(app.browser());
    for (const number of [taken, "9876501234"]) {
      const browser = app.browser();
      await join(browser);
      const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
      await (await admin()).profiles.delete(user.id);
      expect((await browser.send("PATCH", "/account/phone", { phone: number, password: PASSWORD })).status).toBe(200);
      const account = await (await browser.send("GET", "/account")).json<{
        user: { phone: string };
        profile: object;
      }>();
      expect(account).toMatchObject({ user: { phone: toE164(number) }, profile: { phone: toE164(number) } });
    }
  });
});
