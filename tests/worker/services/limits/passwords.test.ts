// How often a password may be wrong.
import { afterEach, describe, expect, it, vi } from "vitest";
import { requestCode, signInByCode } from "../../support/codes";
import { Faults } from "../../support/faults";
import { retryAfter, useAttempts } from "../../support/limits";
import { mailedLink } from "../../support/mails";
import { join, PASSWORD, signIn, signUpForm } from "../../support/people";
import { callBackend } from "../../support/second-factor";
import { type Browser, bindings, createTestApp, type TestApp } from "../../support/test-app";

afterEach(() => {
  vi.useRealTimers();
});

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
    expect(retryAfter(paused)).toBeLessThanOrEqual(15);
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

describe("weak passwords in forms to join", () => {
  const WEAK = { password: "football1", confirmPassword: "football1" };
  const signUp = async (browser: Browser, changes: Record<string, unknown> = {}) => {
    const response = await browser.send("POST", "/account", signUpForm({ ...WEAK, ...changes }));
    const { error } = await response.json<{ error?: { type: string } }>();
    return [response.status, error?.type];
  };
  /** A member who chose a weak password when that was possible. */
  async function memberWithWeakPassword(app: TestApp): Promise<string> {
    const { email } = await join(app.browser());
    const response = await signIn(app.browser(), email);
    const { user } = await response.json<{ user: { id: string } }>();
    await callBackend("PATCH", `/users/${user.id}/password`, { password: WEAK.password });
    return email;
  }

  it("leave the sign-ins of their network alone", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const hall = "203.0.113.50";
    await useAttempts(app.browser(hall), "password-network", 299);
    for (let n = 0; n < 3; n += 1) expect(await signUp(app.browser(hall))).toEqual([400, "password_too_common"]);
    expect((await signIn(app.browser(hall), email)).status).toBe(201);
  });

  it("are refused untried beyond the limit of their network", async () => {
    const app = createTestApp();
    const email = await memberWithWeakPassword(app);
    const [before, after] = [app.browser(), app.browser()];
    expect(await signUp(before, { email })).toEqual([200, undefined]);
    await useAttempts(after, "weak-password-network", 30);
    expect(await signUp(after, { email })).toEqual([400, "password_too_common"]);
    expect((await signIn(after, email, WEAK.password)).status).toBe(201);
  });

  it("count at the account like every wrong password, and get the same answer beyond its limit", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const stranger = app.browser();
    for (let n = 0; n < 12; n += 1) expect(await signUp(stranger, { email })).toEqual([400, "password_too_common"]);
    expect((await signIn(stranger, email)).status).toBe(429);
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
