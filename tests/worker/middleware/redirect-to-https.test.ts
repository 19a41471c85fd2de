import { describe, expect, it } from "vitest";
import type { Bindings } from "../../../worker/config";
import { createIsolate, KvDouble } from "../support/pages";
import { bindings, createTestApp } from "../support/test-app";

const { EMBEDDED: _, ...deployed } = bindings;

describe("a request over http", () => {
  it.each(["GET", "POST"])("is redirected to https where the site is deployed (%s)", async (method) => {
    const app = createTestApp();
    const response = await app.fetch(
      new Request("http://navarambh.example/login?a=%20b", { method, redirect: "manual" }),
      deployed,
    );
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe("https://navarambh.example/login?a=%20b");
    expect(app.log).toMatchObject([{ event: "request", path: "/login", status: 308 }]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  it.each(["GET", "POST"])("is refused by the API, so that a program notices (%s)", async (method) => {
    const body = method === "POST" ? "{}" : undefined;
    const request = new Request("http://navarambh.example/api/account/sessions/email", { method, body });
    const app = createTestApp();
    const response = await app.fetch(request, deployed);
    expect(response.status).toBe(403);
    const requestId = response.headers.get("X-Request-Id");
    expect(await response.json()).toEqual({
      error: { code: 403, type: "forbidden", message: "The API is served over https only", requestId },
    });
    expect(app.log).toMatchObject([{ event: "request", requestId, status: 403 }]);
    expect(response.headers.has("Location")).toBe(false);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("opens no WebSocket", async () => {
    const headers = { Upgrade: "websocket", Origin: "http://navarambh.example" };
    const request = new Request("http://navarambh.example/api/realtime", { headers });
    const response = await createTestApp().fetch(request, deployed);
    expect(response.status).toBe(403);
    expect(response.webSocket).toBeNull();
  });

  it("is redirected from the page about the API", async () => {
    const response = await createTestApp().fetch(new Request("http://navarambh.example/api/docs"), deployed);
    expect(response.headers.get("Location")).toBe("https://navarambh.example/api/docs");
  });

  it("is not redirected in the local environment, also from another device", async () => {
    expect((await createTestApp().fetch(new Request("http://192.168.1.20/login"))).status).toBe(200);
  });

  it("is redirected although the page is in memory", async () => {
    const env: Bindings = { ...bindings, PAGES: new KvDouble().binding };
    const app = createIsolate(env.PAGES, {}, env);
    await app.read("/about");
    expect((await app.read("/about")).headers.get("X-Page-Cache")).toBe("memory");
    delete env.EMBEDDED;
    expect((await app.fetch(new Request("http://localhost.example/about", { redirect: "manual" }))).status).toBe(308);
  });

  it.each(["localhost", "127.0.0.1:8787", "[::1]"])("is not redirected on loopback (%s)", async (host) => {
    const response = await createTestApp().fetch(new Request(`http://${host}/api/health`), deployed);
    expect(response.status).toBe(503);
  });
});
