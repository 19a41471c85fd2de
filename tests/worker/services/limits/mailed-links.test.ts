// How often the secret of a mailed link may be wrong.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Faults } from "../../support/faults";
import { retryAfter, useAttempts } from "../../support/limits";
import { mailedLink } from "../../support/mails";
import { join, PASSWORD } from "../../support/people";
import { createTestApp } from "../../support/test-app";

afterEach(() => {
  vi.useRealTimers();
});

describe("the secret of a mailed link", () => {
  it.each(["/account/recovery", "/account/verification"])(
    "does not reveal whether the user id exists: %s",
    async (path) => {
      const app = createTestApp();
      const browser = app.browser();
      await join(browser);
      const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
      const attempt = async (userId: string) => {
        const password = path.endsWith("recovery") ? { password: PASSWORD } : {};
        const response = await app.browser().send("PUT", path, { userId, secret: "wrong", ...password });
        const { error } = await response.json<{ error: Record<string, unknown> }>();
        return { status: response.status, error: { ...error, requestId: "" } };
      };
      const answer = await attempt(user.id);
      expect(answer).toMatchObject({ status: 401, error: { type: "user_invalid_token" } });
      expect(await attempt("nobody")).toEqual(answer);
    },
  );

  it.each(["/account/recovery", "/account/verification"])("is limited by network, over all users: %s", async (path) => {
    const app = createTestApp();
    const browser = app.browser();
    const attempt = (from: typeof browser, n = 0) =>
      from.send("PUT", path, {
        userId: `u${n}`,
        secret: "wrong",
        ...(path.endsWith("recovery") && { password: PASSWORD }),
      });
    await useAttempts(browser, "link-network", 298);
    for (let n = 0; n < 2; n += 1) expect((await attempt(browser, n)).status).toBe(401);
    const limited = await attempt(browser, 2);
    expect(await limited.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    expect(retryAfter(limited)).toBeLessThanOrEqual(12);
    expect((await attempt(app.browser())).status).toBe(401);
  });

  it("sets a new password although others of the network have tried wrong ones without end", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    await useAttempts(owner, "link-network", 300);
    const change = (secret: string | null) =>
      owner.send("PUT", "/account/recovery", { userId, secret, password: "Another-pass-9" });
    expect((await change(`${secret}0`)).status).toBe(429);
    expect((await change(secret)).status).toBe(200);
  });

  it("works for its owner, however many wrong ones others have tried who know the user id", async () => {
    const app = createTestApp();
    const stranger = app.browser();
    const { email } = await join(stranger);
    // Whoever was signed in once knows the id.
    const { user } = await (await stranger.send("GET", "/account")).json<{ user: { id: string } }>();
    const owner = app.browser();
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    for (let network = 0; network < 5; network += 1) {
      const browser = app.browser();
      const wrong = { userId: user.id, secret: "wrong", password: PASSWORD };
      for (let n = 0; n < 10; n += 1) await browser.send("PUT", "/account/recovery", wrong);
    }
    const password = "A-new-horse-battery-9";
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
  });

  it("that confirms an address is tried four times in an hour from one network, so that it still works for its owner", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("POST", "/account/verification");
    const { userId, secret } = await mailedLink(app, email, "verification");
    const stranger = app.browser();
    const start = Date.now();
    const tried = () => faults.calls.filter((call) => call === "PUT /account/verifications/email").length;
    for (let minute = 0; minute < 60; minute += 1) {
      vi.useFakeTimers({ toFake: ["Date"], now: start + minute * 60_000 });
      await stranger.send("PUT", "/account/verification", { userId, secret: `wrong-${minute}` });
    }
    expect(tried()).toBe(4);
    vi.setSystemTime(start + 59 * 60_000);
    const limited = await stranger.send("PUT", "/account/verification", { userId, secret: "wrong" });
    expect(await limited.json()).toMatchObject({ error: { code: 429, type: "rate_limited" } });
    // From the same network, too: the owner's device is known.
    const device = app.browser(stranger.address);
    for (const [name, value] of owner.cookies) device.cookies.set(name, value);
    expect((await device.send("PUT", "/account/verification", { userId, secret })).status).toBe(200);
  });

  it("that confirms an address works on a new device in another network, whatever a stranger has tried", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("POST", "/account/verification");
    const { userId, secret } = await mailedLink(app, email, "verification");
    const stranger = app.browser();
    for (let n = 0; n < 12; n += 1) await stranger.send("PUT", "/account/verification", { userId, secret: "wrong" });
    expect((await app.browser().send("PUT", "/account/verification", { userId, secret })).status).toBe(200);
  });

  it("stays valid when somebody in the account changes the password again and again", async () => {
    const app = createTestApp();
    const squatter = app.browser();
    const { email } = await join(squatter);
    const owner = app.browser();
    let password = PASSWORD;
    const change = async (n: number) => {
      const changed = `Tamarind-hill-${n}`;
      const response = await squatter.send("PATCH", "/account/password", { password: changed, oldPassword: password });
      expect(response.status).toBe(200);
      password = changed;
    };
    const isRevoked: boolean[] = [];
    for (let n = 10; n < 14; n += 1) {
      // Three changes an hour are allowed.
      if (n === 13) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
      await owner.send("POST", "/account/recovery", { email });
      const { userId, secret } = await mailedLink(app, email, "recovery");
      await change(n);
      // A password that is too weak is refused before the link is used, and only while the link is valid.
      const weak = { userId, secret, password: "asha rao asha" };
      const response = await owner.send("PUT", "/account/recovery", weak);
      isRevoked.push((await response.json<{ error: { type: string } }>()).error.type === "user_invalid_token");
    }
    expect(isRevoked).toEqual([true, true, true, false]);
  });

  it("does not count when it is right", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    await useAttempts(owner, "link-network", 299);
    const change = (password: string) => owner.send("PUT", "/account/recovery", { userId, secret, password });
    expect((await change("A-new-horse-battery-9")).status).toBe(200);
    await app.waitForBackgroundTasks();
    // A link that was used does not count, either.
    for (let n = 0; n < 2; n += 1) {
      expect(await (await change("A-new-horse-battery-9")).json()).toMatchObject({ error: { type: "link_used" } });
    }
  });
});
