import { describe, expect, it } from "vitest";
import { bindings, createTestApp, ORIGIN } from "../support/test-app";

const HTML = { Accept: "text/html,application/xhtml+xml", "Content-Type": "application/x-www-form-urlencoded" };

describe("an error page", () => {
  it("shows the request id and no internal details", async () => {
    const app = createTestApp({
      render: async () => {
        throw new Error("a <secret> detail");
      },
    });
    const response = await app.browser().fetch("/", { headers: HTML });
    expect(response.status).toBe(500);
    const page = await response.text();
    expect(page).toContain("<h1>Something went wrong here</h1>");
    expect(page).toContain(response.headers.get("X-Request-Id"));
    expect(page).not.toContain("secret");
    const nonce = /nonce="(\w+)"/.exec(page)?.[1];
    expect(response.headers.get("Content-Security-Policy")).toContain(`'nonce-${nonce}'`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("has Retry-After for a form without JavaScript", async () => {
    const env = { ...bindings, BURST_LIMIT: { limit: async () => ({ success: false }) } };
    const response = await createTestApp()
      .browser()
      .fetch("/login", { method: "POST", headers: HTML, body: "a=b" }, env);
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(await response.text()).toContain("Too many requests. Please wait a minute and try again");
  });

  it("explains why a form from another site is rejected", async () => {
    const headers = { ...HTML, Origin: "https://evil.example" };
    const response = await createTestApp().fetch(
      new Request(`${ORIGIN}/login`, { method: "POST", headers, body: "a=b" }),
    );
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("This request comes from another site");
  });

  it.each(["/api/files/f1/content", "/api/account/export"])("replaces a failed download of %s", async (path) => {
    const browser = createTestApp().browser();
    const response = await browser.fetch(path, { headers: { Accept: HTML.Accept } });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("Please sign in first.");
    const forPrograms = await browser.fetch(path);
    expect(await forPrograms.json()).toMatchObject({ error: { type: "session_missing" } });
  });
});
