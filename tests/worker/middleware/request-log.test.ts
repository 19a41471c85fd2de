import { describe, expect, it } from "vitest";
import { join, PASSWORD } from "../support/people";
import { createTestApp } from "../support/test-app";

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

  it("has a line for each sign-in, whether it succeeds, fails, is refused or comes from another site", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const signIn = (password: string) => browser.send("POST", "/account/sessions/email", { email, password });
    app.log.length = 0;
    await signIn(PASSWORD);
    await signIn("Wrong-pass-1");
    await browser.send("POST", "/account/sessions/token", { userId: "x", secret: "123456" });
    await browser.send("POST", "/account/sessions/email", { email });
    const headers = { "Sec-Fetch-Site": "cross-site" };
    await browser.fetch("/api/account/sessions/email", { method: "POST", headers });
    await app.browser().send("PATCH", "/profile", { location: "Thane" });
    await app.waitForBackgroundTasks();
    const lines = app.log.filter(({ event }) => event === "request");
    expect(lines.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "/api/account/sessions/email 201",
      "/api/account/sessions/email 401",
      "/api/account/sessions/token 401",
      "/api/account/sessions/email 422",
      "/api/account/sessions/email 403",
      "/api/profile 401",
    ]);
    for (const { requestId } of lines) expect(requestId).toEqual(expect.any(String));
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
