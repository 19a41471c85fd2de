// The deletion of an account, with all that belongs to it.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { type Fault, Faults, failsWith, losesResponse, respondsWith } from "../support/faults";
import { mailsTo } from "../support/mails";
import { join, PASSWORD, STUDENT, signIn } from "../support/people";
import { rowsWith } from "../support/stored-rows";
import { createTestApp, type TestApp } from "../support/test-app";
import { admin, storedFiles, upload } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
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
