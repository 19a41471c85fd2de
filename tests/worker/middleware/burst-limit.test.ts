import { describe, expect, it } from "vitest";
import { bindings, createEdge, ORIGIN } from "../support/edge";

/** The bindings with a limit that is used up, and the keys it was asked for. */
function exhausted() {
  const keys: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    keys.push(key);
    return { success: false };
  };
  return { keys, env: { ...bindings, BURST_LIMIT: { limit } } };
}

const from = (path: string, init: RequestInit = {}) =>
  new Request(ORIGIN + path, { ...init, headers: { "CF-Connecting-IP": "198.51.100.7", ...init.headers } });

describe("the burst limit", () => {
  it.each([
    ["an API call", from("/api/account")],
    ["a form", from("/login", { method: "POST" })],
    ["a member's page", from("/about", { headers: { Cookie: "__Host-session=x" } })],
  ])("counts %s by address and says when to come back", async (_, request) => {
    const { keys, env } = exhausted();
    const response = await createEdge().fetch(request, env);
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(keys).toEqual(["198.51.100.7"]);
  });

  it("leaves a guest's pages alone: they cost the backend nothing", async () => {
    const { keys, env } = exhausted();
    expect((await createEdge().fetch(from("/"), env)).status).toBe(200);
    expect(keys).toEqual([]);
  });
});
