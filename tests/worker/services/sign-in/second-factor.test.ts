// Signing in to an account that has a second factor.
import { afterEach, describe, expect, it, vi } from "vitest";
import { PENDING_SIGN_IN_COOKIE } from "../../../../worker/session/pending-sign-in";
import { SESSION_COOKIE } from "../../../../worker/session/session";
import { newCode, signInByCode } from "../../support/codes";
import { failsWith, losesResponse, rejectsWith } from "../../support/faults";
import { mailedLink } from "../../support/mails";
import { copyOf, join, PASSWORD, STUDENT, signIn } from "../../support/people";
import {
  answer,
  callBackend,
  errorOf,
  memberWithFactor,
  type SecondFactor,
  switchOnSecondFactor,
} from "../../support/second-factor";
import { type Browser, bindings, createTestApp, type TestApp } from "../../support/test-app";
import { upload } from "../../support/uploads";

const userOf = async (browser: Browser) =>
  (await (await browser.send("GET", "/account")).json<{ user: { email: string } | null }>()).user;
const sessionsOf = async (userId: string) =>
  (await callBackend<{ sessions: { $id: string }[] }>("GET", `/users/${userId}/sessions`)).sessions;

afterEach(() => {
  vi.useRealTimers();
});

describe("somebody with the password alone", () => {
  it("does not sign the member out by opening one session after another", async () => {
    const { app, email, joined, browser, code, recoveryCodes } = await memberWithFactor();
    await signIn(joined, email);
    expect((await answer(joined, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
    await app.waitForBackgroundTasks();
    const stranger = () => app.browser("203.0.113.7");
    for (let n = 0; n < 3; n += 1) {
      expect(await errorOf(await signIn(stranger(), email))).toEqual([401, "user_more_factors_required"]);
    }
    expect(await errorOf(await signIn(stranger(), email))).toEqual([429, "rate_limited"]);
    // All at once, from other networks.
    const others = Array.from({ length: 10 }, () => app.browser());
    const answers = await Promise.all(others.map(async (other) => errorOf(await signIn(other, email))));
    expect(answers.filter(([status]) => status === 401)).toHaveLength(2);
    await app.waitForBackgroundTasks();
    expect(await userOf(joined)).toMatchObject({ email });
    // The member's own device goes on.
    await joined.send("DELETE", "/account/sessions");
    expect(await errorOf(await signIn(joined, email))).toEqual([401, "user_more_factors_required"]);
    expect((await answer(joined, "totp", await code())).status).toBe(201);
    expect(await errorOf(await signIn(browser, email))).toEqual([429, "rate_limited"]);
  });

  it("has five pending sign-ins at most, also across the end of the limit's window and by codes", async () => {
    const { app, email, userId, joined, recoveryCodes } = await memberWithFactor();
    await signIn(joined, email);
    expect((await answer(joined, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
    await signIn(app.browser(), email, "Not-the-password-1");
    await app.waitForBackgroundTasks();
    const before = await sessionsOf(userId);
    const trySeveralTimes = async () => {
      for (let n = 0; n < 6; n += 1) await signIn(app.browser(), email);
      await app.waitForBackgroundTasks();
    };
    const start = Date.now();
    const renewed = app.browser();
    await signIn(renewed, email);
    vi.useFakeTimers({ toFake: ["Date"], now: start + 599_000 });
    // It begins anew in the same browser, and waits for ten more minutes.
    await signIn(renewed, email);
    await app.waitForBackgroundTasks();
    await trySeveralTimes();
    vi.setSystemTime(start + 602_000);
    await trySeveralTimes();
    expect(await sessionsOf(userId)).toHaveLength(before.length + 5);
    expect(await errorOf(await signInByCode(app, app.browser(), email))).toEqual([429, "rate_limited"]);
  });

  it("leaves no session behind that was never finished", async () => {
    const { app, email, userId, joined, recoveryCodes } = await memberWithFactor();
    await signIn(joined, email);
    expect((await answer(joined, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
    await app.waitForBackgroundTasks();
    const before = await sessionsOf(userId);
    await signIn(app.browser(), email);
    await signIn(app.browser(), email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    await signIn(app.browser(), email);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toHaveLength(before.length + 1);
  });

  it("gets its place back when it begins anew in the same browser, once for each session", async () => {
    const { app, email, userId, joined, recoveryCodes } = await memberWithFactor();
    await signIn(joined, email);
    expect((await answer(joined, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
    await app.waitForBackgroundTasks();
    const before = await sessionsOf(userId);
    const browser = app.browser("203.0.113.8");
    for (let n = 0; n < 5; n += 1) {
      expect(await errorOf(await signIn(browser, email))).toEqual([401, "user_more_factors_required"]);
      await app.waitForBackgroundTasks();
    }
    expect(await sessionsOf(userId)).toHaveLength(before.length + 1);
    const copies = Array.from({ length: 4 }, () => copyOf(app, browser));
    for (const copy of copies) await signIn(copy, email);
    await app.waitForBackgroundTasks();
    for (let n = 0; n < 6; n += 1) await signIn(app.browser(), email);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toHaveLength(before.length + 5);
  });

  it("does not count when the password is wrong, or when it is finished", async () => {
    const { app, email, recoveryCodes } = await memberWithFactor();
    const browser = app.browser();
    for (let n = 0; n < 4; n += 1) {
      await signIn(browser, email, "Not-the-password-1");
      await signIn(browser, email);
      expect((await answer(browser, "recoveryCode", recoveryCodes[n] ?? "")).status).toBe(201);
      browser.cookies.clear();
      await app.waitForBackgroundTasks();
    }
  });
});

describe("a sign-in with a second factor", () => {
  it("waits for it: nobody is signed in before", async () => {
    const { browser, email } = await memberWithFactor();
    expect(await errorOf(await signIn(browser, email))).toEqual([401, "user_more_factors_required"]);
    expect(browser.signInCookies).toEqual([PENDING_SIGN_IN_COOKIE]);
    expect(await userOf(browser)).toBeNull();
    expect(await errorOf(await browser.send("GET", "/profile"))).toEqual([401, "session_missing"]);
    expect(await (await browser.fetch("/dashboard")).text()).toContain("guest");
  });

  it("ends with a code of the authenticator", async () => {
    const { browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const response = await answer(browser, "totp", await code());
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ user: { email }, isFirstProof: false, recoveryCodesLeft: null });
    expect(browser.signInCookies).toEqual([SESSION_COOKIE]);
    expect(await userOf(browser)).toMatchObject({ email });
  });

  it("accepts a code with spaces, and in digits of another script", async () => {
    const { browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const devanagari = (await code()).replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
    expect((await answer(browser, "totp", `${devanagari.slice(0, 3)} ${devanagari.slice(3)} `)).status).toBe(201);
  });

  it("accepts each recovery code once, and says how many are left", async () => {
    const { app, browser, email, recoveryCodes } = await memberWithFactor();
    const [first = "", second = ""] = recoveryCodes;
    await signIn(browser, email);
    const typed = `${first.slice(0, 5).toUpperCase()}-${first.slice(5)}`;
    const response = await answer(browser, "recoveryCode", typed);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ recoveryCodesLeft: 5 });
    const other = app.browser();
    await signIn(other, email);
    expect(await errorOf(await answer(other, "recoveryCode", first))).toEqual([401, "second_factor_wrong"]);
    expect(await userOf(other)).toBeNull();
    expect(await (await answer(other, "recoveryCode", second)).json()).toMatchObject({ recoveryCodesLeft: 4 });
  });

  it("accepts a code of the authenticator once, in whichever browser", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    const thief = app.browser();
    await signIn(browser, email);
    await signIn(thief, email);
    const shown = await code();
    expect((await answer(browser, "totp", shown)).status).toBe(201);
    expect(await errorOf(await answer(thief, "totp", shown))).toEqual([401, "second_factor_used"]);
    expect(await userOf(thief)).toBeNull();
  });

  it("refuses a wrong code, and keeps waiting", async () => {
    const { browser, email, recoveryCodes } = await memberWithFactor();
    await signIn(browser, email);
    for (const [factor, wrong] of [
      ["totp", "000000"],
      ["recoveryCode", "0000000000"],
    ] as const)
      expect(await errorOf(await answer(browser, factor, wrong))).toEqual([401, "second_factor_wrong"]);
    expect((await answer(browser, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
  });

  it.each([
    ["totp", ""],
    ["totp", "12345"],
    ["totp", "abcdef"],
    ["recoveryCode", "123456"],
    ["phone", "123456"],
    ["recoverycode", "0123456789"],
  ])("refuses the factor %s with %j before it asks the backend", async (factor, code) => {
    const { browser, email, faults } = await memberWithFactor();
    await signIn(browser, email);
    faults.calls.length = 0;
    expect(await errorOf(await answer(browser, factor, code))).toEqual([422, "validation_failed"]);
    expect(faults.calls).toEqual([]);
  });

  it("limits wrong codes: five a network, ten in all", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    for (let n = 0; n < 5; n += 1) expect((await answer(browser, "totp", `00000${n}`)).status).toBe(401);
    const limited = await answer(browser, "totp", await code());
    expect(await errorOf(limited)).toEqual([429, "rate_limited"]);
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    const [second, third] = [app.browser(), app.browser()];
    for (const other of [second, third]) await signIn(other, email);
    for (let n = 0; n < 4; n += 1) expect((await answer(second, "totp", `00001${n}`)).status).toBe(401);
    expect((await answer(third, "totp", "000020")).status).toBe(401);
    for (const other of [second, third])
      expect(await errorOf(await answer(other, "totp", await code()))).toEqual([429, "rate_limited"]);
  });

  it("forgets the wrong codes of a network after a right one", async () => {
    const { app, browser, email, recoveryCodes } = await memberWithFactor();
    for (const code of recoveryCodes.slice(0, 2)) {
      await signIn(browser, email);
      for (let n = 0; n < 4; n += 1) expect((await answer(browser, "totp", `00000${n}`)).status).toBe(401);
      expect((await answer(browser, "recoveryCode", code)).status).toBe(201);
      await app.waitForBackgroundTasks();
    }
  });

  it("says when Appwrite creates no more challenges", async () => {
    const { browser, email, faults } = await memberWithFactor();
    await signIn(browser, email);
    faults.on(/^POST \/account\/mfa\/challenges/, rejectsWith(429, "general_rate_limit_exceeded"));
    const response = await answer(browser, "totp", "123456");
    expect(await errorOf(response)).toEqual([429, "general_rate_limit_exceeded"]);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    faults.clear();
    for (let n = 0; n < 5; n += 1) expect((await answer(browser, "totp", `00000${n}`)).status).toBe(401);
  });

  it("can be finished with the same code after a lost answer", async () => {
    for (const lost of [/^PUT \/account\/mfa\/challenges/, /^GET \/account$/]) {
      const { browser, email, faults, recoveryCodes } = await memberWithFactor();
      await signIn(browser, email);
      faults.on(lost, losesResponse, 2);
      const [code = ""] = recoveryCodes;
      expect((await answer(browser, "recoveryCode", code)).status).toBe(502);
      faults.clear();
      expect((await answer(browser, "recoveryCode", code)).status).toBe(201);
      expect(await userOf(browser)).toMatchObject({ email });
    }
  });

  it("survives a double submit", async () => {
    const { app, browser, email, recoveryCodes } = await memberWithFactor();
    await signIn(browser, email);
    const twin = copyOf(app, browser);
    const [code = ""] = recoveryCodes;
    expect((await answer(browser, "recoveryCode", code)).status).toBe(201);
    expect((await answer(twin, "recoveryCode", code)).status).toBe(201);
  });

  it("stays pending while the backend fails", async () => {
    const { browser, email, faults, code } = await memberWithFactor();
    await signIn(browser, email);
    faults.on(/mfa/, failsWith(500));
    expect((await answer(browser, "totp", await code())).status).toBe(502);
    expect((await browser.send("GET", "/account/challenge")).status).toBe(502);
    faults.clear();
    expect((await answer(browser, "totp", await code())).status).toBe(201);
  });
});

describe("a pending sign-in", () => {
  it("needs its cookie", async () => {
    const browser = createTestApp().browser();
    expect(await errorOf(await browser.send("GET", "/account/challenge"))).toEqual([401, "session_missing"]);
    expect(await errorOf(await browser.send("POST", "/account/challenge/email"))).toEqual([401, "session_missing"]);
    expect(await errorOf(await answer(browser, "totp", "123456"))).toEqual([401, "session_missing"]);
    expect((await browser.send("DELETE", "/account/challenge")).status).toBe(204);
  });

  it("lists the ways that the account has", async () => {
    const { browser, email } = await memberWithFactor();
    await signIn(browser, email);
    expect(await (await browser.send("GET", "/account/challenge")).json()).toMatchObject({
      factors: ["totp", "recoveryCode"],
      isEmailSent: false,
    });
  });

  it("does not open as a session, nor a session as a pending sign-in", async () => {
    const { app, browser, email, joined } = await memberWithFactor();
    await signIn(browser, email);
    const forged = app.browser();
    forged.cookies.set(SESSION_COOKIE, browser.cookies.get(PENDING_SIGN_IN_COOKIE) ?? "");
    expect(await userOf(forged)).toBeNull();
    expect(forged.cookies.has(SESSION_COOKIE)).toBe(false);
    const swapped = app.browser();
    swapped.cookies.set(PENDING_SIGN_IN_COOKIE, joined.cookies.get(SESSION_COOKIE) ?? "");
    expect((await swapped.send("GET", "/account/challenge")).status).toBe(401);
    expect(swapped.cookies.has(PENDING_SIGN_IN_COOKIE)).toBe(false);
  });

  it("is of no use to whoever has a copy of its cookie, before and after it was finished", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const thief = copyOf(app, browser);
    expect(await errorOf(await answer(thief, "totp", "000000"))).toEqual([401, "second_factor_wrong"]);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
    expect(await errorOf(await answer(thief, "totp", "000000"))).toEqual([401, "second_factor_wrong"]);
    expect(await userOf(thief)).toBeNull();
  });

  it("takes no code of another member", async () => {
    const [asha, ravi] = [await memberWithFactor(), await memberWithFactor()];
    await signIn(asha.browser, asha.email);
    expect(await errorOf(await answer(asha.browser, "recoveryCode", ravi.recoveryCodes[0] ?? ""))).toEqual([
      401,
      "second_factor_wrong",
    ]);
    expect(await userOf(asha.browser)).toBeNull();
  });

  it("is not ended by a copy of its cookie once it has the factor", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const thief = copyOf(app, browser);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
    expect((await thief.send("DELETE", "/account/challenge")).status).toBe(204);
    expect(await errorOf(await signIn(thief, email, "Wrong-password-1"))).toEqual([401, "user_invalid_credentials"]);
    await app.waitForBackgroundTasks();
    expect(await userOf(browser)).toMatchObject({ email });
  });

  it("ends at Appwrite when it is cancelled", async () => {
    const { app, browser, email, userId, recoveryCodes } = await memberWithFactor();
    const before = await sessionsOf(userId);
    await signIn(browser, email);
    const copy = copyOf(app, browser);
    expect((await browser.send("DELETE", "/account/challenge")).status).toBe(204);
    expect(browser.signInCookies).toEqual([]);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toEqual(before);
    expect(await errorOf(await answer(copy, "recoveryCode", recoveryCodes[0] ?? ""))).toEqual([401, "session_missing"]);
    expect(copy.signInCookies).toEqual([]);
  });

  it("ends at Appwrite when another sign-in replaces it", async () => {
    const { app, browser, email, userId } = await memberWithFactor();
    const before = await sessionsOf(userId);
    await signIn(browser, email);
    await signIn(browser, email);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toHaveLength(before.length + 1);
    await join(browser);
    await app.waitForBackgroundTasks();
    expect(browser.signInCookies).toEqual([SESSION_COOKIE]);
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it("that was finished since ends nothing, when its cookie comes again", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const stale = browser.cookies.get(PENDING_SIGN_IN_COOKIE) ?? "";
    expect((await answer(browser, "totp", await code())).status).toBe(201);
    browser.cookies.set(PENDING_SIGN_IN_COOKIE, stale);
    expect((await browser.send("DELETE", "/account/challenge")).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(browser.signInCookies).toEqual([SESSION_COOKIE]);
    expect(await userOf(browser)).toMatchObject({ email });
  });

  it("is finished although the code cannot be recorded", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const record = {
      markUntil: async () => {
        throw new Error("out of reach");
      },
      isMarked: async () => false,
      lastCutoff: async () => ({ before: 0, exceptSessionId: null }),
      forget: async () => {},
    };
    const get = () => record;
    const REVOCATIONS = { idFromName: (name: string) => bindings.REVOCATIONS.idFromName(name), get };
    const broken = { ...bindings, REVOCATIONS: REVOCATIONS as unknown as typeof bindings.REVOCATIONS };
    const response = await browser.send("POST", "/account/challenge", { factor: "totp", code: await code() }, broken);
    expect(response.status).toBe(201);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "code of a second factor not recorded" }));
  });

  it("ends after ten minutes, also at Appwrite", async () => {
    const { app, browser, email, userId, recoveryCodes } = await memberWithFactor();
    const before = await sessionsOf(userId);
    await signIn(browser, email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
    const [code = ""] = recoveryCodes;
    expect(await errorOf(await answer(browser, "recoveryCode", code))).toEqual([401, "session_missing"]);
    expect(browser.signInCookies).toEqual([]);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it("survives a wrong password in another tab", async () => {
    const { browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    expect((await signIn(browser, email, "Wrong-password-1")).status).toBe(401);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
  });

  it("refuses requests from other sites, and from no browser", async () => {
    const { app, browser, email, code } = await memberWithFactor();
    await signIn(browser, email);
    const cookie = `${PENDING_SIGN_IN_COOKIE}=${browser.cookies.get(PENDING_SIGN_IN_COOKIE)}`;
    const body = JSON.stringify({ factor: "totp", code: await code() });
    for (const site of ["cross-site", null]) {
      const headers = new Headers({ Cookie: cookie, "Content-Type": "application/json" });
      if (site) headers.set("Sec-Fetch-Site", site);
      const request = new Request("https://localhost/api/account/challenge", { method: "POST", headers, body });
      expect((await app.fetch(request)).status).toBe(403);
    }
  });
});

describe("sign-ins that wait for the second factor, and whose answers were lost,", () => {
  it("keep the owner from signing in for a while, until a mailed link has ended them", async () => {
    const { app, email } = await memberWithFactor();
    const withoutCookies = () => app.browser("198.18.200.1");
    for (let n = 0; n < 3; n += 1) expect((await signIn(withoutCookies(), email)).status).toBe(401);
    expect(await errorOf(await signIn(withoutCookies(), email))).toEqual([429, "rate_limited"]);
    const browser = withoutCookies();
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const password = "Tamarind-shade-41";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    // Not on this device, which is known since, and is counted apart.
    expect(await errorOf(await signIn(withoutCookies(), email, password))).toEqual([401, "user_more_factors_required"]);
  });
});

describe("an account whose address was not proven", () => {
  it("loses its other sessions with the first e-mailed code, before the second factor", async () => {
    const { app, browser, email, joined, code } = await memberWithFactor();
    expect(await userOf(joined)).not.toBeNull();
    const entered = await newCode(app, browser, email);
    const response = await browser.send("POST", "/account/sessions/token", entered);
    expect(await errorOf(response)).toEqual([401, "user_more_factors_required"]);
    expect(await userOf(joined)).toBeNull();
    const finished = await answer(browser, "totp", await code());
    expect(await finished.json()).toMatchObject({ user: { email, emailVerified: true }, isFirstProof: true });
  });
});

describe("signing up with the address of an account that has a second factor", () => {
  it("changes neither profile nor file, and waits for the factor", async () => {
    const { app, browser, email, faults, code } = await memberWithFactor();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    faults.calls.length = 0;
    const form = { ...STUDENT, name: "Asha", email, phone: "9820012345", location: "Pune", agree: true };
    const files = { resumeId: file.id, uploadTicket: file.ticket };
    const response = await browser.send("POST", "/account", {
      ...form,
      ...files,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(await errorOf(response)).toEqual([401, "user_more_factors_required"]);
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => /^(PUT|PATCH|POST) \/(storage|tablesdb|users)/.test(call))).toEqual([]);
    expect(browser.signInCookies).toEqual([PENDING_SIGN_IN_COOKIE]);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
    expect(await (await browser.send("GET", "/profile")).json()).toMatchObject({ profile: { resumeId: null } });
  });
});

describe("a session that was open when the second factor was switched on", () => {
  /** Switching on gives the calling session its factors; a session of another device lacks them. */
  async function olderSession(): Promise<{ app: TestApp; browser: Browser; email: string; factor: SecondFactor }> {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    return { app, browser, email, factor: await switchOnSecondFactor(email) };
  }

  it.each([
    ["GET", "/account", undefined],
    ["GET", "/account/sessions", undefined],
    ["GET", "/profile", undefined],
    ["PATCH", "/account/name", { name: "Asha Kulkarni" }],
  ])("is asked for the factor by %s %s, and goes on with it", async (method, path, body) => {
    const { browser, factor } = await olderSession();
    expect(await errorOf(await browser.send(method, path, body))).toEqual([401, "user_more_factors_required"]);
    expect(browser.signInCookies).toEqual([PENDING_SIGN_IN_COOKIE]);
    expect((await answer(browser, "totp", await factor.code())).status).toBe(201);
    expect((await browser.send(method, path, body)).status).toBe(200);
  });

  it("cannot end another session", async () => {
    const app = createTestApp();
    const [browser, other] = [app.browser(), app.browser()];
    const { email } = await join(browser);
    await signIn(other, email);
    const { sessions } = await (await other.send("GET", "/account/sessions")).json<{ sessions: { id: string }[] }>();
    const { userId } = await switchOnSecondFactor(email);
    const before = await sessionsOf(userId);
    const response = await browser.send("DELETE", `/account/sessions/${sessions[0]?.id}`);
    expect(await errorOf(response)).toEqual([401, "user_more_factors_required"]);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it("can sign out on all devices", async () => {
    const { app, browser, factor } = await olderSession();
    expect((await browser.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(browser.signInCookies).toEqual([]);
    await app.waitForBackgroundTasks();
    expect(await sessionsOf(factor.userId)).toEqual([]);
  });
});
