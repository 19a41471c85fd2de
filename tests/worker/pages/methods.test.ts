import { describe, expect, it } from "vitest";
import { createEdge } from "../support/edge";

describe("a page", () => {
  it.each(["PUT", "PATCH", "DELETE"])("is not asked by %s", async (method) => {
    for (const headers of [{ Accept: "text/html" }, { Accept: "application/json" }]) {
      const response = await createEdge().browser().fetch("/login", { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
  });

  it.each(["GET", "HEAD", "POST"])("is asked by %s", async (method) => {
    expect((await createEdge().browser().fetch("/login", { method })).status).toBe(200);
  });
});
