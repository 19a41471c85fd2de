// The mail that verifies an address, and its link.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Faults, neverResponds, rejectsWith } from "../support/faults";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signIn } from "../support/people";
import { endSessionAtAppwrite } from "../support/second-factor";
import { createTestApp, ORIGIN } from "../support/test-app";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("verification", () => {
  it("sends a link to /verify-email that verifies the address once", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    expect((await browser.send("POST", "/account/verification")).status).toBe(202);
    const { url, userId, secret } = await mailedLink(app, email, "verification");
    expect(url.origin + url.pathname).toBe(`${ORIGIN}/verify-email`);
    const elsewhere = app.browser();
    const confirmed = await elsewhere.send("PUT", "/account/verification", { userId, secret });
    expect(confirmed.status).toBe(200);
    expect(await confirmed.json()).toEqual({ verified: true });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { emailVerified: true } });
    const again = await elsewhere.send("PUT", "/account/verification", { userId, secret });
    expect(await again.json()).toMatchObject({ error: { code: 401, type: "link_used" } });
    const changed = await elsewhere.send("PUT", "/account/verification", { userId, secret: `${secret}0` });
    expect(await changed.json()).toMatchObject({ error: { code: 401, type: "user_invalid_token" } });
    const resent = await browser.send("POST", "/account/verification");
    expect(await resent.json()).toMatchObject({ error: { code: 409, type: "user_email_already_verified" } });
  });

  it("is mailed although somebody asks for it with the cookie of an ended session at the same time", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [browser, stale] = [app.browser(), app.browser()];
    const { email } = await join(browser);
    await signIn(stale, email, PASSWORD);
    await endSessionAtAppwrite(stale);
    const began = Promise.withResolvers<void>();
    faults.on(/^POST .*verification/, async (request, forward) => {
      began.resolve();
      await neverResponds(request, forward);
      return forward();
    });
    const late = stale.send("POST", "/account/verification");
    await Promise.race([late, began.promise]);
    faults.clear();
    expect((await browser.send("POST", "/account/verification")).status).toBe(202);
    expect((await late).status).toBe(401);
  });

  it("is sent again after a cool-down, which a refused e-mail does not start", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    faults.on(/verification/, rejectsWith(400, "general_argument_invalid"), 1);
    expect((await browser.send("POST", "/account/verification")).status).toBe(400);
    const sent = await browser.send("POST", "/account/verification");
    expect(await sent.json()).toEqual({ sent: true, retryAfterSeconds: 60 });
    const again = await browser.send("POST", "/account/verification");
    expect(await again.json()).toMatchObject({ error: { code: 429, type: "mail_just_sent" } });
    const wait = Number(again.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it("tells only the signed-in member that the address is already verified", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    await browser.send("POST", "/account/verification");
    const { userId, secret } = await mailedLink(app, email, "verification");
    await browser.send("PUT", "/account/verification", { userId, secret });
    const older = { userId, secret: "0".repeat(256) };
    const own = await browser.send("PUT", "/account/verification", older);
    expect(await own.json()).toMatchObject({ error: { code: 409, type: "user_email_already_verified" } });
    const stranger = await app.browser().send("PUT", "/account/verification", older);
    expect(await stranger.json()).toMatchObject({ error: { code: 401, type: "user_invalid_token" } });
  });

  it("needs a session to send it", async () => {
    expect((await createTestApp().browser().send("POST", "/account/verification")).status).toBe(401);
  });
});
