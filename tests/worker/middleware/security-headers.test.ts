import { describe, expect, it } from "vitest";
import { createTestApp, ORIGIN } from "../support/test-app";

const EVERYWHERE = {
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // The mailbox, whose links carry secrets, sends none at all.
  "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

describe("security headers", () => {
  it.each(["/", "/api/account", "/api/nosuch", "/__mailbox"])("are set on %s", async (path) => {
    const response = await createTestApp().browser().fetch(path);
    expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
  });

  it("are set on an error response", async () => {
    const headers = { Origin: "https://evil.example" };
    const response = await createTestApp().fetch(new Request(`${ORIGIN}/login`, { method: "POST", headers }));
    expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE);
  });

  it.each(["/", "/api/account", "/api/nosuch"])(
    "allow no other site to read %s, with or without a preflight",
    async (path) => {
      const browser = createTestApp().browser();
      const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
      const preflight = { ...headers, "Access-Control-Request-Method": "POST" };
      for (const init of [{ headers }, { method: "OPTIONS", headers: preflight }]) {
        const response = await browser.fetch(path, init);
        expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
    },
  );

  it("allow scripts by nonce, a new one for each page", async () => {
    const browser = createTestApp().browser();
    const nonces = await Promise.all(
      Array.from({ length: 40 }, () => "/").map(async (path) => {
        const policy = (await browser.fetch(path)).headers.get("Content-Security-Policy") ?? "";
        return /script-src 'self' 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1] ?? "";
      }),
    );
    expect(nonces).not.toContain("");
    expect(new Set(nonces).size).toBe(40);
    // All 128 bits are random: no digit is the same in all nonces, as the 13th is in a UUID.
    for (let i = 0; i < 32; i += 1)
      expect(new Set(nonces.map((nonce) => nonce[i])).size, `digit ${i}`).toBeGreaterThan(1);
  });
});
