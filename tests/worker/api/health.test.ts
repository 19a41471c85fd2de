import { describe, expect, it } from "vitest";
import { Faults, failsWith, neverResponds, refusesConnection } from "../support/faults";
import { createTestApp } from "../support/test-app";

describe("GET /api/health", () => {
  it("returns the build, and that the backend is reachable", async () => {
    const response = await createTestApp().browser().send("GET", "/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", build: "test-build", backend: "ok" });
  });

  it.each([
    ["refuses", refusesConnection],
    ["stalls", neverResponds],
    ["is behind a gateway that responds with 503", failsWith(503)],
  ])("is 503 when the backend %s", async (_, fault) => {
    const faults = new Faults();
    faults.on(/./, fault);
    const response = await createTestApp({ wrapEndpoint: faults.wrap, deadlineMs: 50 })
      .browser()
      .send("GET", "/health");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: "degraded", backend: "unreachable" });
  });

  it("calls the backend while the circuit is open, and closes it on success", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapEndpoint: faults.wrap }).browser();
    faults.on(/./, refusesConnection);
    const body = { email: "a@example.org", password: "Neem-valley-77" };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await browser.send("POST", "/account/sessions/email", body)).status);
    expect(statuses).toEqual([502, 502, 502, 502, 503, 503]);
    const down = await browser.send("POST", "/account/sessions/email", body);
    expect(await down.json()).toMatchObject({ error: { type: "backend_down" } });
    expect(Number(down.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(faults.calls).toHaveLength(4);
    faults.clear();
    faults.on(/^GET \/health/, failsWith(503), 1);
    expect((await browser.send("GET", "/health")).status).toBe(503);
    expect((await browser.send("POST", "/account/sessions/email", body)).status).toBe(503);
    expect((await browser.send("GET", "/health")).status).toBe(200);
    expect((await browser.send("POST", "/account/sessions/email", body)).status).toBe(401);
  });
});
