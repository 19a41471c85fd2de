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
