import { describe, expect, it } from "vitest";
import { createTestApp } from "../support/test-app";

const send = (url: string, method = "GET") => createTestApp().fetch(new Request(url, { method }));

describe("the local mailbox", () => {
  it.each([
    "https://localhost",
    "http://localhost:5173",
    "http://127.0.0.1:8787",
    "http://[::1]:8787",
    "http://192.168.1.20:8787",
  ])("is available to a browser on this machine: %s", async (origin) => {
    expect((await send(`${origin}/__mailbox`)).status).toBe(200);
    expect(await (await send(`${origin}/__mailbox.json`)).json()).toEqual([]);
  });

  it.each(["http://evil.example", "http://localhost.evil.example"])("is refused at %s", async (origin) => {
    expect((await send(`${origin}/__mailbox`)).status).toBe(403);
    expect((await send(`${origin}/__mailbox.json`)).status).toBe(403);
  });

  it.each(["POST", "PUT", "DELETE"])("rejects %s", async (method) => {
    const response = await send("http://localhost/__mailbox", method);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
  });

  it.each(["/__mailbox/1", "/__mailbox/account", "/__mailbox/"])("is a 404 at %s", async (path) => {
    const response = await send(`http://localhost${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("Not found");
  });
});
