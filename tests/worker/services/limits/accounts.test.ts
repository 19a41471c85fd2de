// How often a phone number may change, how many accounts a network may create, and a counter that fails.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AttemptCounter } from "../../../../worker/durable-objects/attempt-counter";
import { Faults, failsWith, rejectsWith } from "../../support/faults";
import { retryAfter, useAttempts } from "../../support/limits";
import { join, PASSWORD, signUpForm } from "../../support/people";
import { type Browser, bindings, createTestApp } from "../../support/test-app";

afterEach(() => {
  vi.useRealTimers();
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
  const change = (browser: Browser, n: number, password = PASSWORD) =>
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
      expect(retryAfter(response)).toBeLessThanOrEqual(5);
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
