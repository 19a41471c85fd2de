import { describe, expect, it } from "vitest";
import { join, PASSWORD, signIn } from "../support/people";
import { switchOnSecondFactor } from "../support/second-factor";
import { bindings, createTestApp, type TestApp } from "../support/test-app";
import { TUS, upload } from "../support/uploads";

/** The requests that were logged, as "METHOD /path status". Each has its id. */
async function linesOf(app: TestApp): Promise<string[]> {
  await app.waitForBackgroundTasks();
  const lines = app.log.filter(({ event }) => event === "request");
  for (const { requestId } of lines) expect(requestId).toEqual(expect.any(String));
  return lines.map(({ method, path, status }) => `${method} ${path} ${status}`);
}

describe("requestLog", () => {
  it("writes one line per request, with method, path, status, time and request id", async () => {
    const app = createTestApp();
    const response = await app.browser().fetch("/api/account?secret=1");
    expect(app.log).toEqual([
      {
        level: "info",
        event: "request",
        requestId: response.headers.get("X-Request-Id"),
        method: "GET",
        path: "/api/account",
        status: 200,
        ms: expect.any(Number),
      },
    ]);
  });

  it("never contains an e-mail address, a name, a password or a token", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email, phone } = await join(browser);
    await browser.send("POST", "/account/sessions/email", { email, password: "Wrong-pass-1" });
    await browser.send("POST", "/account/recovery", { email });
    await app.waitForBackgroundTasks();
    const lines = JSON.stringify(app.log);
    for (const private_ of [email, phone, "Asha", PASSWORD, "Wrong-pass-1"]) expect(lines).not.toContain(private_);
    for (const cookie of browser.cookies.values()) expect(lines).not.toContain(cookie);
  });

  it("has a line for each sign-in: by password, code, second factor and form, whether it succeeds, fails, is refused or comes from another site", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const post = (path: string, body: object) => browser.send("POST", path, body);
    app.log.length = 0;
    await post("/account/sessions/email", { email, password: PASSWORD });
    await post("/account/sessions/email", { email, password: "Wrong-pass-1" });
    await post("/account/sessions/token", { userId: "x", secret: "123456" });
    await post("/account/sessions/email", { email });
    const headers = { "Sec-Fetch-Site": "cross-site" };
    await browser.fetch("/api/account/sessions/email", { method: "POST", headers });
    await browser.fetch("/login", { method: "POST", headers });
    await browser.fetch("/login", { method: "POST", body: new URLSearchParams({ email, password: PASSWORD }) });
    const { recoveryCodes } = await switchOnSecondFactor(email);
    const device = app.browser();
    await signIn(device, email);
    await device.send("POST", "/account/challenge", { factor: "recoveryCode", code: "0000000000" });
    await device.send("POST", "/account/challenge", { factor: "recoveryCode", code: recoveryCodes[0] });
    expect(await linesOf(app)).toEqual([
      "POST /api/account/sessions/email 201",
      "POST /api/account/sessions/email 401",
      "POST /api/account/sessions/token 401",
      "POST /api/account/sessions/email 422",
      "POST /api/account/sessions/email 403",
      "POST /login 403",
      "POST /login 200",
      // The password was right, and the second factor is missing.
      "POST /api/account/sessions/email 401",
      "POST /api/account/challenge 401",
      "POST /api/account/challenge 201",
    ]);
  });

  it("has a line for each refusal: without a session, of another member's file and upload", async () => {
    const app = createTestApp();
    const [owner, other] = [app.browser(), app.browser()];
    await join(owner);
    await join(other);
    const file = await upload(owner, { kind: "resume", name: "cv.pdf" });
    app.log.length = 0;
    await app.browser().send("PATCH", "/profile", { location: "Thane" });
    await other.fetch(`/api/files/${file.id}/content`);
    await other.fetch(file.path, { method: "HEAD", headers: TUS });
    await other.send("PATCH", "/profile", { resumeId: file.id, uploadTicket: file.ticket });
    expect(await linesOf(app)).toEqual([
      "PATCH /api/profile 401",
      `GET /api/files/${file.id}/content 404`,
      `HEAD /api/files/${file.id} 403`,
      "PATCH /api/profile 403",
    ]);
  });

  it("has a line for what a limit or a rule of the input refuses", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const exhausted = { ...bindings, BURST_LIMIT: { limit: async () => ({ success: false }) } };
    app.log.length = 0;
    const wrong = { email, password: "Wrong-pass-1" };
    const guesser = app.browser();
    for (let n = 0; n < 11; n += 1) await guesser.send("POST", "/account/sessions/email", wrong);
    await browser.send("GET", "/account", undefined, exhausted);
    await browser.send("PATCH", "/profile", { isAdmin: true });
    expect((await linesOf(app)).slice(-4)).toEqual([
      "POST /api/account/sessions/email 401",
      "POST /api/account/sessions/email 429",
      "GET /api/account 429",
      "PATCH /api/profile 422",
    ]);
  });

  it("writes a path as it was sent, so that an encoded line break does not begin a line", async () => {
    const app = createTestApp();
    await app.browser().fetch("/profile/%0D%0AX");
    expect(app.log).toMatchObject([{ event: "request", path: "/profile/%0D%0AX" }]);
  });

  it("does not use an id from the client", async () => {
    const response = await createTestApp()
      .browser()
      .fetch("/", { headers: { "X-Request-Id": "mine" } });
    expect(response.headers.get("X-Request-Id")).not.toBe("mine");
  });
});
