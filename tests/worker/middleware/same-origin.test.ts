import { describe, expect, it } from "vitest";
import { isSameOrigin } from "../../../worker/middleware/same-origin";
import { bindings, createTestApp, ORIGIN } from "../support/test-app";

const COOKIE = { Cookie: "__Host-session=x" };

describe("sameOrigin", () => {
  it.each<[string, Record<string, string>, boolean]>([
    ["our own page says so", { "Sec-Fetch-Site": "same-origin" }, true],
    ["our own page, with a session", { "Sec-Fetch-Site": "same-origin", ...COOKIE }, true],
    [
      "our own page behind a proxy that changes the host",
      { "Sec-Fetch-Site": "same-origin", Origin: "https://www.example" },
      true,
    ],
    ["our own page that sends no referrer", { "Sec-Fetch-Site": "same-origin", Origin: "null" }, true],
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
    ["another site without Origin", { "Sec-Fetch-Site": "cross-site" }, false],
    ["a subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://a.localhost" }, false],
    ["typed by hand", { "Sec-Fetch-Site": "none" }, false],
    ["another site that lies about Origin alone", { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN }, false],
    ["an older browser on our page", { Origin: ORIGIN }, true],
    ["an older browser elsewhere", { Origin: "https://evil.example" }, false],
    ["an older browser in a sandbox", { Origin: "null" }, false],
    ["another scheme", { Origin: "http://localhost" }, false],
    ["another port", { Origin: "https://localhost:8443" }, false],
    ["a program", {}, true],
    ["a program with somebody's session", COOKIE, false],
  ])("%s", (_, headers, allowed) => {
    expect(isSameOrigin(new Request(`${ORIGIN}/api/account`, { method: "POST", headers }))).toBe(allowed);
  });

  it.each([
    ["POST", "/api/account"],
    ["PATCH", "/api/profile"],
    ["DELETE", "/api/account/sessions"],
    ["PUT", "/api/account/recovery"],
    ["POST", "/login"],
    ["POST", "/signup.data"],
  ])("applies to %s %s", async (method, path) => {
    const app = createTestApp();
    const headers = { Origin: "https://evil.example", "Content-Type": "text/plain" };
    const response = await app.fetch(new Request(ORIGIN + path, { method, headers, body: "{}" }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: "origin_refused" } });
  });

  it.each(["https://www.example", "null", ""])(
    "refuses a page's form with the origin %j, which React Router fails with",
    async (origin) => {
      const headers = { "Sec-Fetch-Site": "same-origin", Origin: origin };
      const send = (path: string) => createTestApp().fetch(new Request(ORIGIN + path, { method: "POST", headers }));
      expect([(await send("/login")).status, (await send("/login.data")).status]).toEqual([403, 403]);
      expect((await send("/api/account/sessions/email")).status).not.toBe(403);
    },
  );

  it.each<[string, number, Record<string, string>]>([
    ["a link on another site", 200, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["a link on another site in a browser that does not send Sec-Fetch-Dest", 200, { "Sec-Fetch-Site": "cross-site" }],
    ["an image on another site", 403, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" }],
    ["a fetch by another origin of the same site", 403, { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "empty" }],
    ["a frame on another site", 403, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe" }],
  ])("answers %s with %i", async (_, status, headers) => {
    expect((await createTestApp().fetch(new Request(`${ORIGIN}/`, { headers }))).status).toBe(status);
  });

  it.each<[string, number, Record<string, string>]>([
    ["/api/account/export", 403, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["/api/account/export", 403, { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "document" }],
    ["/api/account/export", 403, { "Sec-Fetch-Site": "cross-site" }],
    ["/api/files/0123456789/content", 401, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["/api/account", 403, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["/api/docs", 200, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["/api/openapi.json", 200, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" }],
    ["/api/account", 200, { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" }],
  ])("answers a link to %s with %i when the browser states %j", async (path, status, headers) => {
    expect((await createTestApp().fetch(new Request(ORIGIN + path, { headers }))).status).toBe(status);
  });

  it("counts nothing that another site loads, so that it cannot keep its visitors' networks out", async () => {
    const limit = async () => {
      throw new Error("It is counted");
    };
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" };
    const counted = { ...bindings, BURST_LIMIT: { limit }, PAGE_LIMIT: { limit } };
    const request = new Request(`${ORIGIN}/api/account`, { headers });
    expect((await createTestApp().fetch(request, counted)).status).toBe(403);
  });
});
