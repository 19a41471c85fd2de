import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CLOSE_CODE, PING, PONG } from "../../../app/contract/realtime";
import type { EmbeddedAppwrite } from "../../../worker/embedded/index";
import recorded from "../../conformance/recordings-rt.json";
import { Faults, refusesConnection, rejectsWith } from "../support/faults";
import { browserOfEndedSession, join, PASSWORD, signIn } from "../support/people";
import { listen, openSocket, requestSocket, serveBackendSocket } from "../support/sockets";
import { type Browser, createTestApp, type TestApp } from "../support/test-app";
import { upload } from "../support/uploads";

const SESSION_DEAD = rejectsWith(401, "general_unauthorized_scope", "User (role: guests) missing scopes");

/** A member on two devices. */
async function twoDevices(app: TestApp = createTestApp()): Promise<{ app: TestApp; here: Browser; there: Browser }> {
  const [here, there] = [app.browser(), app.browser()];
  const { email } = await join(here);
  await signIn(there, email);
  return { app, here, there };
}

/** A member whose backend socket the test speaks for. */
async function memberWithBackendSocket() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const browser = app.browser();
  await join(browser);
  const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
  const pending = serveBackendSocket(faults);
  const page = await openSocket(browser);
  const backend = await pending;
  const say = (frame: unknown) => backend.send(JSON.stringify(frame));
  const connect = async () => {
    say({ type: "connected", data: { channels: ["account"], user: { $id: user.id } } });
    await page.until((messages) => messages.length > 0);
  };
  return { app, faults, browser, page, backend, say, connect, userId: user.id };
}

const eventNamed = (name: string, payload: unknown = {}) => ({
  type: "event",
  data: { events: [name], channels: [], timestamp: "", payload, subscriptions: [] },
});

describe("what a page hears", () => {
  it("is what the member changed on another device", async () => {
    const { here, there } = await twoDevices();
    const page = await listen(here);
    await there.send("PATCH", "/profile", { location: "Thane" });
    await page.hears("profile");
    await there.send("PATCH", "/account/name", { name: "Asha Kulkarni" });
    await page.hears("account");
    await upload(there, { kind: "portfolio", name: "work.pdf" });
    await page.hears("files");
    const { sessions } = await (await there.send("GET", "/account/sessions")).json<{ sessions: { id: string }[] }>();
    await there.send("DELETE", `/account/sessions/${sessions.find(({ id }) => id)?.id}`);
    await page.hears("sessions");
    page.close();
  });

  it("is nothing of another member's", async () => {
    const app = createTestApp();
    const [asha, bina] = [app.browser(), app.browser()];
    await join(asha);
    await join(bina);
    const page = await listen(asha);
    await bina.send("PATCH", "/profile", { location: "Thane" });
    await bina.send("PATCH", "/account/name", { name: "Bina" });
    await asha.send("PATCH", "/account/name", { name: "Asha" });
    await page.hears("account", "profile");
    // Asha's own change is one burst, and no other message came before it.
    expect(page.messages).toHaveLength(2);
    page.close();
  });

  it.each([
    ["users.1.update", "account"],
    ["users.1.update.name", "account"],
    ["users.1.verification.2.update", "account"],
    ["users.1.recovery.2.update", "account"],
    ["users.1.sessions.2.create", "sessions"],
    ["users.1.sessions.2.delete", "sessions"],
    ["users.1.sessions", "sessions"],
    ["databases.main.collections.users.documents.1.create", "profile"],
    ["databases.main.tables.users.rows.1.update", "profile"],
    ["buckets.files.files.1.delete", "files"],
  ])("is for the event %s: %s", async (name, change) => {
    const { page, say, connect } = await memberWithBackendSocket();
    await connect();
    // Events about which a page hears nothing.
    for (const other of ["users.1.verification.2.create", "users.1.challenges.2.create", "teams.1.update", ""]) {
      say(eventNamed(other));
    }
    for (const frame of ["", "[]", "{", '{"type":"error","data":{"code":1003}}', "null"]) say(frame);
    say(eventNamed(name));
    await page.hears(change);
    expect(page.changes()).toEqual([change]);
    page.close();
  });

  it("is the same for a phone number that another account has and for a free one", async () => {
    const app = createTestApp();
    const { phone: taken } = await join(app.browser());
    const heardOf = async (phone: string) => {
      const browser = app.browser();
      await join(browser);
      const page = await listen(browser);
      await browser.send("PATCH", "/account/phone", { phone, password: PASSWORD });
      // The account is changed before the profile.
      await page.hears("profile");
      page.close();
      return page.changes();
    };
    expect(await heardOf(taken)).toEqual(await heardOf("9833055588"));
  });

  it("comes in one message for a burst of events", async () => {
    const { page, say, connect } = await memberWithBackendSocket();
    await connect();
    for (let n = 0; n < 500; n += 1) say(eventNamed("databases.main.collections.users.documents.1.update"));
    say(eventNamed("buckets.files.files.1.create"));
    await page.hears("files");
    expect(page.messages).toEqual(['{"changed":[]}', '{"changed":["profile","files"]}']);
    page.close();
  });

  it("has nothing of what the recorded events of a real server carry", async () => {
    const { page, say, connect, faults } = await memberWithBackendSocket();
    await connect();
    const frames = recorded.recordings.flatMap(({ response }) => framesOf(response.body));
    const events = frames.filter(({ type }) => type === "event");
    const text = JSON.stringify(events);
    for (const secret of ["secret", "otpauth", "recoveryCodes", "password", "hashOptions"])
      expect(text).toContain(secret);
    for (const event of events) say(event);
    say({ type: "pong" });
    await page.until((messages) => messages.includes(PONG));
    await page.hears("account", "profile", "files", "sessions");
    expect(faults.calls.filter((call) => call === "GET /account").length).toBeLessThan(10);
    for (const message of page.messages) expect(message).toMatch(/^pong$|^\{"changed":\[[a-z",]*\]\}$/);
    page.close();
  });
});

/** The frames in the body of a recording; none for another kind of body. */
function framesOf(body: unknown): { type: string }[] {
  const { kind, value } = (body ?? {}) as { kind?: string; value?: { type: string }[] };
  return kind === "frames" && value ? value : [];
}

describe("a socket is refused", () => {
  it("with 401 before it opens to a guest, and with 4401 to a session that has ended", async () => {
    const app = createTestApp();
    expect((await requestSocket(app.browser())).status).toBe(401);
    const socket = await openSocket(await browserOfEndedSession(app));
    expect(await socket.closed).toBe(CLOSE_CODE.sessionEnded);
    expect(socket.messages).toEqual([]);
  });

  it("with 4403 to a session without its second factor", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.on(/^GET \/account$/, rejectsWith(401, "user_more_factors_required"));
    const socket = await openSocket(browser);
    expect(await socket.closed).toBe(CLOSE_CODE.secondFactorMissing);
    expect(faults.calls).not.toContain("GET /realtime");
  });

  it.each([
    ["the backend does not answer", /./],
    ["it opens no socket", /^GET \/realtime$/],
  ])("with 1013 when %s, and the log says why", async (_, calls) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.on(calls, refusesConnection);
    expect(await (await openSocket(browser)).closed).toBe(CLOSE_CODE.tryAgainLater);
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "realtime failed" }));
  });

  it("with 403 to another site", async () => {
    const { here } = await twoDevices();
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await requestSocket(here, foreign)).status).toBe(403);
    expect((await requestSocket(here, { "Sec-Fetch-Site": "same-site" })).status).toBe(403);
  });

  it("with 426 when no WebSocket is asked for", async () => {
    const response = await createTestApp().browser().send("GET", "/realtime");
    expect(response.status).toBe(426);
    expect(response.headers.get("Upgrade")).toBe("websocket");
    expect(await response.json()).toMatchObject({ error: { type: "upgrade_required" } });
  });
});

describe("a socket is closed", () => {
  it("with 4401 when the member signs out on another device", async () => {
    const { here, there } = await twoDevices();
    const page = await listen(here);
    await there.send("DELETE", "/account/sessions");
    expect(await page.closed).toBe(CLOSE_CODE.sessionEnded);
    expect(page.changes()).toEqual([]);
  });

  it("with 4401 when another device ends this session, while the other one stays", async () => {
    const { here, there } = await twoDevices();
    const [page, other] = [await listen(here), await listen(there)];
    const { sessions } = await (await there.send("GET", "/account/sessions")).json<{
      sessions: { id: string; current: boolean }[];
    }>();
    await there.send("DELETE", `/account/sessions/${sessions.find(({ current }) => !current)?.id}`);
    expect(await page.closed).toBe(CLOSE_CODE.sessionEnded);
    await other.hears("sessions");
    other.close();
  });

  it("not by the event of a deleted authenticator, which looks like that of a deleted user", async () => {
    const { page, say, connect, userId } = await memberWithBackendSocket();
    await connect();
    say(eventNamed(`users.${userId}.delete`, []));
    await page.hears("account");
    page.close();
  });

  it("with 4401 after the same event when the user is gone", async () => {
    const { page, say, connect, userId, faults } = await memberWithBackendSocket();
    await connect();
    faults.on(/^GET \/account$/, SESSION_DEAD);
    say(eventNamed(`users.${userId}.delete`, []));
    expect(await page.closed).toBe(CLOSE_CODE.sessionEnded);
  });

  it("when the backend takes the session for a guest's", async () => {
    const { page, say } = await memberWithBackendSocket();
    say({ type: "connected", data: { channels: [], user: null } });
    expect(await page.closed).toBe(CLOSE_CODE.tryAgainLater);
  });

  it("with 1013 when the backend closes its own before the first frame, and the log says so", async () => {
    const { app, page, backend } = await memberWithBackendSocket();
    backend.close(1002, "compressed frame");
    expect(await page.closed).toBe(CLOSE_CODE.tryAgainLater);
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "realtime failed" }));
  });

  it("with 1013 when the backend closes its own", async () => {
    const { page, backend, connect } = await memberWithBackendSocket();
    await connect();
    backend.close(1001, "restart");
    expect(await page.closed).toBe(CLOSE_CODE.tryAgainLater);
  });

  it.each(["PING", "{}", "x".repeat(100_000)])("with 1008 after a message that is no heartbeat", async (message) => {
    const { here } = await twoDevices();
    const page = await listen(here);
    page.send(message);
    expect(await page.closed).toBe(CLOSE_CODE.policyViolation);
  });

  it("with 1008 when heartbeats come as a flood", async () => {
    const { here } = await twoDevices();
    const page = await listen(here);
    for (let n = 0; n < 20; n += 1) page.send(PING);
    expect(await page.closed).toBe(CLOSE_CODE.policyViolation);
  });
});

describe("a heartbeat", () => {
  it("is answered once the backend has answered", async () => {
    const { page, backend, say, connect } = await memberWithBackendSocket();
    await connect();
    const asked = new Promise((resolve) => backend.addEventListener("message", ({ data }) => resolve(data)));
    page.send(PING);
    expect(await asked).toBe('{"type":"ping"}');
    expect(page.messages).not.toContain(PONG);
    say({ type: "pong" });
    await page.until((messages) => messages.includes(PONG));
    page.close();
  });

  it("checks now and then a session that may have ended without an event", async () => {
    const { page, faults, connect } = await memberWithBackendSocket();
    await connect();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    faults.on(/^GET \/account$/, SESSION_DEAD);
    page.send(PING);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    page.send(PING);
    expect(await page.closed).toBe(CLOSE_CODE.sessionEnded);
  });

  it("closes the socket of a session that this site has revoked", async () => {
    const { app, page, browser, faults, connect } = await memberWithBackendSocket();
    await connect();
    faults.on(/./, refusesConnection);
    await browser.send("DELETE", "/account/sessions");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 2 * 60_000);
    page.send(PING);
    expect(await page.closed).toBe(CLOSE_CODE.sessionEnded);
    faults.clear();
    await app.waitForBackgroundTasks();
  });
});

/** How many sockets the backend has open. */
function backendSockets(): Promise<number> {
  const namespace = (env as unknown as { EMBEDDED: DurableObjectNamespace<EmbeddedAppwrite> }).EMBEDDED;
  const stub = namespace.get(namespace.idFromName("navarambh"));
  return runInDurableObject(stub, (_, state) => state.getWebSockets().length);
}

describe("many sockets", () => {
  it("a member may have eight at once, and a closed one makes room", async () => {
    const { here } = await twoDevices();
    const pages = await Promise.all(Array.from({ length: 8 }, () => listen(here)));
    expect(await (await openSocket(here)).closed).toBe(CLOSE_CODE.tryAgainLater);
    pages[0]?.close();
    await pages[0]?.closed;
    const another = await listen(here);
    for (const page of [...pages.slice(1), another]) page.close();
  });

  it("an ended session gets twelve, and 429 for another until a page has closed one", async () => {
    const app = createTestApp();
    const browser = await browserOfEndedSession(app);
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await requestSocket(browser));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 101));
    // The Worker has closed them all. Their pages have not, and the runtime takes in what they send.
    await app.waitForBackgroundTasks();
    expect((await requestSocket(browser)).status).toBe(429);
    const [first, ...others] = answers.map(({ webSocket }) => webSocket);
    first?.accept();
    first?.close(1000);
    const another = await vi.waitUntil(async () => (await requestSocket(browser)).webSocket);
    for (const socket of [...others, another]) {
      socket?.accept();
      socket?.close(1000);
    }
  });

  it("two hundred leave none at the backend once their pages are gone", async () => {
    const app = createTestApp();
    const before = await backendSockets();
    const members = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const browser = app.browser();
        await join(browser);
        return browser;
      }),
    );
    const pages = await Promise.all(members.flatMap((member) => Array.from({ length: 8 }, () => listen(member))));
    expect(await backendSockets()).toBe(before + 200);
    for (const page of pages) page.close();
    await expect.poll(backendSockets).toBe(before);
  });
});
