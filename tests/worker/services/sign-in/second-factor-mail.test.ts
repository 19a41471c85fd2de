// The second factor by e-mail: it must not be the mailbox alone that signs in.
import { describe, expect, it } from "vitest";
import { signInByCode } from "../../support/codes";
import { type Fault, failsWith, Hold, LateCall, losesResponse, rejectsWith } from "../../support/faults";
import { type Mail, mailedLink, mailsTo } from "../../support/mails";
import { signIn } from "../../support/people";
import { answer, errorOf, memberWithFactor } from "../../support/second-factor";
import type { Browser, TestApp } from "../../support/test-app";

describe("a code by e-mail", () => {
  /** The call is made at once, and its answer is held. */
  const answersLate =
    (holding: Hold): Fault =>
    async (request, forward) => {
      const response = await forward();
      return holding.fault(request, async () => response);
    };
  const sendMail = (browser: Browser) => browser.send("POST", "/account/challenge/email");
  const mailedCodes = async (app: TestApp, email: string) =>
    (await mailsTo(app, email)).filter(({ kind }) => kind === "challenge").map(({ code }) => code ?? "");

  it("finishes a sign-in that began with the password", async () => {
    const { app, browser, email } = await memberWithFactor({ isVerified: true });
    await signIn(browser, email);
    expect(await (await browser.send("GET", "/account/challenge")).json()).toMatchObject({
      factors: ["totp", "email", "recoveryCode"],
    });
    expect((await sendMail(browser)).status).toBe(202);
    expect(await (await browser.send("GET", "/account/challenge")).json()).toMatchObject({ isEmailSent: true });
    const [code = ""] = await mailedCodes(app, email);
    expect((await answer(browser, "email", code)).status).toBe(201);
  });

  it("is the newest one alone", async () => {
    const { app, browser, email } = await memberWithFactor({ isVerified: true });
    await signIn(browser, email);
    await sendMail(browser);
    const [older = ""] = await mailedCodes(app, email);
    await sendMail(browser);
    expect(await errorOf(await answer(browser, "email", older))).toEqual([401, "second_factor_wrong"]);
    const [newest = ""] = await mailedCodes(app, email);
    expect((await answer(browser, "email", newest)).status).toBe(201);
  });

  it("is refused before one was sent, and while the address is not verified", async () => {
    const verified = await memberWithFactor({ isVerified: true });
    await signIn(verified.browser, verified.email);
    expect(await errorOf(await answer(verified.browser, "email", "123456"))).toEqual([
      409,
      "second_factor_unavailable",
    ]);
    const { browser, email } = await memberWithFactor();
    await signIn(browser, email);
    expect(await errorOf(await sendMail(browser))).toEqual([409, "second_factor_unavailable"]);
  });

  it("is limited to three e-mails a network", async () => {
    const { app, browser, email } = await memberWithFactor({ isVerified: true });
    await signIn(browser, email);
    for (let n = 0; n < 3; n += 1) expect((await sendMail(browser)).status).toBe(202);
    expect(await errorOf(await sendMail(browser))).toEqual([429, "rate_limited"]);
    expect(await mailedCodes(app, email)).toHaveLength(3);
  });

  it("is not offered after a sign-in by an e-mailed code", async () => {
    const { app, browser, email, code } = await memberWithFactor({ isVerified: true });
    expect(await errorOf(await signInByCode(app, browser, email))).toEqual([401, "user_more_factors_required"]);
    expect(await (await browser.send("GET", "/account/challenge")).json()).toMatchObject({
      factors: ["totp", "recoveryCode"],
    });
    expect(await errorOf(await sendMail(browser))).toEqual([409, "second_factor_unavailable"]);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
  });

  it("is not offered while the password comes from a mailed link, until the authenticator has vouched for it", async () => {
    const { app, browser, email, code } = await memberWithFactor({ isVerified: true });
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const password = "Tamarind-shade-41";
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    await signIn(browser, email, password);
    expect(await (await browser.send("GET", "/account/challenge")).json()).toMatchObject({
      factors: ["totp", "recoveryCode"],
    });
    expect(await errorOf(await sendMail(browser))).toEqual([409, "second_factor_unavailable"]);
    expect((await answer(browser, "totp", await code())).status).toBe(201);
    await app.waitForBackgroundTasks();
    const later = app.browser();
    await signIn(later, email, password);
    expect((await sendMail(later)).status).toBe(202);
  });

  it("is offered when somebody sent a wrong link, whose answer was lost", async () => {
    const { app, faults, browser, userId, email } = await memberWithFactor({ isVerified: true });
    faults.on(/^PUT \/account\/recovery/, failsWith(503), 1);
    const wrong = { userId, secret: "f".repeat(256), password: "Tamarind-shade-41" };
    expect((await app.browser().send("PUT", "/account/recovery", wrong)).status).toBe(502);
    await signIn(browser, email);
    expect((await sendMail(browser)).status).toBe(202);
  });

  it("is not offered either when a sign-in that began before the mailed link ends after it", async () => {
    const { app, faults, browser, email, recoveryCodes } = await memberWithFactor({ isVerified: true });
    await signIn(browser, email);
    const holding = new Hold();
    faults.on(/^GET \/users\/[^/]+\/mfa\/recovery-codes$/i, holding.fault, 1);
    const finishing = answer(browser, "recoveryCode", recoveryCodes[0] ?? "");
    await expect.poll(() => holding.count).toBe(1);
    const other = app.browser();
    await other.send("POST", "/account/recovery", { email });
    // Not by `mailsTo`, which waits for the request that is held.
    const mailbox = async () => (await app.browser().fetch("/__mailbox.json")).json<Mail[]>();
    const mailed = async () => (await mailbox()).find(({ to, kind }) => to === email && kind === "recovery");
    await expect.poll(mailed).toBeDefined();
    const { userId, secret } = Object.fromEntries(new URL((await mailed())?.links[0] ?? "about:blank").searchParams);
    const password = "Tamarind-shade-41";
    expect((await other.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    holding.release();
    await finishing;
    await app.waitForBackgroundTasks();
    await signIn(other, email, password);
    expect(await errorOf(await sendMail(other))).toEqual([409, "second_factor_unavailable"]);
  });

  /** Sends a mailed link. The backend sets the password, and its answer is held. */
  async function recoverWithHeldAnswer() {
    const { app, faults, browser, email } = await memberWithFactor({ isVerified: true });
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const holding = new Hold();
    faults.on(/^PUT \/account\/recovery$/, answersLate(holding), 1);
    const password = "Tamarind-shade-41";
    const recover = () => app.browser().send("PUT", "/account/recovery", { userId, secret, password });
    const recovering = recover();
    await expect.poll(() => holding.count).toBe(1);
    /** Expects that no code is mailed to whoever has the new password, and that the held recovery succeeds. */
    const expectNoMail = async () => {
      const other = app.browser();
      await signIn(other, email, password);
      expect(await errorOf(await sendMail(other))).toEqual([409, "second_factor_unavailable"]);
      holding.release();
      expect((await recovering).status).toBe(200);
    };
    return { recover, expectNoMail };
  }

  it("is not offered either while the answer to the mailed link is under way", async () => {
    const { expectNoMail } = await recoverWithHeldAnswer();
    await expectNoMail();
  });

  it("is not offered either while the same link is sent twice, and the second one is rejected", async () => {
    const { recover, expectNoMail } = await recoverWithHeldAnswer();
    expect((await recover()).status).toBe(401);
    await expectNoMail();
  });

  it("is offered after a mailed link that the backend did not take", async () => {
    const { app, faults, browser, email } = await memberWithFactor({ isVerified: true });
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    faults.on(/^PUT \/account\/recovery$/, rejectsWith(401, "user_invalid_token"), 1);
    const response = await browser.send("PUT", "/account/recovery", { userId, secret, password: "Tamarind-shade-41" });
    expect(await errorOf(response)).toEqual([401, "user_invalid_token"]);
    await signIn(browser, email);
    expect((await sendMail(browser)).status).toBe(202);
  });

  it("is not offered either when the owner signed in before the link was carried out late", async () => {
    const { app, faults, browser, email, recoveryCodes } = await memberWithFactor({ isVerified: true });
    const other = app.browser();
    await other.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const password = "Tamarind-shade-41";
    const late = new LateCall();
    faults.on(/^PUT \/account\/recovery$/, late.fault, 1);
    expect((await other.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(502);
    await signIn(browser, email);
    expect((await answer(browser, "recoveryCode", recoveryCodes[0] ?? "")).status).toBe(201);
    await late.carryOut();
    await app.waitForBackgroundTasks();
    await signIn(other, email, password);
    expect(await errorOf(await sendMail(other))).toEqual([409, "second_factor_unavailable"]);
  });

  it.each([
    ["when the answer to the mailed link was lost", false],
    ["when the answer to its mailing was lost as well", true],
  ])("is not offered either %s", async (_, isMailingLost) => {
    const { app, faults, browser, email } = await memberWithFactor({ isVerified: true });
    if (isMailingLost) faults.on(/^POST \/account\/recovery/, losesResponse);
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const password = "Tamarind-shade-41";
    faults.on(/^PUT \/account\/recovery/, losesResponse);
    expect((await browser.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(502);
    faults.clear();
    await app.waitForBackgroundTasks();
    await signIn(browser, email, password);
    expect(await errorOf(await sendMail(browser))).toEqual([409, "second_factor_unavailable"]);
  });
});
