// A new password by a mailed link.
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  Faults,
  failsWith,
  losesResponse,
  neverResponds,
  refusesConnection,
  unreachableNamespace,
} from "../support/faults";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signIn } from "../support/people";
import { bindings, createTestApp, ORIGIN } from "../support/test-app";
import { admin } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
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

describe("the other sessions", () => {
  /** An account in which a thief is signed in, and its owner is not. Calls to the backend can fail. */
  async function accountOfTwo() {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [thief, owner] = [app.browser(), app.browser()];
    const { email } = await join(thief);
    return { faults, app, thief, owner, email };
  }

  it("end with a recovery whose answer is lost, and so do the links that were mailed before", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const { faults, app, thief, owner, email } = await accountOfTwo();
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

  it("do not come back, and wrong passwords are forgotten, when the answer is lost a while after the password was set", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const { faults, app, thief, owner, email } = await accountOfTwo();
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const guesser = app.browser(owner.address);
    for (let n = 0; n < 10; n += 1) expect((await signIn(guesser, email, `Guess-number-${n}`)).status).toBe(401);
    let now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    faults.on(
      /^PUT \/account\/recovery/,
      async (_, forward) => {
        await forward();
        now += 1000;
        vi.setSystemTime(now);
        throw new TypeError("connection reset");
      },
      1,
    );
    const password = "Another-pass-9";
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(502);
    await app.waitForBackgroundTasks();
    await app.waitForBackgroundTasks();
    expect(await (await admin()).users.listSessions(userId as string)).toEqual([]);
    const again = await app.browser().send("PUT", "/account/recovery", { userId, secret, password });
    expect(await again.json()).toMatchObject({ error: { type: "link_used" } });
    // A second counter, by network, would refuse this one.
    expect((await signIn(owner, email, password)).status).toBe(201);
    // The thief's device counts like any other of its network by now.
    for (let n = 0; n < 10; n += 1) await signIn(app.browser(thief.address), email, `Guess-number-${n}`);
    expect((await signIn(thief, email, "Guess-number-11")).status).toBe(429);
  });

  it("end when a recovery that timed out succeeds late", async () => {
    const { faults, app, thief, owner, email } = await accountOfTwo();
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

  it("go on if they began with the new password, when ending the others is tried again", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockReturnValue(retry.promise);
    faults.on(/^DELETE \/users\/\w+\/sessions$/, failsWith(500), 1);
    const password = "Another-pass-9";
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    expect((await signIn(owner, email, password)).status).toBe(201);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await owner.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("go on when the settings have set a newer password than the link, whose answer was lost", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [owner, other] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => (ms === 0 ? undefined : retry.promise));
    faults.on(/^PUT \/account\/recovery/, failsWith(500), 1);
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password: "Another-pass-9" })).status).toBe(
      502,
    );
    expect((await signIn(other, email, PASSWORD)).status).toBe(201);
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await other.send("PATCH", "/account/password", change)).status).toBe(200);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await (await other.send("GET", "/account")).json()).toMatchObject({ user: { email } });
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
    faults.on(/ \/users\/\w+\/sessions$/, failsWith(500), 2);
    const password = "Another-pass-9";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => /^(DELETE|GET) \/users\/\w+\/sessions$/.test(call))).toHaveLength(3);
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});
