import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../../../worker/config";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { enterCode, PROVEN, proveAddress, requestCode, requestSignUpCode } from "../support/codes";
import { Faults, failsWith, losesResponse, rejectsWith } from "../support/faults";
import { useAttempts } from "../support/limits";
import { mailedCode, mailsTo } from "../support/mails";
import { join, PASSWORD, STUDENT, signUpForm } from "../support/people";
import { type Browser, bindings, createTestApp } from "../support/test-app";
import { admin, upload } from "../support/uploads";

const UNVERIFIED = "Please verify your email to complete the signup process.";
const signUp = (browser: Browser, form: object) => browser.send("POST", "/account", form, PROVEN);

afterEach(() => {
  vi.restoreAllMocks();
});

/** The id of the user who has an address. */
async function idOf(email: string): Promise<string> {
  const user = await (await admin()).users.findByEmail(email);
  if (!user) throw new Error("nobody has this address");
  return user.$id;
}

describe("sign-up with proof of the address", () => {
  it.each([
    ["no proof", undefined],
    ["what is no proof", "made.up"],
  ])("rejects a form with %s, with the specification's message", async (_, emailProof) => {
    const response = await signUp(createTestApp().browser(), { ...signUpForm(), emailProof });
    expect(await response.json()).toMatchObject({
      error: { code: 422, type: "validation_failed", message: UNVERIFIED, fields: { email: UNVERIFIED } },
    });
  });

  it("completes the proven user with name, phone and password, verified", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const form = signUpForm();
    const { proof, email, expiresAt } = await proveAddress(app, browser, form.email);
    const userId = await idOf(email);
    expect(email).toBe(form.email);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(browser.cookies.size).toBe(0);
    const response = await signUp(browser, { ...form, email: form.email.toUpperCase(), emailProof: proof });
    expect(response.status).toBe(201);
    const { phone } = await response.json<{ user: { phone: string } }>().then(({ user }) => user);
    expect(phone).toBe(`+91${form.phone}`);
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({
      user: { id: userId, name: "Asha Rao", email: form.email, phone, emailVerified: true },
      profile: { id: userId, role: "Mentor", name: "Asha Rao", Email: form.email, phone },
    });
    const again = app.browser();
    const signedIn = await again.send("POST", "/account/sessions/email", { email: form.email, password: PASSWORD });
    expect(signedIn.status).toBe(201);
    const { sessions } = await (await again.send("GET", "/account/sessions")).json<{
      sessions: { method: string }[];
    }>();
    expect(sessions.map(({ method }) => method)).toEqual(["password", "password"]);
  });

  it("transfers the guest's file to the account", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const form = signUpForm({ ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
    const { proof } = await proveAddress(app, browser, form.email);
    const response = await signUp(browser, { ...form, emailProof: proof });
    expect(await response.json()).toMatchObject({ isNewUser: true, profile: { resumeId: file.id } });
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });

  it("accepts a proof for its own address only", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { proof } = await proveAddress(app, browser, signUpForm().email);
    const other = await signUp(browser, { ...signUpForm(), emailProof: proof });
    expect(await other.json()).toMatchObject({ error: { code: 422, message: UNVERIFIED } });
  });

  it("requires a new proof when the user of the code is deleted", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const form = signUpForm();
    const { proof } = await proveAddress(app, browser, form.email);
    await (await admin()).users.delete(await idOf(form.email));
    const response = await signUp(browser, { ...form, emailProof: proof });
    expect(await response.json()).toMatchObject({ error: { code: 422, message: UNVERIFIED } });
  });

  it("responds alike for an address with an account, without signing in or setting a password", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const browser = app.browser();
    const { proof } = await proveAddress(app, browser, form.email);
    const wrong = { ...form, password: "Another-pass-9", confirmPassword: "Another-pass-9", emailProof: proof };
    const rejected = await signUp(browser, wrong);
    expect(await rejected.json()).toMatchObject({ error: { code: 401, type: "existing_account_wrong_password" } });
    expect(browser.cookies.size).toBe(0);
    const right = await signUp(browser, { ...form, emailProof: proof });
    expect(right.status).toBe(200);
    expect(await right.json()).toMatchObject({ isNewUser: false });
  });

  it("ends the sessions that were opened before the address was proven", async () => {
    const app = createTestApp();
    const stranger = app.browser();
    const form = await join(stranger);
    await proveAddress(app, app.browser(), form.email);
    expect(await (await stranger.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
    const member = app.browser();
    await member.send("POST", "/account/sessions/email", { email: form.email, password: PASSWORD });
    await proveAddress(app, app.browser(), form.email);
    await app.waitForBackgroundTasks();
    expect(await (await member.send("GET", "/account")).json()).toMatchObject({ user: { email: form.email } });
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("does not claim a user with a profile but no password", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const form = signUpForm();
    const { proof } = await proveAddress(app, browser, form.email);
    const backend = await admin();
    await backend.profiles.create(await idOf(form.email), { Email: form.email, name: "Bina" });
    const response = await signUp(browser, { ...form, emailProof: proof });
    expect(await response.json()).toMatchObject({ error: { type: "existing_account_wrong_password" } });
    expect(await backend.users.findByEmail(form.email)).toMatchObject({ name: "", hasPassword: false });
  });

  it.each([
    ["the name", /^PATCH \/users\/\w+\/name/],
    ["the password", /^PATCH \/users\/\w+\/password/],
    ["the session", /^POST \/account\/sessions\/email/],
    ["the profile", /^POST \/tablesdb/],
  ])("succeeds when the form is sent again with the same proof after %s failed", async (_, call) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const form = signUpForm();
    const { proof } = await proveAddress(app, browser, form.email);
    const userId = await idOf(form.email);
    faults.on(call, failsWith(500), 1);
    expect((await signUp(browser, { ...form, emailProof: proof })).status).toBe(502);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    const healed = await signUp(browser, { ...form, emailProof: proof });
    expect([200, 201]).toContain(healed.status);
    expect(await healed.json()).toMatchObject({ isNewProfile: true });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({
      user: { id: userId, name: "Asha Rao" },
      profile: { name: "Asha Rao" },
    });
  });

  /** A sign-up that failed after it had set the name. */
  async function signUpWithoutPassword() {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const form = signUpForm();
    const { proof } = await proveAddress(app, browser, form.email);
    faults.on(/^PATCH \/users\/\w+\/password/, failsWith(500), 1);
    expect((await signUp(browser, { ...form, emailProof: proof })).status).toBe(502);
    return { browser, form, proof };
  }

  it("refuses a weak password also when an attempt before has set the name alone", async () => {
    const { browser, form, proof } = await signUpWithoutPassword();
    const weak = { ...form, password: "football1", confirmPassword: "football1", emailProof: proof };
    expect(await (await signUp(browser, weak)).json()).toMatchObject({ error: { type: "password_too_common" } });
    expect(await (await admin()).users.findByEmail(form.email)).toMatchObject({ hasPassword: false });
    expect((await signUp(browser, { ...form, emailProof: proof })).status).toBe(201);
  });

  it("succeeds with another password while none is set", async () => {
    const { browser, form, proof } = await signUpWithoutPassword();
    const password = "Another-pass-9";
    const response = await signUp(browser, { ...form, password, confirmPassword: password, emailProof: proof });
    expect(response.status).toBe(201);
  });
});

describe("an unfinished sign-up by code", () => {
  it("leaves no session", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = signUpForm();
    await proveAddress(app, browser, email);
    const userId = await idOf(email);
    await app.waitForBackgroundTasks();
    const { server, projectId, apiKey } = await loadConfig(bindings);
    const headers = { "X-Appwrite-Project": projectId, "X-Appwrite-Key": apiKey };
    const list = await server.fetch(new Request(`${server.baseUrl}/users/${userId}/sessions`, { headers }));
    expect(await list.json()).toMatchObject({ sessions: [] });
  });

  it("opens no session for an unfinished user", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = signUpForm();
    const { userId } = await requestSignUpCode(browser, email);
    const response = await enterCode(browser, userId, await mailedCode(app, email));
    expect(await response.json()).toMatchObject({ error: { code: 401, type: "user_invalid_token" } });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("does not distinguish a correct code from a wrong one at sign-in, and counts both", async () => {
    const app = createTestApp();
    const { email } = signUpForm();
    const { userId } = await requestSignUpCode(app.browser(), email);
    const right = await mailedCode(app, email);
    const wrong = right === "000000" ? "000001" : "000000";
    const browser = app.browser();
    const answer = async (secret: string) => {
      const response = await enterCode(browser, userId, secret);
      const { error } = await response.json<{ error: object }>();
      const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
      return { status: response.status, headers, error: { ...error, requestId: "" } };
    };
    const rejected = await answer(wrong);
    expect(rejected.status).toBe(401);
    for (let n = 0; n < 4; n += 1) {
      expect(await answer(right)).toEqual(rejected);
      await app.waitForBackgroundTasks();
    }
    expect((await answer(right)).status).toBe(429);
    // It is still valid for sign-up.
    const proven = await app.browser().send("PUT", "/account/tokens/email", { userId, secret: right }, PROVEN);
    expect(proven.status).toBe(200);
  });

  it("is not an account to sign in to: no code for sign-in is sent", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = signUpForm();
    await requestSignUpCode(browser, email);
    expect((await requestCode(browser, email)).status).toBe(201);
    expect(await mailsTo(app, email)).toHaveLength(1);
  });

  it("does not block the address for a later sign-up with a proof", async () => {
    const app = createTestApp();
    const form = signUpForm();
    await proveAddress(app, app.browser(), form.email);
    const browser = app.browser();
    const { proof } = await proveAddress(app, browser, form.email);
    expect((await signUp(browser, { ...form, emailProof: proof })).status).toBe(201);
  });

  it("does not block the address without a proof, and the verification is not kept", async () => {
    const app = createTestApp();
    const form = signUpForm();
    await proveAddress(app, app.browser(), form.email);
    const browser = app.browser();
    const response = await browser.send("POST", "/account", form);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ isNewUser: true, user: { emailVerified: false } });
  });

  it("keeps a user with a profile, whatever else is missing", async () => {
    const app = createTestApp();
    const form = signUpForm();
    await requestSignUpCode(app.browser(), form.email);
    const backend = await admin();
    await backend.profiles.create(await idOf(form.email), { Email: form.email, name: "Bina" });
    const response = await app.browser().send("POST", "/account", form);
    expect(await response.json()).toMatchObject({ error: { type: "existing_account_wrong_password" } });
  });
});

describe("e-mails with a code", () => {
  it("are limited to three hundred an hour from one network, over all addresses", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const mail = (n: number) => requestCode(browser, `new${n}.crowd@example.org`, { purpose: "sign-up" }, PROVEN);
    await useAttempts(browser, "sign-up-mail-network", 290);
    for (let n = 290; n < 300; n += 1) expect((await mail(n)).status).toBe(201);
    const rejected = await mail(300);
    expect(await rejected.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    expect(Number(rejected.headers.get("Retry-After"))).toBeLessThanOrEqual(12);
    expect(await (await admin()).users.findByEmail("new300.crowd@example.org")).toBeNull();
    const elsewhere = await requestCode(app.browser(), "new300.crowd@example.org", { purpose: "sign-up" }, PROVEN);
    expect(elsewhere.status).toBe(201);
  });

  it("are counted when the backend may have sent them, and not when it refused", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const mail = (n: number) => requestCode(browser, `new${n}.trouble@example.org`, { purpose: "sign-up" }, PROVEN);
    await useAttempts(browser, "sign-up-mail-network", 298);
    for (let n = 0; n < 3; n += 1) {
      faults.on(/tokens/, rejectsWith(400, "general_argument_invalid"), 1);
      expect((await mail(n)).status).toBe(400);
    }
    for (const fault of [failsWith(500), losesResponse]) {
      faults.on(/tokens/, fault, 1);
      expect((await mail(3)).status).toBe(502);
    }
    expect((await mail(4)).status).toBe(429);
  });
});

describe("a wrong password", () => {
  it.each([
    ["is answered for nobody and a member alike late, where nobody may learn who is a member", PROVEN, 1],
    ["is answered at once where the sign-up form tells that anyway", bindings, 0],
  ])("%s", async (_, bound, waits) => {
    const wait = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    for (const address of [email, "nobody@example.org"]) {
      wait.mockClear();
      const body = { email: address, password: "Wrong-password-1" };
      expect((await browser.send("POST", "/account/sessions/email", body, bound)).status).toBe(401);
      expect(wait.mock.calls.filter(([ms]) => ms > 0 && ms <= 500)).toHaveLength(waits);
    }
  });
});
