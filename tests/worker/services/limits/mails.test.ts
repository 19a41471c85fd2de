// How many mails somebody may have sent.
import { afterEach, describe, expect, it, vi } from "vitest";
import { mailboxOf } from "../../../../worker/services/email/mailbox-of";
import { newCode, PROVEN, proveAddress, requestCode } from "../../support/codes";
import { type Fault, Faults, failsWith, losesResponse, refusesConnection, rejectsWith } from "../../support/faults";
import { useAttempts } from "../../support/limits";
import { mailedLink } from "../../support/mails";
import { join, PASSWORD, signIn, signUpForm } from "../../support/people";
import { verifyEmail } from "../../support/second-factor";
import { type Browser, createTestApp, type TestApp } from "../../support/test-app";

/** After these calls nobody knows whether a mail was sent. */
const UNKNOWN_OUTCOMES: [string, Fault][] = [
  ["failed", failsWith(500)],
  ["could not be reached", refusesConnection],
  ["sent it, and its answer was lost", losesResponse],
];

afterEach(() => {
  vi.useRealTimers();
});

describe("recovery mails", () => {
  /** Counts the calls that send one. The app knows that the backend sends e-mails, which it asks once. */
  async function appThatSends() {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const owner = app.browser();
    const { email } = await join(owner);
    await app.browser().send("GET", "/health");
    faults.calls.length = 0;
    const ask = async (browser = app.browser()) => {
      const response = await browser.send("POST", "/account/recovery", { email });
      await app.waitForBackgroundTasks();
      return response;
    };
    const sent = () => faults.calls.filter((call) => call === "POST /account/recovery").length;
    return { app, faults, owner, email, ask, sent };
  }

  it("are followed by pauses after ten, with the same response", async () => {
    const { ask, sent } = await appThatSends();
    for (let n = 0; n < 10; n += 1) await ask();
    expect(sent()).toBe(10);
    const response = await ask();
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ sent: true });
    expect(sent()).toBe(10);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 121_000 });
    await ask();
    expect(sent()).toBe(11);
    await ask();
    expect(sent()).toBe(11);
  });

  it("that strangers ask for do not use up those of a device that the account knows", async () => {
    const { owner, ask, sent } = await appThatSends();
    for (let n = 0; n < 11; n += 1) await ask();
    await useAttempts(owner, "mail-network", 100);
    expect((await ask(owner)).status).toBe(202);
    expect(sent()).toBe(11);
  });

  it("that were not sent do not count: the backend refused their link", async () => {
    const { app, faults, email, ask } = await appThatSends();
    for (let n = 0; n < 10; n += 1) {
      // As to a request by a host name that is not the site's, while SITE_ORIGIN is not set.
      faults.on(/^POST \/account\/recovery$/, rejectsWith(400, "general_argument_invalid"), 1);
      await ask();
    }
    faults.clear();
    await ask();
    expect((await mailedLink(app, email, "recovery")).secret).not.toBeNull();
  });

  it.each(UNKNOWN_OUTCOMES)("that may have been sent count: the backend %s", async (_, fault) => {
    const { app, faults, ask, sent } = await appThatSends();
    faults.on(/^POST \/account\/recovery$/, fault, 10);
    for (let n = 0; n < 10; n += 1) {
      await ask();
      // So that the circuit stays closed.
      await app.browser().send("GET", "/health");
    }
    expect(sent()).toBe(10);
    await ask();
    expect(sent()).toBe(10);
  });

  it("count for an address without an account, so that nothing tells it", async () => {
    const { app, sent } = await appThatSends();
    for (let n = 0; n < 11; n += 1) {
      await app.browser().send("POST", "/account/recovery", { email: "nobody.asks@example.org" });
      await app.waitForBackgroundTasks();
    }
    expect(sent()).toBe(10);
  });

  it("are limited to a hundred an hour from one network, over all addresses", async () => {
    const { app, ask, sent } = await appThatSends();
    const browser = app.browser();
    await useAttempts(browser, "mail-network", 100);
    expect(await (await ask(browser)).json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    expect(sent()).toBe(0);
  });
});

describe("codes and recovery links to ever new addresses of one mailbox", () => {
  const mailsOf = async (app: TestApp, mailbox: string) => {
    await app.waitForBackgroundTasks();
    const mails = await (await app.browser().fetch("/__mailbox.json")).json<{ to: string }[]>();
    return mails.filter(({ to }) => mailboxOf(to) === mailbox).length;
  };

  it("do not flood it", async () => {
    const app = createTestApp();
    for (let n = 0; n < 12; n += 1) {
      const email = `flooded+${n}@example.org`;
      await join(app.browser(), { email });
      await requestCode(app.browser(), email);
      await app.browser().send("POST", "/account/recovery", { email });
    }
    expect(await mailsOf(app, "flooded@example.org")).toBe(10);
  });

  it("that the backend refused to send do not count", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const owner = app.browser();
    const email = "refused.mails@proton.me";
    await join(owner, { email });
    const ask = async () => {
      await app.browser().send("POST", "/account/recovery", { email });
      await app.waitForBackgroundTasks();
    };
    for (let n = 0; n < 10; n += 1) {
      faults.on(/^POST \/account\/recovery$/, rejectsWith(400, "general_argument_invalid"), 2);
      await ask();
      faults.clear();
    }
    expect(await mailsOf(app, mailboxOf(email))).toBe(0);
    await ask();
    expect(await mailsOf(app, mailboxOf(email))).toBe(1);
  });

  it("keep nobody from theirs who has proven the address, or whose address is the mailbox's own", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner, { email: "a.sha.proven@gmail.com" });
    const { user } = await (await owner.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    await join(app.browser(), { email: "ashaproven@gmail.com" });
    for (let n = 0; n < 11; n += 1) {
      const stranger = `ashaproven+${n}@gmail.com`;
      await join(app.browser(), { email: stranger });
      await requestCode(app.browser(), stranger);
    }
    expect(await mailsOf(app, "ashaproven@gmail.com")).toBe(10);
    await requestCode(app.browser(), email);
    await requestCode(app.browser(), "ashaproven@gmail.com");
    expect(await mailsOf(app, "ashaproven@gmail.com")).toBe(12);
  });
});

describe("mails to the addresses of one person, whose provider has rules of its own", () => {
  it("are limited by network, of whatever kind, and with the same answer for an address without an account", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const email = "founder.1@own-domain.example";
    await join(browser, { email });
    await useAttempts(browser, "mail-network", 97);
    expect((await browser.send("POST", "/account/verification")).status).toBe(202);
    const stranger = app.browser(browser.address);
    expect((await requestCode(stranger, email)).status).toBe(201);
    expect((await stranger.send("POST", "/account/recovery", { email })).status).toBe(202);
    for (const address of [email, "nobody@own-domain.example"]) {
      const answers = [
        await requestCode(stranger, address),
        await stranger.send("POST", "/account/recovery", { email: address }),
      ];
      for (const answer of answers) {
        expect(await answer.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
      }
    }
  });
});

describe("a code that is used", () => {
  it("gives a network no mail back that was counted for a known device", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await useAttempts(owner, "mail-network", 100);
    const { userId, secret } = await newCode(app, owner, email);
    const stranger = app.browser(owner.address);
    expect((await stranger.send("POST", "/account/sessions/token", { userId, secret })).status).toBe(201);
    await app.waitForBackgroundTasks();
    const answer = await requestCode(app.browser(owner.address), "nobody@own-domain.example");
    expect(await answer.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
  });

  it("to join gives its network the mail back when there is a new account, which counts", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await useAttempts(browser, "sign-up-mail-network", 299);
    await useAttempts(browser, "sign-up-network", 999);
    const joinWithCode = async () => {
      const form = signUpForm();
      const { proof } = await proveAddress(app, browser, form.email);
      const response = await browser.send("POST", "/account", { ...form, emailProof: proof }, PROVEN);
      await app.waitForBackgroundTasks();
      return response;
    };
    expect((await joinWithCode()).status).toBe(201);
    expect(await (await joinWithCode()).json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    const { email } = signUpForm();
    const answer = await requestCode(app.browser(browser.address), email, { purpose: "sign-up" }, PROVEN);
    expect(await answer.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
  });
});

describe("mails to verify an address", () => {
  const ask = (browser: Browser) => browser.send("POST", "/account/verification");

  it("are limited to a hundred an hour from one network, over all members", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    await useAttempts(browser, "mail-network", 99);
    expect((await ask(browser)).status).toBe(202);
    await join(browser);
    expect(await (await ask(browser)).json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
  });

  it("do not flood the mailbox of somebody with whose address others join again and again", async () => {
    const app = createTestApp();
    const email = "never.joined@example.org";
    let sent = 0;
    for (let n = 0; n < 20; n += 1) {
      const stranger = app.browser();
      await join(stranger, { email });
      if ((await ask(stranger)).status === 202) sent += 1;
      expect((await stranger.send("DELETE", "/account", { password: PASSWORD })).status).toBe(204);
    }
    // As many as of recovery mails. (The local mailbox forgets those of a deleted account.)
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(10);
  });

  it("do not flood the mailbox of somebody with whose address others join under ever new tags", async () => {
    const app = createTestApp();
    let sent = 0;
    for (let n = 0; n < 20; n += 1) {
      const stranger = app.browser();
      await join(stranger, { email: `never.tagged+${n}@example.org` });
      if ((await ask(stranger)).status === 202) sent += 1;
    }
    expect(sent).toBe(5);
  });

  it("count for the address when they may have been sent, and not when they were refused", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const path = /^POST \/account\/verifications\/email$/;
    faults.on(path, rejectsWith(400, "general_argument_invalid"), 1);
    expect((await ask(browser)).status).toBe(400);
    faults.on(path, losesResponse);
    // The member may ask again at once, since nobody can say that a mail went out.
    for (let mail = 0; mail < 5; mail += 1) expect((await ask(browser)).status).toBe(502);
    expect(await (await ask(browser)).json()).toMatchObject({ error: { code: 429, type: "rate_limited" } });
  });

  it("do not count while a session that has ended asks for them", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [owner, stale] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    for (const [name, value] of owner.cookies) stale.cookies.set(name, value);
    await owner.send("DELETE", "/account/sessions");
    await signIn(owner, email);
    // The owner asks before the backend has refused.
    faults.on(
      /^(GET \/account|POST \/account\/verifications\/email)$/,
      async (_, forward) => {
        expect((await ask(owner)).status).toBe(202);
        return forward();
      },
      1,
    );
    expect((await ask(stale)).status).toBe(401);
  });
});
