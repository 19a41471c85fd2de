import { afterEach, describe, expect, it, vi } from "vitest";
import type { AttemptCounter } from "../../../worker/durable-objects/attempt-counter";
import { mailboxOf } from "../../../worker/services/email/mailbox-of";
import { newCode, PROVEN, proveAddress, requestCode, signInByCode } from "../support/codes";
import { type Fault, Faults, failsWith, losesResponse, refusesConnection, rejectsWith } from "../support/faults";
import { useAttempts } from "../support/limits";
import { mailedLink } from "../support/mails";
import { join, PASSWORD, signUpForm } from "../support/people";
import { verifyEmail } from "../support/second-factor";
import { bindings, createTestApp } from "../support/test-app";

/** After these calls nobody knows whether a mail was sent. */
const UNKNOWN_OUTCOMES: [string, Fault][] = [
  ["failed", failsWith(500)],
  ["could not be reached", refusesConnection],
  ["sent it, and its answer was lost", losesResponse],
];

type TestApp = ReturnType<typeof createTestApp>;

afterEach(() => {
  vi.useRealTimers();
});

const signIn = (browser: ReturnType<TestApp["browser"]>, email: string, password = PASSWORD) =>
  browser.send("POST", "/account/sessions/email", { email, password });

/** Ten wrong passwords from each of a number of IP addresses. */
async function tryWrongPasswords(app: TestApp, email: string, addresses: number) {
  for (let i = 0; i < addresses; i += 1) {
    const stranger = app.browser();
    for (let n = 0; n < 10; n += 1) {
      expect((await signIn(stranger, email, `Guess-number-${n}`)).status).toBe(401);
    }
  }
}

describe("wrong passwords from other networks", () => {
  it("block neither the owner's sign-in from elsewhere nor the settings", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    await tryWrongPasswords(app, email, 2);
    const phone = await browser.send("PATCH", "/account/phone", { phone: "9822055501", password: PASSWORD });
    expect(phone.status).toBe(200);
    expect((await signIn(app.browser(), email)).status).toBe(201);
  });

  it("are followed by a pause after fifty in total, but not on a device that the account knows", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("DELETE", "/account/sessions");
    await tryWrongPasswords(app, email, 5);
    const paused = await signIn(app.browser(), email);
    expect(paused.status).toBe(429);
    expect(Number(paused.headers.get("Retry-After"))).toBeLessThanOrEqual(15);
    expect((await signIn(owner, email)).status).toBe(201);
  });

  it("are limited on a device that the account knows, too", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("DELETE", "/account/sessions");
    for (let n = 0; n < 10; n += 1) expect((await signIn(owner, email, `Guess-number-${n}`)).status).toBe(401);
    expect((await signIn(owner, email)).status).toBe(429);
  });

  it("pause also a device that only another account knows", async () => {
    const app = createTestApp();
    const device = app.browser();
    await join(device);
    await device.send("DELETE", "/account/sessions");
    const { email } = await join(app.browser());
    await tryWrongPasswords(app, email, 5);
    expect((await signIn(device, email)).status).toBe(429);
  });

  it("leave a known device to the owner who set a new password by a mailed link", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const owner = app.browser();
    await owner.send("POST", "/account/recovery", { email });
    await app.waitForBackgroundTasks();
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const password = "A-new-horse-battery-9";
    expect((await owner.send("PUT", "/account/recovery", { userId, secret, password })).status).toBe(200);
    await tryWrongPasswords(app, email, 5);
    expect((await signIn(app.browser(), email, password)).status).toBe(429);
    expect((await signIn(owner, email, password)).status).toBe(201);
  });

  it("are limited to three hundred an hour from one network, over all addresses", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    await useAttempts(browser, "password-network", 299);
    expect((await signIn(browser, email)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect((await signIn(browser, "nobody.crowd@example.org")).status).toBe(401);
    const limited = await signIn(browser, "nobody.crowd@example.org");
    expect(await limited.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    expect((await signIn(app.browser(), email)).status).toBe(201);
  });
});

describe("devices that knew the password before a new one", () => {
  const password = "A-new-horse-battery-9";

  /** A member whose password somebody else knows, and has used on five devices. */
  async function memberWithOtherDevices() {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    const others = Array.from({ length: 5 }, () => app.browser());
    for (const other of others) expect((await signIn(other, email)).status).toBe(201);
    return { app, owner, email, others };
  }
  type Member = Awaited<ReturnType<typeof memberWithOtherDevices>>;

  const changes: [string, (member: Member) => Promise<Response>][] = [
    ["in the settings", ({ owner }) => owner.send("PATCH", "/account/password", { password, oldPassword: PASSWORD })],
    [
      "by a mailed link",
      async ({ app, owner, email }) => {
        await owner.send("POST", "/account/recovery", { email });
        const { userId, secret } = await mailedLink(app, email, "recovery");
        return owner.send("PUT", "/account/recovery", { userId, secret, password });
      },
    ],
  ];

  it.each(changes)("do not keep the owner's device waiting after one was set %s", async (_, change) => {
    const member = await memberWithOtherDevices();
    const { app, owner, email, others } = member;
    const guess = async () => {
      for (const other of others) for (let n = 0; n < 10; n += 1) await signIn(other, email, `Guess-number-${n}`);
    };
    await guess();
    expect((await change(member)).status).toBe(200);
    await app.waitForBackgroundTasks();
    await guess();
    expect((await signIn(app.browser(), email, password)).status).toBe(429);
    expect((await signIn(owner, email, password)).status).toBe(201);
  });

  it.each<[string, (member: Member) => Promise<Response>]>([
    ...changes,
    [
      "by whoever joined with the address of a deleted account",
      async ({ app, owner, email }) => {
        await owner.send("DELETE", "/account", { password: PASSWORD });
        await app.waitForBackgroundTasks();
        await join(app.browser(), { email, password, confirmPassword: password });
        return new Response();
      },
    ],
  ])("count as unknown after one was set %s, until they sign in", async (_, change) => {
    const member = await memberWithOtherDevices();
    const { email, others } = member;
    expect((await change(member)).status).toBe(200);
    const [device = member.owner] = others;
    expect((await signIn(device, email, password)).status).toBe(201);
    await useAttempts(device, "password-network", 300);
    expect((await signIn(device, email, password)).status).toBe(201);
    const [, second = member.owner] = others;
    await useAttempts(second, "password-network", 300);
    expect(await (await signIn(second, email, password)).json()).toMatchObject({ error: { type: "network_limited" } });
  });

  it("are those that signed in with it while the new one was set", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [owner, other] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    faults.on(
      /^GET \/account$/,
      async (_, forward) => {
        const account = await forward();
        await owner.send("PATCH", "/account/password", { password, oldPassword: PASSWORD });
        return account;
      },
      1,
    );
    expect((await signIn(other, email)).status).toBe(201);
    await useAttempts(other, "password-network", 300);
    expect(await (await signIn(other, email)).json()).toMatchObject({ error: { type: "network_limited" } });
  });
});

describe("a network that has reached its limits", () => {
  it("blocks unknown devices, but none that the account knows", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("DELETE", "/account/sessions");
    await useAttempts(owner, "password-network", 300);
    await useAttempts(owner, "mail-network", 100);
    await useAttempts(owner, "code-network", 300);
    const stranger = app.browser(owner.address);
    expect(await (await signIn(stranger, email)).json()).toMatchObject({ error: { type: "network_limited" } });
    expect((await requestCode(stranger, email)).status).toBe(429);
    expect((await signIn(owner, email, "Wrong-password-1")).status).toBe(401);
    expect((await signIn(owner, email)).status).toBe(201);
    await owner.send("DELETE", "/account/sessions");
    expect((await signInByCode(app, owner, email)).status).toBe(201);
  });

  it("counts the attempts of a known device at other accounts", async () => {
    const app = createTestApp();
    const device = app.browser();
    await join(device);
    const { email } = await join(app.browser());
    await useAttempts(device, "password-network", 300);
    expect(await (await signIn(device, email)).json()).toMatchObject({ error: { type: "network_limited" } });
  });
});

describe("an invalid e-mail address", () => {
  it("is rejected like a wrong password, and not counted", async () => {
    const { ATTEMPTS } = bindings;
    const counterIds: string[] = [];
    const counting = Object.assign(Object.create(ATTEMPTS), {
      get: (id: DurableObjectId) => {
        counterIds.push(String(id));
        return ATTEMPTS.get(id);
      },
      idFromName: (name: string) => ATTEMPTS.idFromName(name),
    });
    const env = { ...bindings, ATTEMPTS: counting };
    const body = (email: string) => ({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const browser = createTestApp().browser();
    expect((await browser.fetch("/api/account/sessions/email", body("nobody"), env)).status).toBe(401);
    expect(counterIds).toEqual([]);
    await browser.fetch("/api/account/sessions/email", body("nobody@example.org"), env);
    // Of the address, of the network, and of sign-ins that may wait for a second factor.
    expect(new Set(counterIds).size).toBe(3);
  });
});

describe("a counter that fails", () => {
  /** Counts attempts, and fails to give one back. */
  const ATTEMPTS = Object.assign(Object.create(bindings.ATTEMPTS), {
    idFromName: (name: string) => bindings.ATTEMPTS.idFromName(name),
    get: (id: DurableObjectId) => ({
      consume: (...args: Parameters<AttemptCounter["consume"]>) => bindings.ATTEMPTS.get(id).consume(...args),
      refund: async () => {
        throw new Error("The Durable Object is unreachable");
      },
    }),
  });
  const bound = { ...bindings, ATTEMPTS };

  it.each<[string, string, string, object | undefined]>([
    ["a password", "POST", "/account/sessions/email", { email: "asha@example.org", password: PASSWORD }],
    ["a mailed code", "POST", "/account/tokens/email", { email: "asha@example.org", purpose: "sign-in" }],
    ["a mailed link", "PUT", "/account/verification", { userId: "u1", secret: "s" }],
    ["a phone number", "PATCH", "/account/phone", { phone: "9822055502", password: PASSWORD }],
    ["a mail to the member", "POST", "/account/verification", undefined],
  ])("does not hide why %s could not be checked or sent", async (_, method, path, body) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    // What fails in another way may have sent a mail, which counts.
    const isRefused = path === "/account/verification" && method === "POST";
    faults.on(/^(?!GET)/, isRefused ? rejectsWith(400, "general_argument_invalid") : failsWith(500));
    if (path.endsWith("tokens/email")) faults.on(/^GET \/users$/, failsWith(500));
    expect((await browser.send(method, path, body, bound)).status).toBe(isRefused ? 400 : 502);
    expect(app.log).toContainEqual(expect.objectContaining({ level: "warn", event: "attempt not refunded" }));
  });
});

describe("changes of the phone number", () => {
  const change = (browser: ReturnType<TestApp["browser"]>, n: number, password = PASSWORD) =>
    browser.send("PATCH", "/account/phone", { phone: `98330555${String(n).padStart(2, "0")}`, password });

  it("are limited to five a day for a member; the same number and a wrong password do not count", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    for (let n = 0; n < 5; n += 1) {
      expect((await change(browser, n, "Wrong-password-1")).status).toBe(401);
      expect((await change(browser, n)).status).toBe(200);
      expect((await change(browser, n)).status).toBe(200);
    }
    const limited = await change(browser, 5);
    expect(await limited.json()).toMatchObject({ error: { code: 429, type: "rate_limited" } });
    expect((await change(browser, 4)).status).toBe(200);
  });

  it("answer alike to a number that another account has and to a free one, however often it is saved", async () => {
    const app = createTestApp();
    const { phone: taken } = await join(app.browser());
    const answersTo = async (phone: string) => {
      const browser = app.browser();
      // The account gets the number at sign-up only when nobody has it.
      await join(browser, { phone });
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1)
        statuses.push((await browser.send("PATCH", "/account/phone", { phone, password: PASSWORD })).status);
      return statuses;
    };
    expect(await answersTo(taken)).toEqual(await answersTo("9833055599"));
  });

  it("are limited to a hundred a day for a network", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    await useAttempts(browser, "phone-change-network", 100);
    const limited = await change(browser, 20);
    expect(await limited.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
  });
});

describe("a member's own wrong passwords", () => {
  it("are limited to ten, and do not count for sign-in", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    const change = (password: string) => browser.send("PATCH", "/account/phone", { phone: "9822055502", password });
    for (let n = 0; n < 10; n += 1) expect((await change(`Guess-number-${n}`)).status).toBe(401);
    expect((await change(PASSWORD)).status).toBe(429);
    expect((await signIn(app.browser(), email)).status).toBe(201);
  });
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

  it.each<[string, Fault]>([
    // As to a request by a host name that is not the site's, while SITE_ORIGIN is not set.
    ["refused their link", rejectsWith(400, "general_argument_invalid")],
  ])("that were not sent do not count: the backend %s", async (_, fault) => {
    const { app, faults, email, ask } = await appThatSends();
    for (let n = 0; n < 10; n += 1) {
      faults.on(/^POST \/account\/recovery$/, fault, 1);
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
  const ask = (browser: ReturnType<TestApp["browser"]>) => browser.send("POST", "/account/verification");

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
    expect(Number(limited.headers.get("Retry-After"))).toBeLessThanOrEqual(12);
    expect((await attempt(app.browser())).status).toBe(401);
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

describe("new accounts", () => {
  const limited = { error: { code: 429, type: "network_limited" } };

  it("are limited to a thousand an hour from one network, for known and unknown addresses alike", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(app.browser());
    await useAttempts(browser, "sign-up-network", 1000);
    for (const form of [signUpForm(), signUpForm({ email })]) {
      const response = await browser.send("POST", "/account", form);
      expect(await response.json()).toMatchObject(limited);
      expect(Number(response.headers.get("Retry-After"))).toBeLessThanOrEqual(5);
    }
    await join(app.browser());
  });

  it("come after pauses that grow to a minute", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await useAttempts(browser, "sign-up-network", 1000);
    let now = Date.now();
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const response = await browser.send("POST", "/account", signUpForm());
      const wait = Number(response.headers.get("Retry-After"));
      waits.push(wait);
      now += wait * 1000;
      vi.useFakeTimers({ toFake: ["Date"], now });
      await join(app.browser(browser.address));
    }
    expect(waits).toEqual([5, 10, 20, 40, 60]);
  });

  it("do not count when the form is that of an account, with its password", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const form = signUpForm();
    await join(app.browser(), form);
    await useAttempts(browser, "sign-up-network", 999);
    for (let n = 0; n < 2; n += 1) {
      expect((await app.browser(browser.address).send("POST", "/account", form)).status).toBe(200);
      await app.waitForBackgroundTasks();
    }
    await join(browser);
    expect(await (await browser.send("POST", "/account", signUpForm())).json()).toMatchObject(limited);
  });

  it("count for an address that is taken, so that no network asks for any number of addresses", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(app.browser());
    await useAttempts(browser, "sign-up-network", 998);
    // Beyond this limit nobody says whether the password is right: its 429 must not take the count back.
    await useAttempts(browser, "password-network", 300);
    const taken = signUpForm({ email, password: "Tamarind-hill-42", confirmPassword: "Tamarind-hill-42" });
    for (let n = 0; n < 2; n += 1) {
      expect(await (await browser.send("POST", "/account", taken)).json()).toMatchObject(limited);
    }
    expect(await (await browser.send("POST", "/account", signUpForm())).json()).toMatchObject(limited);
  });
});
