import { describe, expect, it } from "vitest";
import { Faults, failsWith, Hold, MAIL_OFF, neverResponds, refusesConnection, respondsWith } from "../support/faults";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";

describe("GET /api/health", () => {
  it("returns the build, and that the backend is reachable", async () => {
    const response = await createTestApp().browser().send("GET", "/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ok",
      build: "test-build",
      backend: "ok",
      appwrite: { version: "1.9.6", supported: true },
      mail: "ok",
    });
  });

  it.each([
    ["1.8.1", true],
    ["1.10.0", true],
    ["2.7.1", true],
    ["1.7.4", false],
    ["3.0.0", false],
  ])("says whether version %s of Appwrite is supported: %s", async (version, supported) => {
    const faults = new Faults();
    faults.on(/^GET \/health\/version$/, respondsWith(200, JSON.stringify({ version })));
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    for (let i = 0; i < 2; i += 1) {
      const response = await browser.send("GET", "/health");
      expect(await response.json()).toMatchObject({ status: "ok", appwrite: { version, supported } });
    }
    const warnings = app.log.filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(supported ? 0 : 1);
  });

  it("takes no place of members' calls, however many ask", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, callLimits: { maxCalls: 4, waitMs: 0, maxPages: 4 } });
    const member = app.browser();
    await join(member);
    const holding = new Hold();
    faults.on(/^GET \/health\/version$/, holding.fault);
    const checks = Array.from({ length: 8 }, () => app.browser().send("GET", "/health"));
    await expect.poll(() => holding.count).toBe(8);
    expect((await member.send("GET", "/account")).status).toBe(200);
    holding.release();
    await Promise.all(checks);
  });

  it("says that Appwrite has no mail server", async () => {
    const faults = new Faults();
    faults.on(/recovery$/, MAIL_OFF);
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    expect(await (await browser.send("GET", "/health")).json()).toMatchObject({ status: "ok", mail: "off" });
    // It asks once, and remembers.
    await browser.send("GET", "/health");
    expect(faults.calls.filter((call) => call === "POST /account/recovery")).toHaveLength(1);
  });

  it.each([
    ["refuses", refusesConnection],
    ["stalls", neverResponds],
    ["is behind a gateway that responds with 503", failsWith(503)],
  ])("is 503 when the backend %s", async (_, fault) => {
    const faults = new Faults();
    faults.on(/./, fault);
    const response = await createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 })
      .browser()
      .send("GET", "/health");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: "degraded", backend: "unreachable" });
  });

  it("calls the backend while the circuit is open, and closes it on success", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
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
