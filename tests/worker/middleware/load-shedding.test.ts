// What happens while as many backend calls are in flight as the isolate takes: 32 in production, two here, where nobody waits for room.
import { describe, expect, it, vi } from "vitest";
import { CLOSE_CODE } from "../../../app/contract/realtime";
import type { AppOptions } from "../../../worker/app";
import { cutsConnection, type Fault, Faults, failsWith, Hold, losesResponse, neverResponds } from "../support/faults";
import { createIsolate, KvDouble } from "../support/pages";
import { join, signUpForm } from "../support/people";
import { openSocket } from "../support/sockets";
import type { Browser } from "../support/test-app";
import { createUpload, fileBytes, sendBytes } from "../support/uploads";

const CALLS = 2;
const SHED = { error: { code: 503, type: "overloaded" } };

/** An app with a member, and other browsers of theirs. */
async function createCrowd(options: Partial<AppOptions> = {}) {
  const faults = new Faults();
  const app = createIsolate(new KvDouble().binding, {
    wrapServer: faults.wrap,
    callLimits: { maxCalls: CALLS, waitMs: 0, maxPages: 1 },
    ...options,
  });
  const member = app.browser();
  const form = await join(member);
  await app.waitForBackgroundTasks();
  /** Makes calls of a member's, by default as many as the isolate takes, which wait until they are released. */
  const fill = async (count = CALLS) => {
    const hold = new Hold();
    faults.on(/^GET \/account\/sessions$/, hold.fault);
    const waiting = Array.from({ length: count }, () => member.send("GET", "/account/sessions"));
    await vi.waitFor(() => expect(hold.count).toBe(count));
    faults.clear();
    return {
      async release() {
        hold.release();
        const statuses = (await Promise.all(waiting)).map(({ status }) => status);
        await app.waitForBackgroundTasks();
        return statuses;
      },
    };
  };
  return { app, faults, member, form, fill };
}

/** A browser with the same cookies. */
function cloneOf(browser: Browser, app: { browser(): Browser }): Browser {
  const clone = app.browser();
  for (const [name, value] of browser.cookies) clone.cookies.set(name, value);
  return clone;
}

async function expectShed(response: Response): Promise<void> {
  expect(await response.json()).toMatchObject(SHED);
  expect(response.headers.get("Retry-After")).toBe("5");
}

describe("beyond the limit", () => {
  it("a call of the API gets a 503 with Retry-After, and asks the backend nothing", async () => {
    const { app, faults, fill } = await createCrowd();
    const crowd = await fill();
    const calls = faults.calls.length;
    await expectShed(await app.browser().send("POST", "/account", signUpForm()));
    await expectShed(await app.browser().send("POST", "/account/recovery", { email: "asha@example.org" }));
    expect(faults.calls).toHaveLength(calls);
    expect(await crowd.release()).toEqual([200, 200]);
  });

  it("pages and calls that ask the backend nothing go on", async () => {
    const { app, fill } = await createCrowd();
    await app.read("/about");
    const crowd = await fill();
    const [cached, fresh] = [await app.read("/about"), await app.read("/stories")];
    expect([cached, fresh].map(({ headers }) => headers.get("X-Page-Cache"))).toEqual(["memory", "render"]);
    expect((await app.read("/signup")).status).toBe(200);
    for (const path of ["/api/openapi.json", "/api/health"]) expect((await app.read(path)).status).toBe(200);
    await crowd.release();
  });

  it.each([
    ["a page", "text/html", "/dashboard"],
    ["the data of one", "*/*", "/settings.data"],
  ])("a member does not get %s that could only show an error", async (_, Accept, path) => {
    const { app, member, fill } = await createCrowd();
    const crowd = await fill();
    const response = await cloneOf(member, app).fetch(path, { headers: { Accept } });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.text()).toContain(
      Accept === "*/*" ? '"type":"overloaded"' : "<h1>Many people are here right now</h1>",
    );
    await crowd.release();
  });

  it("a form's page says when to try again", async () => {
    const { app, fill } = await createCrowd({
      render: async ({ context }) => {
        await context.appwrite.admin.users.find("nobody").catch(() => {});
        return new Response("what was typed", { status: 503 });
      },
    });
    const crowd = await fill();
    const response = await app.browser().fetch("/login", { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(await response.text()).toBe("what was typed");
    expect(response.headers.get("Retry-After")).toBe("5");
    await crowd.release();
  });

  it("a form is refused without its page while many others are in work, unless it needs no backend", async () => {
    let isDone = () => {};
    const done = new Promise<void>((resolve) => {
      isDone = resolve;
    });
    const { app } = await createCrowd({ render: () => done.then(() => new Response("done")) });
    const post = (path: string, Accept = "text/html") =>
      app.browser().fetch(path, { method: "POST", headers: { Accept }, body: new URLSearchParams({ a: "b" }) });
    const first = post("/login");
    await vi.waitFor(() => expect(app.renders).toHaveLength(1));
    const page = await post("/login");
    expect(page.status).toBe(503);
    expect(page.headers.get("Retry-After")).toBe("5");
    expect(await page.text()).toContain("your browser has kept what you typed");
    await expectShed(await post("/signup.data", "*/*"));
    expect(app.renders).toHaveLength(1);
    const others = ["/about", "/about.data", "/logout"].map((path) => post(path));
    isDone();
    for (const response of await Promise.all([first, ...others])) expect(response.status).toBe(200);
    expect((await post("/login")).status).toBe(200);
  });

  it("a form that is still arriving keeps nobody else from a page that needs the backend", async () => {
    const { app, member } = await createCrowd({ render: async () => new Response("done") });
    let client!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        client = controller;
        controller.enqueue(new Uint8Array(1));
      },
    });
    const arriving = app.browser().fetch("/login", { method: "POST", headers: { Accept: "text/html" }, body });
    const form = () =>
      app.browser().fetch("/login", {
        method: "POST",
        headers: { Accept: "text/html" },
        body: new URLSearchParams({ a: "b" }),
      });
    const [page, sent] = [await cloneOf(member, app).fetch("/dashboard"), await form()];
    client.close();
    await arriving;
    expect([page.status, sent.status]).toEqual([200, 200]);
  });

  it("a member can sign out, and the session is refused afterwards", async () => {
    const { app, member, fill } = await createCrowd();
    const stolen = cloneOf(member, app);
    const crowd = await fill();
    const leaving = cloneOf(member, app);
    expect((await leaving.send("DELETE", "/account/sessions")).status).toBe(204);
    expect(leaving.signInCookies).toEqual([]);
    await crowd.release();
    expect(await (await stolen.send("GET", "/account")).json()).toMatchObject({ user: null });
  });

  it("a wrong password is not counted, since nobody looked at it", async () => {
    const { app, form, fill } = await createCrowd();
    const crowd = await fill();
    const guest = app.browser();
    const wrong = { email: form.email, password: "Wrong-password-1" };
    for (let i = 0; i < 12; i += 1) await expectShed(await guest.send("POST", "/account/sessions/email", wrong));
    await crowd.release();
    const right = { email: form.email, password: form.password };
    expect((await guest.send("POST", "/account/sessions/email", right)).status).toBe(201);
  });

  it("a page's socket is closed with “try again later”", async () => {
    const { app, member, fill } = await createCrowd();
    const crowd = await fill();
    const page = await openSocket(cloneOf(member, app));
    expect(await page.closed).toBe(CLOSE_CODE.tryAgainLater);
    await crowd.release();
  });

  it("a request of a burst waits", async () => {
    const { member, fill } = await createCrowd({ callLimits: { maxCalls: CALLS, waitMs: 30_000, maxPages: 1 } });
    const crowd = await fill();
    const waiting = member.send("GET", "/account");
    await crowd.release();
    expect((await waiting).status).toBe(200);
  });

  it("guests of one network leave half of the calls to others", async () => {
    const { app, faults, member, form } = await createCrowd({ callLimits: { maxCalls: 4, waitMs: 0, maxPages: 4 } });
    const hold = new Hold();
    faults.on(/^POST \/account\/sessions\/email$/, hold.fault);
    const { address } = app.browser();
    const signIn = (browser: Browser) =>
      browser.send("POST", "/account/sessions/email", { email: form.email, password: "Wrong-password-1" });
    const crowd = [1, 2].map(() => signIn(app.browser(address)));
    await vi.waitFor(() => expect(hold.count).toBe(2));
    await expectShed(await signIn(app.browser(address)));
    expect((await member.send("GET", "/account")).status).toBe(200);
    const other = signIn(app.browser());
    await vi.waitFor(() => expect(hold.count).toBe(3));
    hold.release();
    for (const response of await Promise.all([...crowd, other])) expect(response.status).toBe(401);
  });

  it("a request that has begun makes all its calls", async () => {
    const { faults, member, fill } = await createCrowd();
    const crowd = await fill(CALLS - 1);
    const before = faults.calls.length;
    expect((await member.send("GET", "/account")).status).toBe(200);
    expect(faults.calls.length - before).toBeGreaterThan(1);
    await crowd.release();
  });
});

describe("there is room again", () => {
  const faulty: [string, Fault][] = [
    ["a 500", failsWith(500)],
    ["a lost response", losesResponse],
    ["a broken response", cutsConnection],
    ["no answer within the deadline", neverResponds],
  ];

  it("after an answer", async () => {
    const { member, fill } = await createCrowd();
    const crowd = await fill();
    expect((await member.send("GET", "/account")).status).toBe(503);
    await crowd.release();
    expect((await member.send("GET", "/account")).status).toBe(200);
  });

  it.each(faulty)("after %s", async (_, fault) => {
    const { app, faults, member } = await createCrowd({ deadlineMs: 1_000 });
    // More than the isolate takes at once, and fewer failures in a row than open the circuit.
    for (let i = 0; i < CALLS + 1; i += 1) {
      faults.on(/^GET \/tablesdb/, fault, 1);
      await member.send("GET", "/account");
    }
    faults.clear();
    await app.waitForBackgroundTasks();
    expect((await member.send("GET", "/account")).status).toBe(200);
  });
});

describe("a part of an upload", () => {
  const FILE = { kind: "resume", name: "cv.pdf", size: 4_000 };
  const bytes = fileBytes(FILE.name, FILE.size);

  async function startUpload(app: { browser(): Browser }) {
    const browser = app.browser();
    const path = (await createUpload(browser, FILE)).headers.get("Location") ?? "";
    return { send: (body: BodyInit = bytes) => sendBytes(browser, path, 0, body) };
  }

  it("does not count while it waits for its client, and does while the backend stores it", async () => {
    const { app, faults, member, fill } = await createCrowd();
    const hold = new Hold();
    // The backend reads what is sent, and keeps its answer back.
    faults.on(/^POST \/storage/, async (request, forward) => {
      const response = await forward();
      return hold.fault(request, async () => response);
    });
    const { send } = await startUpload(app);
    let client!: ReadableByteStreamController;
    const body = new ReadableStream({
      type: "bytes",
      start(controller) {
        client = controller;
      },
    });
    const sending = send(body);
    client.enqueue(bytes.slice(0, 2_000));
    await vi.waitFor(() => expect(faults.calls.at(-1)).toBe("POST /storage/buckets/files/files"));
    const crowd = await fill(CALLS - 1);
    expect((await member.send("GET", "/account")).status).toBe(200);
    client.enqueue(bytes.slice(2_000));
    client.close();
    await vi.waitFor(() => expect(hold.count).toBe(1));
    await expectShed(await member.send("GET", "/account"));
    hold.release();
    expect((await sending).status).toBe(204);
    await crowd.release();
  });

  it("is refused like any other call, and can be sent again", async () => {
    const { app, fill } = await createCrowd();
    const { send } = await startUpload(app);
    const crowd = await fill();
    await expectShed(await send());
    await crowd.release();
    expect((await send()).status).toBe(204);
  });
});
