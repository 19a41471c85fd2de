import { describe, expect, it } from "vitest";
import { createTestApp, ORIGIN } from "./support/test-app";

describe("a page", () => {
  it.each(["PUT", "PATCH", "DELETE"])("rejects %s", async (method) => {
    for (const headers of [{ Accept: "text/html" }, { Accept: "application/json" }]) {
      const response = await createTestApp().browser().fetch("/login", { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
  });

  it("without an action lists its methods in Allow", async () => {
    const render = async () => new Response("no action", { status: 405 });
    const response = await createTestApp({ render }).browser().fetch("/terms", { method: "POST" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
  });

  it.each(["GET", "HEAD", "POST"])("accepts %s", async (method) => {
    expect((await createTestApp().browser().fetch("/login", { method })).status).toBe(200);
  });

  it.each(["//", "///", "//evil.example"])(
    "accepts a form at %s, which is no address of another site",
    async (path) => {
      const response = await createTestApp().fetch(new Request(ORIGIN + path, { method: "POST" }));
      expect(response.status).toBe(200);
    },
  );

  it.each(["/nowhere%", "/stories/%c0%af", "/%zz.data", "/nowhere%00"])("is not rendered at %s", async (path) => {
    const render = async () => new Response("rendered");
    const response = await createTestApp({ render }).browser().fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toBe("rendered");
  });

  it("is rendered at a path with other escapes", async () => {
    expect((await createTestApp().browser().fetch("/stories/%E0%A4%A8%2f%25")).status).toBe(200);
  });
});
