import { afterEach, describe, expect, it, vi } from "vitest";
import { failsWith } from "../support/faults";
import { browserOfEndedSession, PASSWORD } from "../support/people";
import { createAuthenticator, currentCode, switchOn, wrongCode } from "../support/second-factor";
import {
  AUTHENTICATOR,
  apiErrorOf,
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

afterEach(() => {
  vi.useRealTimers();
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
    const withOld = await apiErrorOf(browser.send("DELETE", PATH, { password: PASSWORD, code: old[0] }));
    expect(withOld).toEqual({ status: 401, type: "second_factor_wrong" });
  });

  it("can be made with a recovery code, however it is written, and only once with each", async () => {
    const { browser, recoveryCodes } = await newMemberWithApp();
    const [used = ""] = recoveryCodes;
    const code = ` ${used.slice(0, 5).toUpperCase()}-${used.slice(5)} `;
    expect((await browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code })).status).toBe(200);
    expect(await apiErrorOf(browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code }))).toEqual({
      status: 401,
      type: "second_factor_wrong",
    });
  });

  it("are not made twice with one code of the app, so that a page that is loaded again does not void them", async () => {
    const { browser, secret } = await newMemberWithApp();
    const proof = { password: PASSWORD, code: await currentCode(secret) };
    const first = await browser.send("POST", RECOVERY_CODES, proof);
    const { recoveryCodes } = await first.json<{ recoveryCodes: string[] }>();
    expect(await apiErrorOf(browser.send("POST", RECOVERY_CODES, proof))).toEqual({
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
    const error = await apiErrorOf(browser.send("POST", RECOVERY_CODES, { password: PASSWORD, code: "123456" }));
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
    expect(await apiErrorOf(browser.send("DELETE", PATH, proof))).toEqual(error);
    expect(await apiErrorOf(browser.send("POST", RECOVERY_CODES, proof))).toEqual(error);
    expect(await stateOf(browser)).toEqual(on(6));
  });

  it("is refused after five wrong codes, also with a right one", async () => {
    const { browser, secret, recoveryCodes } = await newMemberWithApp();
    const attempt = (code = "") => apiErrorOf(browser.send("DELETE", PATH, { password: PASSWORD, code }));
    for (let n = 0; n < 5; n += 1) expect((await attempt(wrongCode(secret))).type).toBe("second_factor_wrong");
    expect((await attempt(recoveryCodes[0])).type).toBe("rate_limited");
  });

  it("does not take the code of another member", async () => {
    const [one, other] = [await newMemberWithApp(), await newMemberWithApp()];
    const code = other.recoveryCodes[0];
    expect((await apiErrorOf(one.browser.send("DELETE", PATH, { password: PASSWORD, code }))).type).toBe(
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
  expect((await apiErrorOf(signIn(laptop))).type).toBe("user_more_factors_required");
  expect(await apiErrorOf(laptop.send("GET", PATH))).toEqual({ status: 401, type: "session_missing" });
  expect(await (await finish(laptop, recoveryCodes[0])).json()).toMatchObject({ recoveryCodesLeft: 5 });
  const thief = app.browser();
  await signIn(thief);
  expect((await apiErrorOf(finish(thief, recoveryCodes[0]))).type).toBe("second_factor_wrong");
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
    const wrong = await apiErrorOf(browser.send("DELETE", "/account", { password: PASSWORD, code: "0000000000" }));
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
    expect((await apiErrorOf(browser.send("DELETE", "/account", proof))).type).toBe("user_invalid_credentials");
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
      expect(await apiErrorOf(browser.send(method, path, body))).toEqual({ status: 401, type: "session_missing" });
    }
  });
});
