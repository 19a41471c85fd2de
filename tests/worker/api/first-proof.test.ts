// Anybody can sign up with an address. These tests check what happens to the sessions when the owner first proves it by a code.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AppOptions } from "../../../worker/app";
import { newCode, signInByCode } from "../support/codes";
import { Faults, failsWith, refusesConnection } from "../support/faults";
import { mailedLink } from "../support/mails";
import { join, signIn } from "../support/people";
import { verifyEmail } from "../support/second-factor";
import { type Browser, createTestApp, type TestApp } from "../support/test-app";
import { admin } from "../support/uploads";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates an app, and a browser with a member whose address is unverified. */
async function withMember(options: Partial<AppOptions> = {}) {
  const app = createTestApp(options);
  const joined = app.browser();
  const { email } = await join(joined);
  return { app, joined, email };
}

/** Signs in with a code. @returns `isFirstProof` of the response */
async function isFirstProof(app: TestApp, browser: Browser, email: string): Promise<boolean> {
  const response = await signInByCode(app, browser, email);
  expect(response.status).toBe(201);
  return (await response.json<{ isFirstProof: boolean }>()).isFirstProof;
}

const GUEST = { user: null, profile: null };
const account = async (browser: Browser) => (await browser.send("GET", "/account")).json();

describe("a code that is the first proof of an address", () => {
  it("ends all other sessions, keeps the password, and is reported once", async () => {
    const { app, joined: stranger, email } = await withMember();
    const owner = app.browser();
    expect(await isFirstProof(app, owner, email)).toBe(true);
    expect(await account(stranger)).toEqual(GUEST);
    expect(await account(owner)).toMatchObject({ user: { email, emailVerified: true } });
    const laptop = app.browser();
    const byPassword = await signIn(laptop, email);
    expect(byPassword.status).toBe(201);
    expect(await isFirstProof(app, app.browser(), email)).toBe(false);
    expect(await account(laptop)).toMatchObject({ user: { email } });
  });

  it("makes the devices unknown on which others signed in before, so that they do not keep the owner waiting", async () => {
    const { app, joined: stranger, email } = await withMember();
    const owner = app.browser();
    expect(await isFirstProof(app, owner, email)).toBe(true);
    const wrong = (browser: Browser) =>
      browser.send("POST", "/account/sessions/email", { email, password: "Not-the-password-1" });
    for (let n = 0; n < 10; n += 1) expect((await wrong(stranger)).status).toBe(401);
    // As an unknown device, by its network.
    expect((await wrong(stranger)).status).toBe(429);
    expect((await wrong(app.browser(stranger.address))).status).toBe(429);
    await owner.send("DELETE", "/account/sessions");
    expect((await signIn(owner, email)).status).toBe(201);
  });

  it("keeps other sessions when a link has verified the address before", async () => {
    const { app, joined: member, email } = await withMember();
    await member.send("POST", "/account/verification");
    const { userId, secret } = await mailedLink(app, email, "verification");
    expect((await member.send("PUT", "/account/verification", { userId, secret })).status).toBe(200);
    expect(await isFirstProof(app, app.browser(), email)).toBe(false);
    expect(await account(member)).toMatchObject({ user: { email } });
  });

  it("ends every session even if the account cannot be loaded", async () => {
    const faults = new Faults();
    const { app, joined: stranger, email } = await withMember({ wrapServer: faults.wrap });
    const owner = app.browser();
    faults.on(/^GET \/account$/, failsWith(500), 1);
    expect((await signInByCode(app, owner, email)).status).toBe(502);
    expect(owner.cookies.size).toBe(0);
    await app.waitForBackgroundTasks();
    expect(await account(stranger)).toEqual(GUEST);
  });

  it("signs in when ending the other sessions fails, and retries", async () => {
    const faults = new Faults();
    const { app, joined: stranger, email } = await withMember({ wrapServer: faults.wrap });
    const owner = app.browser();
    faults.on(/^DELETE \/account\/sessions/, failsWith(500), 1);
    expect(await isFirstProof(app, owner, email)).toBe(true);
    await app.waitForBackgroundTasks();
    expect(await account(stranger)).toEqual(GUEST);
    expect(await account(owner)).toMatchObject({ user: { email } });
  });

  it("ends every session when the response to the code is lost", async () => {
    const losesAnswer: AppOptions["wrapServer"] = (server) => ({
      ...server,
      async fetch(request) {
        const answer = await server.fetch(request);
        if (request.url.includes("/sessions/token")) throw new TypeError("connection reset");
        return answer;
      },
    });
    const { app, joined: stranger, email } = await withMember({ wrapServer: losesAnswer });
    expect((await signInByCode(app, app.browser(), email)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect(await account(stranger)).toEqual(GUEST);
  });

  it("spares the session of a second try when the first one did not reach the backend", async () => {
    const faults = new Faults();
    const { app, joined: stranger, email } = await withMember({ wrapServer: faults.wrap });
    const owner = app.browser();
    const code = await newCode(app, owner, email);
    const retry = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockImplementation(async (ms) => (ms === 0 ? undefined : retry.promise));
    faults.on(/^POST \/account\/sessions\/token/, refusesConnection, 1);
    expect((await owner.send("POST", "/account/sessions/token", code)).status).toBe(502);
    expect((await owner.send("POST", "/account/sessions/token", code)).status).toBe(201);
    retry.resolve();
    await app.waitForBackgroundTasks();
    expect(await account(owner)).toMatchObject({ user: { email } });
    expect(await account(stranger)).toEqual(GUEST);
  });

  it("is none when the code was wrong, and its response is lost", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [owner, stranger] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    const { userId } = await newCode(app, stranger, email);
    faults.on(/^POST \/account\/sessions\/token/, failsWith(503), 1);
    const wrong = { userId, secret: "000000" };
    expect((await stranger.send("POST", "/account/sessions/token", wrong)).status).toBe(502);
    await app.waitForBackgroundTasks();
    const user = await (await admin()).users.findByEmail(email);
    await verifyEmail(user?.$id ?? "");
    expect(await isFirstProof(app, app.browser(), email)).toBe(false);
  });

  it("is followed by another first proof when the response is lost, and the backend says nothing for a while", async () => {
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    const faults = new Faults();
    const { app, joined: stranger, email } = await withMember({ wrapServer: faults.wrap });
    const cookies = new Map(stranger.cookies);
    faults.on(
      /sessions\/token/,
      async (_, forward) => {
        await forward();
        // From now on the user cannot be read, so it is not known whether the code was accepted.
        faults.on(/^GET \/users\/\w+$/, failsWith(500), 4);
        throw new TypeError("connection reset");
      },
      1,
    );
    expect((await signInByCode(app, app.browser(), email)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect(await isFirstProof(app, app.browser(), email)).toBe(true);
    await app.waitForBackgroundTasks();
    for (const [name, value] of cookies) stranger.cookies.set(name, value);
    expect(await account(stranger)).toEqual(GUEST);
    expect(await isFirstProof(app, app.browser(), email)).toBe(false);
  });

  it("ends no session when the backend did not receive the code", async () => {
    const faults = new Faults();
    const { app, joined: member, email } = await withMember({ wrapServer: faults.wrap });
    faults.on(/sessions\/token/, refusesConnection, 1);
    vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
    expect((await signInByCode(app, app.browser(), email)).status).toBe(502);
    await app.waitForBackgroundTasks();
    expect(await account(member)).toMatchObject({ user: { email } });
  });
});
