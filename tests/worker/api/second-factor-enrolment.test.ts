import { afterEach, describe, expect, it, vi } from "vitest";
import { failsWith, losesResponse, neverResponds } from "../support/faults";
import { join, PASSWORD } from "../support/people";
import {
  callBackend,
  createAuthenticator,
  currentCode,
  endSessionAtAppwrite,
  mailedEnrolmentCode,
  switchOn,
  wrongCode,
} from "../support/second-factor";
import {
  AUTHENTICATOR,
  apiErrorOf,
  idOf,
  MAIL,
  newMember,
  newMemberWithApp,
  OFF,
  on,
  PATH,
  RECOVERY_CODES,
  stateOf,
  WRONG_PASSWORD,
} from "../support/second-factor-settings";
import { type Browser, createTestApp } from "../support/test-app";

const ENROLMENT = `${PATH}/enrolment`;

afterEach(() => {
  vi.useRealTimers();
});

describe("switching two-step sign-in on", () => {
  it("takes the password, a mailed code and a first code, and answers six recovery codes of 40 bits", async () => {
    const { browser } = await newMember();
    expect(await stateOf(browser)).toEqual(OFF);
    const mailed = await mailedEnrolmentCode(browser);
    const response = await browser.send("POST", AUTHENTICATOR, { code: mailed });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { secret, uri } = await response.json<{ secret: string; uri: string }>();
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(await stateOf(browser)).toEqual(OFF);
    const code = await currentCode(secret);
    const done = await browser.send("PUT", AUTHENTICATOR, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.headers.get("Cache-Control")).toBe("no-store");
    const { recoveryCodes } = await done.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(6);
    for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^[0-9a-f]{10}$/);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it("tells the browser that has begun, and no other, how far it has come", async () => {
    const { app, browser, email } = await newMember();
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    const stepOf = async (asked: Browser) => (await asked.send("GET", ENROLMENT)).json();
    const none = { step: "none", uri: null };
    expect(await stepOf(browser)).toEqual(none);
    const mailed = await mailedEnrolmentCode(browser);
    expect(await stepOf(browser)).toEqual({ step: "mailed", uri: null });
    const { secret, uri } = await (await browser.send("POST", AUTHENTICATOR, { code: mailed })).json<{
      secret: string;
      uri: string;
    }>();
    expect(await stepOf(browser)).toEqual({ step: "connect", uri });
    expect(await stepOf(other)).toEqual(none);
    expect(await apiErrorOf(app.browser().send("GET", ENROLMENT))).toEqual({ status: 401, type: "session_missing" });
    expect([...browser.cookies.values()].join()).not.toContain(secret);
    expect((await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) })).status).toBe(200);
    expect(await stepOf(browser)).toEqual(none);
  });

  it("forgets how far it has come when it is cancelled, after a quarter of an hour, and when Appwrite lost the key", async () => {
    const { browser } = await newMember();
    const step = async () => (await (await browser.send("GET", ENROLMENT)).json<{ step: string }>()).step;
    await createAuthenticator(browser);
    expect(await step()).toBe("connect");
    expect((await browser.send("DELETE", ENROLMENT)).status).toBe(204);
    expect(await step()).toBe("none");
    await createAuthenticator(browser);
    await callBackend("DELETE", `/users/${await idOf(browser)}/mfa/authenticators/totp`);
    expect((await browser.send("PUT", AUTHENTICATOR, { code: "123456" })).status).toBe(404);
    expect(await step()).toBe("none");
    await createAuthenticator(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect(await step()).toBe("none");
  });

  it("tells the key of an app that is in use to nobody, also not to a cookie from before its first code", async () => {
    const { app, browser } = await newMember();
    const secret = await createAuthenticator(browser);
    const copy = app.browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) })).status).toBe(200);
    expect((await copy.send("POST", "/account/password", { password: PASSWORD })).status).toBe(204);
    expect(await (await copy.send("GET", ENROLMENT)).text()).not.toContain(secret);
  });

  it("leaves this browser signed in, and ends the other sessions", async () => {
    const { app, browser, email } = await newMember();
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    await switchOn(browser);
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    expect(await (await other.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    await app.waitForBackgroundTasks();
    expect(await (await browser.send("GET", "/account/sessions")).json()).toMatchObject({
      sessions: [{ current: true }],
    });
  });

  it("logs neither the secret nor a code", async () => {
    const { app, secret, recoveryCodes } = await newMemberWithApp();
    await app.waitForBackgroundTasks();
    const log = JSON.stringify(app.log);
    for (const text of [secret, ...recoveryCodes]) expect(log).not.toContain(text);
  });

  it("takes a verified e-mail, so that nobody can shut out the owner of an address with which they joined", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    expect(await stateOf(browser)).toEqual({ ...OFF, isEmailVerified: false });
    const error = await apiErrorOf(browser.send("POST", MAIL, { password: PASSWORD }));
    expect(error).toEqual({ status: 400, type: "user_email_not_verified" });
  });

  it("takes a code from the mail, so that a stranger who joined with the address cannot switch it on", async () => {
    const { app, browser, email } = await newMember();
    // Without one.
    const unavailable = { status: 409, type: "second_factor_unavailable" };
    expect(await apiErrorOf(browser.send("POST", AUTHENTICATOR, { code: "123456" }))).toEqual(unavailable);
    const right = await mailedEnrolmentCode(browser);
    const wrong = right === "123456" ? "654321" : "123456";
    expect(await apiErrorOf(browser.send("POST", AUTHENTICATOR, { code: wrong }))).toEqual({
      status: 401,
      type: "second_factor_wrong",
    });
    // Another session of the account was mailed none.
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(await apiErrorOf(other.send("POST", AUTHENTICATOR, { code: right }))).toEqual(unavailable);
    expect((await browser.send("POST", AUTHENTICATOR, { code: right })).status).toBe(200);
    expect(await apiErrorOf(browser.send("POST", AUTHENTICATOR, { code: right }))).toEqual(unavailable);
  });

  it("takes the mailed code again when the secret could not be made after it, or the answer was lost", async () => {
    const { app, browser, faults } = await newMember();
    const code = await mailedEnrolmentCode(browser);
    const begin = (from: Browser) => from.send("POST", AUTHENTICATOR, { code });
    faults.on(/^POST \/account\/mfa\/authenticators\/totp$/, failsWith(500), 1);
    expect((await begin(browser)).status).toBe(502);
    const withoutAnswer = app.browser();
    for (const [name, value] of browser.cookies) withoutAnswer.cookies.set(name, value);
    expect((await begin(browser)).status).toBe(200);
    expect((await begin(withoutAnswer)).status).toBe(200);
  });

  it("takes no other code after the mailed one was accepted", async () => {
    const { browser, faults } = await newMember();
    const code = await mailedEnrolmentCode(browser);
    faults.on(/^POST \/account\/mfa\/authenticators\/totp$/, failsWith(500), 1);
    expect((await browser.send("POST", AUTHENTICATOR, { code })).status).toBe(502);
    const wrong = code === "123456" ? "654321" : "123456";
    const error = await apiErrorOf(browser.send("POST", AUTHENTICATOR, { code: wrong }));
    expect(error).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("takes no wrong code for an accepted one when the backend's answer to it was lost", async () => {
    const { browser, faults } = await newMember();
    const wrong = (await mailedEnrolmentCode(browser)) === "123456" ? "654321" : "123456";
    const begin = () => browser.send("POST", AUTHENTICATOR, { code: wrong });
    faults.on(/^PUT \/account\/mfa\/challenges?$/, losesResponse, 1);
    expect((await begin()).status).toBe(502);
    expect(await apiErrorOf(begin())).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("sends three mails for one network", async () => {
    const { browser } = await newMember();
    const send = () => browser.send("POST", MAIL, { password: PASSWORD });
    for (let n = 0; n < 3; n += 1) expect((await send()).status).toBe(202);
    expect(await apiErrorOf(send())).toEqual({ status: 429, type: "rate_limited" });
  });

  it("does not take its first code once more for a sign-in", async () => {
    const { app, browser, email } = await newMember();
    const secret = await createAuthenticator(browser);
    const code = await currentCode(secret);
    expect((await browser.send("PUT", AUTHENTICATOR, { code })).status).toBe(200);
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    const again = await apiErrorOf(other.send("POST", "/account/challenge", { factor: "totp", code }));
    expect(again).toEqual({ status: 401, type: "second_factor_used" });
  });

  it("needs the password: ten wrong ones are answered, and after them no right one for a while", async () => {
    const { browser } = await newMember();
    const attempt = (password: string) => apiErrorOf(browser.send("POST", MAIL, { password }));
    for (let n = 0; n < 10; n += 1) {
      expect(await attempt(WRONG_PASSWORD)).toEqual({ status: 401, type: "user_invalid_credentials" });
    }
    expect(await attempt(PASSWORD)).toEqual({ status: 429, type: "rate_limited" });
  });

  it("limits wrong codes", async () => {
    const { browser } = await newMember();
    const secret = await createAuthenticator(browser);
    const attempt = (code: string) => browser.send("PUT", AUTHENTICATOR, { code });
    for (let n = 0; n < 5; n += 1) {
      expect(await apiErrorOf(attempt(wrongCode(secret)))).toEqual({ status: 401, type: "second_factor_wrong" });
    }
    const limited = await attempt(await currentCode(secret));
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stateOf(browser)).toEqual(OFF);
  });

  it("refuses a code without an app that was begun", async () => {
    const { browser } = await newMember();
    const error = await apiErrorOf(browser.send("PUT", AUTHENTICATOR, { code: "123456" }));
    expect(error).toEqual({ status: 404, type: "user_authenticator_not_found" });
  });

  it.each(["", "12345", "abcdef", "1234567"])("refuses the code %j at its field", async (code) => {
    const { browser } = await newMember();
    const response = await browser.send("PUT", AUTHENTICATOR, { code });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { fields: { code: expect.any(String) } } });
  });

  it("takes only the newest secret, when two tabs have begun", async () => {
    const { browser } = await newMember();
    const first = await createAuthenticator(browser);
    const second = await createAuthenticator(browser);
    const old = await apiErrorOf(browser.send("PUT", AUTHENTICATOR, { code: await currentCode(first) }));
    expect(old).toEqual({ status: 401, type: "second_factor_wrong" });
    expect((await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(second) })).status).toBe(200);
  });

  it("is done once when the form is sent twice at a time, and the codes that were answered hold", async () => {
    const { browser } = await newMember();
    const secret = await createAuthenticator(browser);
    const code = await currentCode(secret);
    const responses = await Promise.all([1, 2].map(() => browser.send("PUT", AUTHENTICATOR, { code })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const answered = await responses.find(({ status }) => status === 200)?.json<{ recoveryCodes: string[] }>();
    const proof = { password: PASSWORD, code: answered?.recoveryCodes[0] };
    expect((await browser.send("DELETE", PATH, proof)).status).toBe(204);
  });

  it("is not held up by the cookie of a session that has ended", async () => {
    const { app, browser, faults, email } = await newMember();
    const stale = app.browser();
    await stale.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    await endSessionAtAppwrite(stale);
    const secret = await createAuthenticator(browser);
    const code = await currentCode(secret);
    const began = Promise.withResolvers<void>();
    faults.on(/^PUT .*authenticators/, async (request, forward) => {
      began.resolve();
      await neverResponds(request, forward);
      return forward();
    });
    const late = stale.send("PUT", AUTHENTICATOR, { code });
    await Promise.race([late, began.promise]);
    faults.clear();
    expect((await browser.send("PUT", AUTHENTICATOR, { code })).status).toBe(200);
    expect(await apiErrorOf(late)).toEqual({ status: 401, type: "session_missing" });
  });

  it("is refused when it is on, and changes nothing", async () => {
    const { browser, secret } = await newMemberWithApp();
    const conflict = { status: 409, type: "user_authenticator_already_verified" };
    expect(await apiErrorOf(browser.send("POST", MAIL, { password: PASSWORD }))).toEqual(conflict);
    const code = await currentCode(secret);
    expect(await apiErrorOf(browser.send("PUT", AUTHENTICATOR, { code }))).toEqual(conflict);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it.each([
    ["the recovery codes", /^POST \/account\/mfa\/recovery-codes$/],
    ["MFA", /^PATCH \/account\/mfa$/],
  ])("is off after a failure at %s, and the code completes it when it is sent again", async (_, call) => {
    const { browser, faults } = await newMember();
    const secret = await createAuthenticator(browser);
    const confirm = async () => browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) });
    faults.on(call, failsWith(500), 1);
    expect((await confirm()).status).toBe(502);
    expect(await stateOf(browser)).toEqual(OFF);
    const response = await confirm();
    expect(response.status).toBe(200);
    expect(await stateOf(browser)).toEqual(on(6));
    const [recoveryCode] = (await response.json<{ recoveryCodes: string[] }>()).recoveryCodes;
    expect((await browser.send("DELETE", PATH, { password: PASSWORD, code: recoveryCode })).status).toBe(204);
  });

  it("does not complete it for a wrong code", async () => {
    const { browser, faults } = await newMember();
    const secret = await createAuthenticator(browser);
    faults.on(/^PATCH \/account\/mfa$/, failsWith(500), 1);
    await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) });
    const error = await apiErrorOf(browser.send("PUT", AUTHENTICATOR, { code: wrongCode(secret) }));
    expect(error).toEqual({ status: 401, type: "second_factor_wrong" });
    expect(await stateOf(browser)).toEqual(OFF);
  });

  it("can begin anew with another secret after such a failure", async () => {
    const { browser, faults } = await newMember();
    const secret = await createAuthenticator(browser);
    faults.on(/^PATCH \/account\/mfa$/, failsWith(500), 1);
    await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) });
    await switchOn(browser);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it("is on when only the answer with the codes was lost, and new codes can be made", async () => {
    const { browser, faults } = await newMember();
    const secret = await createAuthenticator(browser);
    faults.on(/^PATCH \/account\/mfa$/, losesResponse, 1);
    expect((await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) })).status).toBe(502);
    expect(await stateOf(browser)).toEqual(on(6));
    const proof = { password: PASSWORD, code: await currentCode(secret) };
    expect((await browser.send("POST", RECOVERY_CODES, proof)).status).toBe(200);
  });
});
