// An account whose second factor is switched on at Appwrite: its session is valid, but every call with it gets a 401.
import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../../../worker/session/session";
import { Faults, rejectsWith } from "../../support/faults";
import { join, PASSWORD } from "../../support/people";
import { createTestApp } from "../../support/test-app";

const needsFactor = rejectsWith(
  401,
  "user_more_factors_required",
  "More factors are required to complete the sign in process.",
);

function requireFactor(faults: Faults): void {
  faults.on(/^\w+ \/(account|tablesdb|storage)(?!\/sessions\/email)/, needsFactor);
}

describe("an account with a second factor", () => {
  it("is told so at sign-in, and its session ends", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    requireFactor(faults);
    const browser = app.browser();
    const response = await browser.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "user_more_factors_required" } });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    await app.waitForBackgroundTasks();
    expect(faults.calls.at(-1)).toMatch(/^DELETE \/users\/\w+\/sessions\/\w+$/);
  });

  it.each([
    ["GET", "/account", undefined],
    ["GET", "/account/sessions", undefined],
    ["GET", "/profile", undefined],
    ["PATCH", "/account/name", { name: "Asha Kulkarni" }],
  ])("%s %s neither takes the member for a guest nor ends the session", async (method, path, body) => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    const { email } = await join(browser);
    requireFactor(faults);
    const response = await browser.send(method, path, body);
    expect(await response.json()).toMatchObject({ error: { code: 401, type: "user_more_factors_required" } });
    faults.clear();
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
  });

  it("can log out", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [phone, laptop] = [app.browser(), app.browser()];
    const { email } = await join(phone);
    await laptop.send("POST", "/account/sessions/email", { email, password: PASSWORD });
    requireFactor(faults);
    expect((await phone.send("DELETE", "/account/sessions")).status).toBe(204);
    faults.clear();
    expect(await (await laptop.send("GET", "/account")).json()).toEqual({ user: null, profile: null });
  });
});
