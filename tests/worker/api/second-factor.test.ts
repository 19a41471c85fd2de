import { afterEach, describe, expect, it, vi } from "vitest";
import { Faults, failsWith, losesResponse, neverResponds } from "../support/faults";
import { browserOfEndedSession, join, PASSWORD } from "../support/people";
import {
  callBackend,
  createAuthenticator,
  currentCode,
  endSessionAtAppwrite,
  mailedEnrolmentCode,
  switchOn,
  verifyEmail,
  wrongCode,
} from "../support/second-factor";
import { type Browser, createTestApp } from "../support/test-app";

const PATH = "/account/second-factor";
const AUTHENTICATOR = `${PATH}/authenticator`;
const MAIL = `${PATH}/email`;
const ENROLMENT = `${PATH}/enrolment`;
const RECOVERY_CODES = `${PATH}/recovery-codes`;
const OFF = { isOn: false, isEmailVerified: true, recoveryCodesLeft: null };
const on = (recoveryCodesLeft: number | null) => ({ isOn: true, isEmailVerified: true, recoveryCodesLeft });
const WRONG_PASSWORD = "Not-the-one-1";

async function idOf(browser: Browser): Promise<string> {
  const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
  return user.id;
}

/** A member with a verified e-mail. */
async function newMember() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const browser = app.browser();
  const { email } = await join(browser);
  await verifyEmail(await idOf(browser));
  return { app, faults, browser, email };
}

async function newMemberWithApp() {
  const member = await newMember();
  const switchedOn = await switchOn(member.browser);
  // The first code is used: from here on the app shows the next one.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  return { ...member, ...switchedOn };
}

afterEach(() => {
  vi.useRealTimers();
});

const stateOf = async (browser: Browser) => (await browser.send("GET", PATH)).json();

async function errorOf(pending: Promise<Response>): Promise<{ status: number; type: string }> {
  const response = await pending;
  const { error } = await response.json<{ error: { type: string } }>();
  return { status: response.status, type: error.type };
}

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
    expect(await errorOf(app.browser().send("GET", ENROLMENT))).toEqual({ status: 401, type: "session_missing" });
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
    const error = await errorOf(browser.send("POST", MAIL, { password: PASSWORD }));
    expect(error).toEqual({ status: 400, type: "user_email_not_verified" });
  });

  it("takes a code from the mail, so that a stranger who joined with the address cannot switch it on", async () => {
    const { app, browser, email } = await newMember();
    // Without one.
    const unavailable = { status: 409, type: "second_factor_unavailable" };
    expect(await errorOf(browser.send("POST", AUTHENTICATOR, { code: "123456" }))).toEqual(unavailable);
    const right = await mailedEnrolmentCode(browser);
    const wrong = right === "123456" ? "654321" : "123456";
    expect(await errorOf(browser.send("POST", AUTHENTICATOR, { code: wrong }))).toEqual({
      status: 401,
      type: "second_factor_wrong",
    });
    // Another session of the account was mailed none.
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(await errorOf(other.send("POST", AUTHENTICATOR, { code: right }))).toEqual(unavailable);
    expect((await browser.send("POST", AUTHENTICATOR, { code: right })).status).toBe(200);
    expect(await errorOf(browser.send("POST", AUTHENTICATOR, { code: right }))).toEqual(unavailable);
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
    const error = await errorOf(browser.send("POST", AUTHENTICATOR, { code: wrong }));
    expect(error).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("takes no wrong code for an accepted one when the backend's answer to it was lost", async () => {
    const { browser, faults } = await newMember();
    const wrong = (await mailedEnrolmentCode(browser)) === "123456" ? "654321" : "123456";
    const begin = () => browser.send("POST", AUTHENTICATOR, { code: wrong });
    faults.on(/^PUT \/account\/mfa\/challenges?$/, losesResponse, 1);
    expect((await begin()).status).toBe(502);
    expect(await errorOf(begin())).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("sends three mails for one network", async () => {
    const { browser } = await newMember();
    const send = () => browser.send("POST", MAIL, { password: PASSWORD });
    for (let n = 0; n < 3; n += 1) expect((await send()).status).toBe(202);
    expect(await errorOf(send())).toEqual({ status: 429, type: "rate_limited" });
  });

  it("does not take its first code once more for a sign-in", async () => {
    const { app, browser, email } = await newMember();
    const secret = await createAuthenticator(browser);
    const code = await currentCode(secret);
    expect((await browser.send("PUT", AUTHENTICATOR, { code })).status).toBe(200);
    const other = app.browser();
    await other.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    const again = await errorOf(other.send("POST", "/account/challenge", { factor: "totp", code }));
    expect(again).toEqual({ status: 401, type: "second_factor_used" });
  });

  it("needs the password: ten wrong ones are answered, and after them no right one for a while", async () => {
    const { browser } = await newMember();
    const attempt = (password: string) => errorOf(browser.send("POST", MAIL, { password }));
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
      expect(await errorOf(attempt(wrongCode(secret)))).toEqual({ status: 401, type: "second_factor_wrong" });
    }
    const limited = await attempt(await currentCode(secret));
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stateOf(browser)).toEqual(OFF);
  });

  it("refuses a code without an app that was begun", async () => {
    const { browser } = await newMember();
    const error = await errorOf(browser.send("PUT", AUTHENTICATOR, { code: "123456" }));
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
    const old = await errorOf(browser.send("PUT", AUTHENTICATOR, { code: await currentCode(first) }));
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
    expect(await errorOf(late)).toEqual({ status: 401, type: "session_missing" });
  });

  it("is refused when it is on, and changes nothing", async () => {
    const { browser, secret } = await newMemberWithApp();
    const conflict = { status: 409, type: "user_authenticator_already_verified" };
    expect(await errorOf(browser.send("POST", MAIL, { password: PASSWORD }))).toEqual(conflict);
    const code = await currentCode(secret);
    expect(await errorOf(browser.send("PUT", AUTHENTICATOR, { code }))).toEqual(conflict);
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
    const error = await errorOf(browser.send("PUT", AUTHENTICATOR, { code: wrongCode(secret) }));
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

describe("new recovery codes", () => {
  it("take the place of the old ones", async () => {
    const { browser, secret, recoveryCodes: old } = await newMemberWithApp();
    const response = await browser.send("POST", RECOVERY_CODES, {
      password: PASSWORD,
      code: await currentCode(secret),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { recoveryCodes } = await response.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([]);
    const withOld = await errorOf(browser.send("DELETE", PATH, { password: PASSWORD, code: old[0] }));
    expect(withOld).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("can be made with a recovery code, however it is written, and only once with each", async () => {
    const { browser, recoveryCodes } = await newMemberWithApp();
    const [used = ""] = recoveryCodes;
    const code = ` ${used.slice(0, 5).toUpperCase()}-${used.slice(5)} `;
    expect((await browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code })).status).toBe(200);
    expect(await errorOf(browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code }))).toEqual({
      status: 401,
      type: "second_factor_wrong",
    });
  });

  it("are not made twice with one code of the app, so that a page that is loaded again does not void them", async () => {
    const { browser, secret } = await newMemberWithApp();
    const proof = { password: PASSWORD, code: await currentCode(secret) };
    const first = await browser.send("POST", RECOVERY_CODES, proof);
    const { recoveryCodes } = await first.json<{ recoveryCodes: string[] }>();
    expect(await errorOf(browser.send("POST", RECOVERY_CODES, proof))).toEqual({
      status: 401,
      type: "second_factor_used",
    });
    const off = await browser.send("DELETE", PATH, { password: PASSWORD, code: recoveryCodes[0] });
    expect(off.status).toBe(204);
  });

  it("can be made after the last one was used", async () => {
    const { browser, faults, secret } = await newMemberWithApp();
    // As Appwrite answers an account without recovery codes.
    faults.on(/^PATCH \/account\/mfa\/recovery-codes$/, async () =>
      Response.json({ type: "user_recovery_codes_not_found", message: "None", code: 404 }, { status: 404 }),
    );
    faults.on(/^POST \/account\/mfa\/recovery-codes$/, async () =>
      Response.json({ recoveryCodes: ["0123456789"] }, { status: 201 }),
    );
    const response = await browser.send("POST", RECOVERY_CODES, {
      password: PASSWORD,
      code: await currentCode(secret),
    });
    expect(await response.json()).toEqual({ recoveryCodes: ["0123456789"] });
  });

  it("are a conflict while two-step sign-in is off", async () => {
    const { browser } = await newMember();
    const error = await errorOf(browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code: "123456" }));
    expect(error).toEqual({ status: 409, type: "conflict" });
  });
});

describe("switching two-step sign-in off", () => {
  it("makes the password enough again", async () => {
    const { app, browser, email, secret } = await newMemberWithApp();
    const off = await browser.send("DELETE", PATH, { password: PASSWORD, code: await currentCode(secret) });
    expect(off.status).toBe(204);
    expect(await stateOf(browser)).toEqual(OFF);
    const other = app.browser();
    expect((await other.send("POST", "/account/sessions/email", { email, password: PASSWORD })).status).toBe(201);
  });

  it("works with a recovery code, for a phone that is lost, and it can be switched on again", async () => {
    const { browser, secret, recoveryCodes } = await newMemberWithApp();
    expect((await browser.send("DELETE", PATH, { password: PASSWORD, code: recoveryCodes[3] })).status).toBe(204);
    const again = await switchOn(browser);
    expect(again.secret).not.toBe(secret);
    expect(again.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it("succeeds when it is off already", async () => {
    const { browser, secret } = await newMemberWithApp();
    const proof = { password: PASSWORD, code: await currentCode(secret) };
    expect((await browser.send("DELETE", PATH, proof)).status).toBe(204);
    expect((await browser.send("DELETE", PATH, proof)).status).toBe(204);
  });

  it.each([
    ["a wrong password", { password: WRONG_PASSWORD }, { status: 401, type: "user_invalid_credentials" }],
    ["a wrong code", { code: "000000" }, { status: 401, type: "second_factor_wrong" }],
    ["no code", { code: "" }, { status: 422, type: "validation_failed" }],
    ["no password", { password: "" }, { status: 422, type: "validation_failed" }],
  ])("is refused with %s", async (_, changes, error) => {
    const { browser, recoveryCodes } = await newMemberWithApp();
    const proof = { password: PASSWORD, code: recoveryCodes[0], ...changes };
    expect(await errorOf(browser.send("DELETE", PATH, proof))).toEqual(error);
    expect(await errorOf(browser.send("POST", RECOVERY_CODES, proof))).toEqual(error);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it("is refused after five wrong codes, also with a right one", async () => {
    const { browser, secret, recoveryCodes } = await newMemberWithApp();
    const attempt = (code = "") => errorOf(browser.send("DELETE", PATH, { password: PASSWORD, code }));
    for (let n = 0; n < 5; n += 1) expect((await attempt(wrongCode(secret))).type).toBe("second_factor_wrong");
    expect((await attempt(recoveryCodes[0])).type).toBe("rate_limited");
  });

  it("does not take the code of another member", async () => {
    const [one, other] = [await newMemberWithApp(), await newMemberWithApp()];
    const code = other.recoveryCodes[0];
    expect((await errorOf(one.browser.send("DELETE", PATH, { password: PASSWORD, code }))).type).toBe(
      "second_factor_wrong",
    );
    expect(await stateOf(other.browser)).toEqual(on(6));
  });

  it("leaves it on when MFA cannot be switched off, and works when it is sent again", async () => {
    const { browser, faults, recoveryCodes } = await newMemberWithApp();
    faults.on(/^PATCH \/account\/mfa$/, failsWith(500), 1);
    expect((await browser.send("DELETE", PATH, { password: PASSWORD, code: recoveryCodes[0] })).status).toBe(502);
    expect(await stateOf(browser)).toEqual(on(5));
    expect((await browser.send("DELETE", PATH, { password: PASSWORD, code: recoveryCodes[1] })).status).toBe(204);
  });

  it("is off when only the app cannot be removed, and it can be switched on again", async () => {
    const { browser, faults, secret } = await newMemberWithApp();
    faults.on(/^DELETE \/account\/mfa\/authenticators\/totp$/, failsWith(500));
    const off = await browser.send("DELETE", PATH, { password: PASSWORD, code: await currentCode(secret) });
    expect(off.status).toBe(204);
    expect(await stateOf(browser)).toEqual(OFF);
    await switchOn(browser);
    expect(await stateOf(browser)).toEqual(on(6));
  });
});

it("a member who lost the phone signs in with a recovery code, and switches it off with another one", async () => {
  const { app, email, recoveryCodes } = await newMemberWithApp();
  const signIn = (browser: Browser) => browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
  const finish = (browser: Browser, code = "") =>
    browser.send("POST", "/account/challenge", { factor: "recoveryCode", code });
  const laptop = app.browser();
  expect((await errorOf(signIn(laptop))).type).toBe("user_more_factors_required");
  expect(await errorOf(laptop.send("GET", PATH))).toEqual({ status: 401, type: "session_missing" });
  expect(await (await finish(laptop, recoveryCodes[0])).json()).toMatchObject({ recoveryCodesLeft: 5 });
  const thief = app.browser();
  await signIn(thief);
  expect((await errorOf(finish(thief, recoveryCodes[0]))).type).toBe("second_factor_wrong");
  expect(await stateOf(laptop)).toEqual(on(5));
  expect((await laptop.send("DELETE", PATH, { password: PASSWORD, code: recoveryCodes[1] })).status).toBe(204);
  expect((await signIn(app.browser())).status).toBe(201);
});

it("checking the password leaves no session behind", async () => {
  const { app, browser, recoveryCodes } = await newMemberWithApp();
  await browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code: recoveryCodes[0] });
  await browser.send("DELETE", PATH, { password: PASSWORD, code: "0000000000" });
  await browser.send("DELETE", "/account", { password: PASSWORD, code: "0000000000" });
  await app.waitForBackgroundTasks();
  const { sessions } = await (await browser.send("GET", "/account/sessions")).json<{ sessions: unknown[] }>();
  expect(sessions).toEqual([expect.objectContaining({ current: true })]);
});

describe("the state", () => {
  it("has no number of recovery codes when the backend does not tell it", async () => {
    const { browser, faults } = await newMemberWithApp();
    faults.on(/^GET \/users\/\w+\/mfa\/recovery-codes$/, failsWith(500));
    expect(await stateOf(browser)).toEqual(on(null));
  });

  it("is off while the app was verified and MFA could not be switched on", async () => {
    const { browser, faults } = await newMember();
    const secret = await createAuthenticator(browser);
    faults.on(/^PATCH \/account\/mfa$/, failsWith(500), 1);
    await browser.send("PUT", AUTHENTICATOR, { code: await currentCode(secret) });
    expect(await stateOf(browser)).toEqual(OFF);
  });
});

describe("deleting the account with two-step sign-in on", () => {
  it("takes a code besides the password", async () => {
    const { app, browser, email, recoveryCodes } = await newMemberWithApp();
    const without = await browser.send("DELETE", "/account", { password: PASSWORD });
    expect(without.status).toBe(422);
    expect(await without.json()).toMatchObject({ error: { fields: { code: "Enter the code" } } });
    const wrong = await errorOf(browser.send("DELETE", "/account", { password: PASSWORD, code: "0000000000" }));
    expect(wrong).toEqual({ status: 401, type: "second_factor_wrong" });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    const right = await browser.send("DELETE", "/account", { password: PASSWORD, code: recoveryCodes[0] });
    expect(right.status).toBe(204);
    const other = app.browser();
    expect((await other.send("POST", "/account/sessions/email", { email, password: PASSWORD })).status).toBe(401);
  });

  it("uses up no recovery code for a wrong password", async () => {
    const { browser, recoveryCodes } = await newMemberWithApp();
    const proof = { password: WRONG_PASSWORD, code: recoveryCodes[0] };
    expect((await errorOf(browser.send("DELETE", "/account", proof))).type).toBe("user_invalid_credentials");
    expect(await stateOf(browser)).toEqual(on(6));
  });
});

it("the export tells that two-step sign-in is on, and none of its secrets", async () => {
  const { browser, secret, recoveryCodes } = await newMemberWithApp();
  const text = await (await browser.send("GET", "/account/export")).text();
  expect(JSON.parse(text)).toMatchObject({
    account: { secondFactor: { isOn: true, hasAuthenticator: true, hasRecoveryCodes: true } },
  });
  for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
});

it("name, phone and password still take the password alone", async () => {
  const { browser } = await newMemberWithApp();
  const changes = [
    ["name", { name: "Asha Kulkarni" }],
    ["phone", { phone: "9822055501", password: PASSWORD }],
    ["password", { password: "Jasmine-2026", oldPassword: PASSWORD }],
  ] as const;
  for (const [path, body] of changes) expect((await browser.send("PATCH", `/account/${path}`, body)).status).toBe(200);
});

describe("a guest, and a session that has ended,", () => {
  const proof = { password: PASSWORD, code: "123456" };
  it.each([
    ["GET", PATH, undefined],
    ["DELETE", PATH, proof],
    ["POST", MAIL, { password: PASSWORD }],
    ["POST", AUTHENTICATOR, { code: "123456" }],
    ["PUT", AUTHENTICATOR, { code: "123456" }],
    ["POST", RECOVERY_CODES, proof],
  ])("get 401 from %s %s", async (method, path, body) => {
    const app = createTestApp();
    for (const browser of [app.browser(), await browserOfEndedSession(app)]) {
      expect(await errorOf(browser.send(method, path, body))).toEqual({ status: 401, type: "session_missing" });
    }
  });
});
