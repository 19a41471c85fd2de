// Input that means something else to another program.
import { describe, expect, it } from "vitest";
import { join, signUpForm } from "./support/people";
import { createTestApp, type TestApp } from "./support/test-app";

/** An app that records its calls to the backend. */
function createRecordingApp(): { app: TestApp; calls: Request[] } {
  const calls: Request[] = [];
  const app = createTestApp({
    wrapServer: (server) => ({
      baseUrl: server.baseUrl,
      fetch: (request) => {
        calls.push(request);
        return server.fetch(request);
      },
    }),
  });
  return { app, calls };
}

describe("the client's address", () => {
  it("comes from Cloudflare alone: what a client writes into other headers reaches nobody", async () => {
    const { app, calls } = createRecordingApp();
    const forged = "203.0.113.9";
    const headers = {
      "X-Forwarded-For": forged,
      "X-Real-IP": forged,
      Forwarded: `for=${forged}`,
      "True-Client-IP": forged,
      "X-Client-IP": forged,
    };
    const browser = app.browser();
    await join(browser);
    await browser.fetch("/api/account", { headers });
    const seen = calls.map((call) => call.headers.get("X-Forwarded-For"));
    expect(new Set(seen)).toEqual(new Set([browser.address]));
    for (const call of calls) expect(JSON.stringify([...call.headers])).not.toContain(forged);
  });
});

describe("a URL that is far too long", () => {
  it("is refused for its query, too", async () => {
    const response = await createTestApp()
      .browser()
      .fetch(`/stories?category=x${"&a".repeat(4_000)}`);
    expect(response.status).toBe(404);
  });

  it.each([
    ["a page", "", "text/html"],
    ["the API", "/api", "application/json"],
  ])("is refused before it reaches %s", async (_, prefix, type) => {
    const { app, calls } = createRecordingApp();
    const browser = app.browser();
    await join(browser);
    calls.length = 0;
    const path = `${prefix}/${"/".repeat(15_000)}x`;
    for (const method of ["GET", "POST"]) {
      const response = await browser.fetch(path, { method, headers: { Accept: type } });
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toContain(type);
      await response.text();
    }
    expect(browser.signInCookies).not.toEqual([]);
    expect(calls).toEqual([]);
    const logged = app.log.filter(({ event, status }) => event === "request" && status === 404);
    expect(logged.map((entry) => String(entry.path).length)).toEqual([200, 200]);
  });
});

describe("an id in an address", () => {
  it.each([
    "..%2F..%2Fusers",
    "..%2f..%2faccount",
    "a%2F..%2Fb",
    "%2e%2e",
    "a%3Fqueries%5B%5D=x",
    "a%23",
    "a%00",
    "a%0D%0AX-A:%201",
  ])("that is none is refused, before it becomes a part of an address of the backend: %s", async (id) => {
    const { app, calls } = createRecordingApp();
    const browser = app.browser();
    await join(browser);
    calls.length = 0;
    const responses = [
      await browser.fetch(`/api/files/${id}/content`),
      await browser.fetch(`/api/account/sessions/${id}`, { method: "DELETE" }),
    ];
    for (const { status } of responses) expect(status).toBeGreaterThanOrEqual(400);
    for (const { status } of responses) expect(status).toBeLessThan(500);
    expect(calls.map(({ url }) => url)).toEqual([]);
  });
});

describe("a body", () => {
  it.each(["__proto__", "constructor", "prototype"])(
    "with the key %s is refused, and changes no prototype",
    async (key) => {
      const app = createTestApp();
      const browser = app.browser();
      await join(browser);
      const polluted = `{"location":"Thane","${key}":{"isAdmin":true}}`;
      const headers = { "Content-Type": "application/json" };
      const change = await browser.fetch("/api/profile", { method: "PATCH", headers, body: polluted });
      const form = JSON.stringify(signUpForm()).replace("{", `{"${key}":{"isAdmin":true},`);
      const joined = await app.browser().fetch("/api/account", { method: "POST", headers, body: form });
      expect([change.status, joined.status]).toEqual([422, 422]);
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    },
  );

  it("is not completed or overruled by a query", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const query = new URLSearchParams({ email, password: "Neem-valley-77" });
    const empty = await app.browser().send("POST", `/account/sessions/email?${query}`, {});
    expect(empty.status).toBe(422);
    const other = await app
      .browser()
      .send("POST", `/account/sessions/email?${query}`, { email, password: "Wrong-pass-1" });
    expect(other.status).toBe(401);
  });

  it("may not have the wrong types", async () => {
    const email = { toString: "asha@example.org" };
    for (const body of [{ email, password: ["Neem-valley-77"] }, { email: ["a@b.in"], password: true }, [], "x", 1]) {
      const response = await createTestApp().browser().send("POST", "/account/sessions/email", body);
      expect(response.status, JSON.stringify(body)).toBe(422);
    }
  });
});
