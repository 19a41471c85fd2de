import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toE164 } from "../../../app/contract/phone";
import { SESSION_COOKIE } from "../../../worker/session/session";
import {
  cutsConnection,
  type Fault,
  Faults,
  failsWith,
  losesResponse,
  neverResponds,
  refusesConnection,
  rejectsWith,
  respondsWith,
  unreachableNamespace,
} from "../support/faults";
import { mailedLink, mailsTo } from "../support/mails";
import { join, PASSWORD, STUDENT, signUpForm } from "../support/people";
import { callBackend, endSessionAtAppwrite } from "../support/second-factor";
import { rowsWith } from "../support/stored-rows";
import { type Browser, bindings, createTestApp, ORIGIN, type TestApp } from "../support/test-app";
import { admin, storedFiles, upload } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const signIn = (browser: Browser, email: string, password: string) =>
  browser.send("POST", "/account/sessions/email", { email, password });

describe("verification", () => {
  it("sends a link to /verify-email that verifies the address once", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    expect((await browser.send("POST", "/account/verification")).status).toBe(202);
    const { url, userId, secret } = await mailedLink(app, email, "verification");
    expect(url.origin + url.pathname).toBe(`${ORIGIN}/verify-email`);
    const elsewhere = app.browser();
    const confirmed = await elsewhere.send("PUT", "/account/verification", { userId, secret });
    expect(confirmed.status).toBe(200);
    expect(await confirmed.json()).toEqual({ verified: true });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { emailVerified: true } });
    const again = await elsewhere.send("PUT", "/account/verification", { userId, secret });
    expect(await again.json()).toMatchObject({ error: { code: 401, type: "link_used" } });
    const changed = await elsewhere.send("PUT", "/account/verification", { userId, secret: `${secret}0` });
    expect(await changed.json()).toMatchObject({ error: { code: 401, type: "user_invalid_token" } });
    const resent = await browser.send("POST", "/account/verification");
    expect(await resent.json()).toMatchObject({ error: { code: 409, type: "user_email_already_verified" } });
  });

  it("is mailed although somebody asks for it with the cookie of an ended session at the same time", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [browser, stale] = [app.browser(), app.browser()];
    const { email } = await join(browser);
    await signIn(stale, email, PASSWORD);
    await endSessionAtAppwrite(stale);
    const began = Promise.withResolvers<void>();
    faults.on(/^POST .*verification/, async (request, forward) => {
      began.resolve();
      await neverResponds(request, forward);
      return forward();
    });
    const late = stale.send("POST", "/account/verification");
    await Promise.race([late, began.promise]);
    faults.clear();
    expect((await browser.send("POST", "/account/verification")).status).toBe(202);
    expect((await late).status).toBe(401);
  });

  it("is sent again after a cool-down, which a refused e-mail does not start", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.on(/verification/, rejectsWith(400, "general_argument_invalid"), 1);
    expect((await browser.send("POST", "/account/verification")).status).toBe(400);
    const sent = await browser.send("POST", "/account/verification");
    expect(await sent.json()).toEqual({ sent: true, retryAfterSeconds: 60 });
    const again = await browser.send("POST", "/account/verification");
    expect(await again.json()).toMatchObject({ error: { code: 429, type: "mail_just_sent" } });
    const wait = Number(again.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it("tells only the signed-in member that the address is already verified", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    await browser.send("POST", "/account/verification");
    const { userId, secret } = await mailedLink(app, email, "verification");
    await browser.send("PUT", "/account/verification", { userId, secret });
    const older = { userId, secret: "0".repeat(256) };
    const own = await browser.send("PUT", "/account/verification", older);
    expect(await own.json()).toMatchObject({ error: { code: 409, type: "user_email_already_verified" } });
    const stranger = await app.browser().send("PUT", "/account/verification", older);
    expect(await stranger.json()).toMatchObject({ error: { code: 401, type: "user_invalid_token" } });
  });

  it("needs a session to send it", async () => {
    expect((await createTestApp().browser().send("POST", "/account/verification")).status).toBe(401);
  });
});

describe("recovery", () => {
  it("sets a new password by an e-mailed link, ends every session, and resets attempts", async () => {
    const app = createTestApp();
    const laptop = app.browser();
    const { email } = await join(laptop);
    const browser = app.browser();
    for (let i = 0; i < 10; i += 1) await signIn(browser, email, `Guess-number-${i}`);
    expect((await browser.send("POST", "/account/recovery", { email })).status).toBe(202);
    const { url, userId, secret } = await mailedLink(app, email, "recovery");
    expect(url.origin + url.pathname).toBe(`${ORIGIN}/reset-password`);
    const password = "Another-pass-9";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    expect(await (await laptop.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect((await signIn(browser, email, password)).status).toBe(201);
    const used = await browser.send("PUT", "/account/recovery", { userId, secret, password });
    expect(await used.json()).toMatchObject({ error: { code: 401, type: "link_used" } });
  });

  it("tells of a link whether it was used or revoked, to nobody without its secret, and asks no backend", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const { email } = await join(browser);
    await browser.send("POST", "/account/recovery", { email });
    const first = await mailedLink(app, email, "recovery");
    await browser.send("POST", "/account/recovery", { email });
    const second = await mailedLink(app, email, "recovery");
    const password = "Another-pass-9";
    const stateOf = async ({ userId, secret }: { userId: string | null; secret: string | null }) =>
      (await app.browser().send("POST", "/account/recovery/link", { userId, secret })).json();
    expect([await stateOf(first), await stateOf(second)]).toEqual([{ state: "open" }, { state: "open" }]);
    await browser.send("PUT", "/account/recovery", { userId: second.userId, secret: second.secret, password });
    await app.waitForBackgroundTasks();
    faults.on(/./, neverResponds);
    expect([await stateOf(first), await stateOf(second)]).toEqual([{ state: "revoked" }, { state: "used" }]);
    expect(await stateOf({ userId: second.userId, secret: "another" })).toEqual({ state: "open" });
    expect(await stateOf({ userId: "nobody", secret: "another" })).toEqual({ state: "open" });
  });

  it("accepts any link of the last hour, until the password changes", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const mail = async () => {
      await browser.send("POST", "/account/recovery", { email });
      return mailedLink(app, email, "recovery");
    };
    const use = async ({ userId, secret }: { userId: string | null; secret: string | null }, password: string) =>
      (await app.browser().send("PUT", "/account/recovery", { userId, secret, password })).status;
    const [first, second, third] = [await mail(), await mail(), await mail()];
    expect(await use(second, "Another-pass-1")).toBe(200);
    for (const link of [first, third]) expect(await use(link, "Another-pass-2")).toBe(401);
    const fourth = await mail();
    await browser.send("POST", "/account/sessions/email", { email, password: "Another-pass-1" });
    const change = { password: "Another-pass-3", oldPassword: "Another-pass-1" };
    expect((await browser.send("PATCH", "/account/password", change)).status).toBe(200);
    expect(await use(fourth, "Another-pass-4")).toBe(401);
    expect(await use(await mail(), "Another-pass-5")).toBe(200);
  });

  it("responds alike for a known and an unknown address, before the backend is called", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
    const { email } = await join(app.browser());
    faults.on(/recovery/, neverResponds);
    const responses = await Promise.all(
      [email, "nobody@example.org"].map((address) =>
        app.browser().send("POST", "/account/recovery", { email: address }),
      ),
    );
    const [known, unknown] = await Promise.all(
      responses.map(async (response) => [response.status, await response.text()]),
    );
    expect(known).toEqual(unknown);
    expect(known?.[0]).toBe(202);
    await app.waitForBackgroundTasks();
  });

  it("sends a working link when it cannot be registered, and logs that", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const broken = { ...bindings, EMAIL_TOKENS: unreachableNamespace<typeof bindings.EMAIL_TOKENS>() };
    await browser.send("POST", "/account/recovery", { email }, broken);
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const troubles = app.log.filter(({ level }) => level !== "info").map(({ event }) => event);
    expect(troubles).toEqual(["recovery link not registered"]);
    const password = "Another-pass-9";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
  });

  it("does not log an unknown address", async () => {
    const app = createTestApp();
    await app.browser().send("POST", "/account/recovery", { email: "nobody@example.org" });
    await app.waitForBackgroundTasks();
    expect(app.log.map(({ event }) => event)).toEqual(["request"]);
  });

  it("is rejected for every address while the circuit is open", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/./, refusesConnection);
    for (let i = 0; i < 4; i += 1) await signIn(app.browser(), "x@example.org", "Wrong-pass-1");
    for (const address of [email, "nobody@example.org"]) {
      expect((await app.browser().send("POST", "/account/recovery", { email: address })).status).toBe(503);
    }
  });

  it("requires a valid address and a long enough password", async () => {
    const browser = createTestApp().browser();
    const address = await browser.send("POST", "/account/recovery", { email: "nobody" });
    expect(await address.json()).toMatchObject({
      error: { code: 422, fields: { email: "Please enter a valid email address" } },
    });
    const password = await browser.send("PUT", "/account/recovery", { userId: "u", secret: "s", password: "short" });
    expect(await password.json()).toMatchObject({
      error: {
        code: 422,
        message: "Password must be at least 8 characters",
        fields: { password: "Password must be at least 8 characters" },
      },
    });
  });
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
    // Somebody else may have read the mails that were sent before.
    const stolen = { userId, secret, password: "Tamarind-hill-42" };
    expect((await app.browser().send("PUT", "/account/recovery", stolen)).status).toBe(401);
    expect((await laptop.send("PATCH", "/account/password", change)).status).toBe(200);
  });

  it("ends no other session with a wrong password, whose answer is lost", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [laptop, phone] = [app.browser(), app.browser()];
    const { email } = await join(laptop);
    await signIn(phone, email, PASSWORD);
    faults.on(/^PATCH \/account\/password/, failsWith(503), 1);
    const change = { password: "Another-pass-9", oldPassword: "Not-the-password-1" };
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
    faults.on(/^PATCH \/account\/password/, failsWith(503), 1);
    const guess = { password: "Another-pass-9", oldPassword: "Not-the-password-1" };
    expect((await thief.send("PATCH", "/account/password", guess)).status).toBe(502);
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

  it("a new password that a limit refused was not set: the old one has to be right the next time, too", async () => {
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

  it("end with a recovery whose answer is lost, and so do the links that were mailed before", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [thief, owner] = [app.browser(), app.browser()];
    const { email } = await join(thief);
    const ask = async () => {
      await owner.send("POST", "/account/recovery", { email });
      return mailedLink(app, email, "recovery");
    };
    const [earlier, link] = [await ask(), await ask()];
    const password = "Another-pass-9";
    faults.on(/^PUT \/account\/recovery/, losesResponse, 1);
    // The site itself refuses the sessions while Appwrite keeps them.
    faults.on(/^DELETE \/users\/\w+\/sessions/, failsWith(500));
    const { userId, secret } = link;
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(502);
    expect(await (await thief.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    await app.waitForBackgroundTasks();
    await app.waitForBackgroundTasks();
    expect((await signIn(owner, email, password)).status).toBe(201);
    const stolen = { userId, secret: earlier.secret, password: "Tamarind-hill-42" };
    expect((await app.browser().send("PUT", "/account/recovery", stolen)).status).toBe(401);
  });

  it("end when a recovery that timed out succeeds late", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [thief, owner] = [app.browser(), app.browser()];
    const { email } = await join(thief);
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    let carryOut: () => Promise<unknown> = async () => {};
    faults.on(
      /^PUT \/account\/recovery/,
      async (_, forward) => {
        carryOut = forward;
        throw new TypeError("connection reset");
      },
      1,
    );
    const retry = vi.spyOn(scheduler, "wait");
    retry.mockResolvedValueOnce(undefined);
    retry.mockImplementationOnce(async () => {
      await signIn(thief, email, PASSWORD);
      await carryOut();
      expect((await signIn(owner, email, change.password)).status).toBe(201);
    });
    const change = { userId, secret, password: "Another-pass-9" };
    expect((await owner.send("PUT", "/account/recovery", change)).status).toBe(502);
    await app.waitForBackgroundTasks();
    await app.waitForBackgroundTasks();
    expect(await (await thief.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    expect(await (await owner.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("leave the mailed link to another try when the backend has not set the password", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const owner = app.browser();
    const { email } = await join(owner);
    const ask = async () => {
      await owner.send("POST", "/account/recovery", { email });
      return mailedLink(app, email, "recovery");
    };
    const [earlier, { userId, secret }] = [await ask(), await ask()];
    faults.on(/^PUT \/account\/recovery/, failsWith(500), 1);
    const change = { userId, secret, password: "Another-pass-9" };
    expect((await app.browser().send("PUT", "/account/recovery", change)).status).toBe(502);
    await app.waitForBackgroundTasks();
    // The backend may still set it, and whoever has an earlier link must not change it then.
    const stolen = { ...change, secret: earlier.secret };
    expect((await app.browser().send("PUT", "/account/recovery", stolen)).status).toBe(401);
    expect((await app.browser().send("PUT", "/account/recovery", change)).status).toBe(200);
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

  it("end with a recovery after retries when the backend fails at first", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const { email } = await join(browser);
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    faults.calls.length = 0;
    faults.on(/^DELETE \/users\/\w+\/sessions/, failsWith(500), 2);
    const password = "Another-pass-9";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => /^DELETE .*\/sessions$/.test(call))).toHaveLength(3);
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("DELETE /api/account", () => {
  it.each([
    ["a file", /^DELETE \/storage/],
    ["the profile", /^DELETE \/tablesdb/],
    ["the account", /^DELETE \/users/],
  ])("is completed by a retry when %s could not be deleted", async (_, call) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const { email } = await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    faults.on(call, failsWith(500), 1);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(502);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(true);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(await storedFiles()).not.toContain(file.id);
    expect(await (await admin()).users.findByEmail(String(email))).toBeNull();
  });

  it("distinguishes a rate limit of the backend from our own, which comes first", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const limit = { message: "Slow down", code: 429, type: "general_rate_limit_exceeded" };
    faults.on(/^DELETE \/tablesdb/, respondsWith(429, JSON.stringify(limit)));
    const response = await browser.send("DELETE", "/account", { password: PASSWORD });
    expect(await response.json()).toMatchObject({ error: { code: 429, type: "general_rate_limit_exceeded" } });
    expect(await storedFiles()).not.toContain(file.id);
  });

  it("keeps another user's file that the profile names", async () => {
    const app = createTestApp();
    const [victim, browser] = [app.browser(), app.browser()];
    const file = await upload(victim, { kind: "resume", name: "cv.pdf" });
    await join(victim, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    await join(browser, STUDENT);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await (await admin()).profiles.update(user.id, { resumeId: file.id });
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(await storedFiles()).toContain(file.id);
  });

  it.each([
    ["/profile", { role: "Mentor" }],
    ["/account/phone", { phone: "98111 22333", password: PASSWORD }],
  ])("leaves no profile that another tab makes meanwhile: PATCH %s", async (path, change) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const waits: Fault = async (_, forward) => {
      begun.resolve();
      await released.promise;
      return forward();
    };
    faults.on(/^DELETE \/users\//, waits, 1);
    const deleting = browser.send("DELETE", "/account", { password: PASSWORD });
    await begun.promise;
    expect(await (await browser.send("PATCH", path, change)).json()).toMatchObject({
      error: { code: 401, type: "session_missing" },
    });
    released.resolve();
    expect((await deleting).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(await (await admin()).profiles.find(user.id)).toBeNull();
  });

  it("signs out when the account is deleted, and the answer is lost", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.on(/^DELETE \/users\//, losesResponse, 1);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(browser.signInCookies).toEqual([]);
  });

  it.each([
    ["the connection breaks", () => Promise.reject(new TypeError("connection reset"))],
    ["a gateway answers for it", async () => new Response("Gateway Timeout", { status: 504 })],
  ])("leaves no profile that is made before the backend carries out a deletion after %s", async (_, loseAnswer) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    let carryOut: () => Promise<Response> = async () => new Response();
    faults.on(
      /^DELETE \/users\//,
      async (_, forward) => {
        carryOut = forward;
        return loseAnswer();
      },
      1,
    );
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(502);
    expect((await browser.send("PATCH", "/profile", { role: "Mentor" })).status).toBe(401);
    await carryOut();
    await app.waitForBackgroundTasks();
    expect(await (await admin()).profiles.find(user.id)).toBeNull();
  });

  it("deletes everything from the oldest of ten sessions, which the check of the password ends", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const { email } = await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    for (let n = 0; n < 9; n += 1) expect((await signIn(app.browser(), String(email), PASSWORD)).status).toBe(201);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    const { users, profiles } = await admin();
    expect(await users.find(user.id)).toBeNull();
    expect(await profiles.findMany([user.id])).toEqual([]);
    expect(await storedFiles()).not.toContain(file.id);
  });

  it.each<[string, (app: TestApp, email: string) => Promise<Response>]>([
    [
      "signs out",
      async (app, email) => {
        const other = app.browser();
        await signIn(other, email, PASSWORD);
        return other.send("DELETE", "/account/sessions");
      },
    ],
    [
      "sets a new password",
      async (app, email) => {
        const other = app.browser();
        await signIn(other, email, PASSWORD);
        return other.send("PATCH", "/account/password", { password: "Another-pass-9", oldPassword: PASSWORD });
      },
    ],
  ])("leaves nothing when another device %s meanwhile", async (_, interfere) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const { email } = await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    faults.on(
      /^GET \/storage\/buckets\/\w+\/files$/,
      async (_request, forward) => {
        expect((await interfere(app, String(email))).ok).toBe(true);
        return forward();
      },
      1,
    );
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    const { users, profiles } = await admin();
    expect(await users.find(user.id)).toBeNull();
    expect(await profiles.findMany([user.id])).toEqual([]);
    expect(await storedFiles()).not.toContain(file.id);
  });

  it("ends its test session when it fails half way", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.on(/^DELETE \/users/, failsWith(500));
    faults.calls.length = 0;
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(502);
    expect(faults.calls.filter((call) => call === "GET /account")).toHaveLength(1);
    await app.waitForBackgroundTasks();
    const { sessions } = await (await browser.send("GET", "/account/sessions")).json<{ sessions: unknown[] }>();
    expect(sessions).toHaveLength(1);
    faults.clear();
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
  });

  it("deletes files, profile, account and sessions", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const { email } = await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const cookies = new Map(browser.cookies);
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await storedFiles()).not.toContain(file.id);
    expect((await signIn(browser, String(email), PASSWORD)).status).toBe(401);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await (await browser.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });

  it("leaves nothing of the member in the embedded backend's database, and no bytes", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { EMBEDDED, EMBEDDED_FILES } = env as unknown as Pick<Cloudflare.LocalEnv, "EMBEDDED" | "EMBEDDED_FILES">;
    const embedded = EMBEDDED.get(EMBEDDED.idFromName("navarambh"));
    const file = await upload(browser, { kind: "resume", name: "zebra-cv.pdf" });
    const { email } = await join(browser, {
      ...STUDENT,
      name: "Zebra Quagga",
      email: "zebra@example.org",
      phone: "9812345670",
      resumeId: file.id,
      uploadTicket: file.ticket,
    });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await browser.send("POST", "/account/verification");
    await browser.send("POST", "/account/recovery", { email });
    await signIn(app.browser(), String(email), "Wrong-password-1");
    await app.waitForBackgroundTasks();
    const names = [user.id, String(email), "Zebra Quagga", "9812345670", "zebra-cv.pdf", file.id];
    expect(await rowsWith(embedded, names)).not.toEqual([]);
    expect((await mailsTo(app, String(email))).map(({ kind }) => kind)).toContain("recovery");
    expect((await browser.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(await rowsWith(embedded, names)).toEqual([]);
    expect((await EMBEDDED_FILES.list({ prefix: `files/${file.id}` })).objects).toEqual([]);
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
