import { afterEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "../../../worker/session/session";
import { enterCode, newCode, PROVEN, proveAddress, requestCode, type SentCode, signInByCode } from "../support/codes";
import {
  cutsConnection,
  type Fault,
  Faults,
  failsWith,
  neverResponds,
  refusesConnection,
  respondsWith,
  unreachableNamespace,
} from "../support/faults";
import { useAttempts, usePendingSignIns } from "../support/limits";
import { type Mail, mailedCode, mailedLink, mailsTo } from "../support/mails";
import { join, PASSWORD } from "../support/people";
import { verifyEmail } from "../support/second-factor";
import { type Browser, bindings, createTestApp } from "../support/test-app";
import { admin } from "../support/uploads";

describe("POST /api/account/tokens/email", () => {
  it("sends a code of six digits that opens a session, with account and profile", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const sent = await requestCode(browser, String(email).toUpperCase());
    expect(sent.status).toBe(201);
    const { userId, ...rest } = await sent.json<SentCode>();
    expect(rest).toEqual({ isMailed: true });
    const secret = await mailedCode(app, email);
    expect(secret).toMatch(/^\d{6}$/);
    const entered = await enterCode(browser, userId, ` ${secret.slice(0, 3)} ${secret.slice(3)} `);
    expect(entered.status).toBe(201);
    expect(await entered.json()).toMatchObject({ user: { email, emailVerified: true }, profile: { Email: email } });
    expect(await (await browser.send("GET", "/account")).json()).toMatchObject({ user: { email } });
    expect(await (await browser.fetch("/")).text()).toContain("Asha Rao");
  });

  it("never returns the code", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const answer = await (await requestCode(app.browser(), email, { phrase: true })).text();
    expect(answer).not.toContain(await mailedCode(app, email));
    expect(answer).not.toContain("secret");
  });

  it("returns the phrase of the e-mail on request", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const { phrase } = await (await requestCode(app.browser(), email, { phrase: true })).json<SentCode>();
    expect((await mailsTo(app, email))[0]?.phrase).toBe(phrase);
  });

  it("uses the backend's words in phrases for unknown addresses, once some are known", async () => {
    const app = createTestApp();
    for (let n = 0; n < 40; n += 1) {
      const more = { phrase: true, purpose: "sign-up" };
      expect((await requestCode(app.browser(), `joins${n}@example.org`, more, PROVEN)).status).toBe(201);
    }
    const mails = await (await app.browser().fetch("/__mailbox.json")).json<Mail[]>();
    const words = mails.flatMap(({ phrase }) => phrase?.split(" ") ?? []);
    for (let n = 0; n < 20; n += 1) {
      const { phrase } = await (
        await requestCode(app.browser(), `unknown${n}@example.org`, { phrase: true })
      ).json<SentCode>();
      for (const word of phrase?.split(" ") ?? [""]) expect(words).toContain(word);
    }
  });

  it("succeeds while phrase words can be neither stored nor read", async () => {
    const app = createTestApp();
    const form = await join(app.browser());
    const broken = { ...bindings, PHRASE_WORDS: unreachableNamespace<typeof bindings.PHRASE_WORDS>() };
    for (const email of [form.email, "nobody.stored@example.org"]) {
      const response = await requestCode(app.browser(), email, { phrase: true }, broken);
      expect(response.status).toBe(201);
      expect((await response.json<SentCode>()).phrase).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
    }
  });

  it("creates nothing for an unknown address, with the same response, also the second time", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const { email } = await join(browser);
    // Now the app knows that the backend sends e-mails, which it asks once.
    await browser.send("GET", "/health");
    const unknown = `nobody${crypto.randomUUID()}@example.org`;
    const tryOut = async (address: string) => {
      faults.calls.length = 0;
      const responses = [
        await requestCode(browser, address, { phrase: true }),
        await requestCode(browser, address, { phrase: true }),
      ];
      const [first, second] = await Promise.all(responses.map(async (one) => one.json<SentCode>()));
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(first?.phrase).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
      return {
        form: Object.entries(first ?? {}).map(([key, value]) => [key, key === "userId" && value.length]),
        isRepeated: first?.userId === second?.userId,
        calls: faults.calls.length,
      };
    };
    expect(await tryOut(unknown)).toEqual(await tryOut(email));
    expect(await (await admin()).users.findByEmail(unknown)).toBeNull();
    expect(await mailsTo(app, unknown)).toEqual([]);
  });

  it("does not reveal the account's id", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const user = await (await admin()).users.findByEmail(email);
    const { userId } = await (await requestCode(app.browser(), email)).json<SentCode>();
    expect(userId).not.toContain(user?.$id);
  });

  it.each([
    ["refuses connections", refusesConnection],
    ["fails", failsWith(500)],
    [
      "limits the rate",
      respondsWith(429, JSON.stringify({ message: "Slow down", code: 429, type: "general_rate_limit_exceeded" })),
    ],
  ] satisfies [string, Fault][])("does not reveal an account when the backend %s", async (_, fault) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(/tokens|^GET \/users\//, fault);
    for (const address of [email, `nobody${crypto.randomUUID()}@example.org`]) {
      const response = await requestCode(app.browser(), address, { phrase: true });
      expect(response.status).toBe(201);
      expect((await response.json<SentCode>()).phrase).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
    }
    expect(app.log.filter(({ event }) => event === "code not mailed")).toHaveLength(2);
  });

  it("does not reveal that an account is blocked", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    faults.on(
      /tokens\/email/,
      respondsWith(403, JSON.stringify({ message: "Blocked.", code: 403, type: "user_blocked" })),
    );
    const response = await requestCode(app.browser(), email, { phrase: true });
    expect(response.status).toBe(201);
    expect(Object.keys(await response.json<SentCode>())).toEqual(["userId", "isMailed", "phrase"]);
  });

  it("sends three codes for one network and five in all, known address or not, and says when it sent none", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    for (const address of [email, "nobody@example.org"]) {
      const browser = app.browser();
      const request = async (from: Browser) => {
        const response = await requestCode(from, address, { phrase: true });
        expect(response.status).toBe(201);
        return response.json<SentCode>();
      };
      for (let n = 0; n < 3; n += 1) expect(await request(browser)).toMatchObject({ isMailed: true });
      expect(await request(browser)).toEqual({ userId: expect.any(String), isMailed: false });
      const others = app.browser();
      for (let n = 0; n < 2; n += 1) expect(await request(others)).toMatchObject({ isMailed: true });
      expect(await request(app.browser())).toEqual({ userId: expect.any(String), isMailed: false });
    }
    expect(await mailsTo(app, email)).toHaveLength(5);
  });

  it("lets the owner in with the newest code, although strangers used up the e-mails", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    for (let n = 0; n < 5; n += 1) await requestCode(app.browser(), email);
    const owner = app.browser();
    const { userId, isMailed } = await (await requestCode(owner, email)).json<SentCode>();
    expect(isMailed).toBe(false);
    expect((await enterCode(owner, userId, await mailedCode(app, email))).status).toBe(201);
  });

  it("sends codes to a device that the account knows, although strangers used up the e-mails", async () => {
    const app = createTestApp();
    const owner = app.browser();
    const { email } = await join(owner);
    await owner.send("DELETE", "/account/sessions");
    for (let n = 0; n < 5; n += 1) await requestCode(app.browser(), email);
    expect(await (await requestCode(owner, email)).json()).toMatchObject({ isMailed: true });
  });

  const FAULTS: [string, Fault, number, string][] = [
    ["refuses connections", refusesConnection, 502, "backend_failed"],
    ["cuts the connection", cutsConnection, 502, "backend_failed"],
    ["fails", failsWith(500), 502, "backend_failed"],
    ["stalls", neverResponds, 504, "backend_stalled"],
    [
      "limits the rate",
      respondsWith(429, JSON.stringify({ message: "Slow down", code: 429, type: "general_rate_limit_exceeded" })),
      429,
      "general_rate_limit_exceeded",
    ],
  ];
  it.each(FAULTS)(
    "counts nothing while the backend %s, for an unknown address as for a known one",
    async (_, fault, status, type) => {
      const faults = new Faults();
      const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
      const { email } = await join(app.browser());
      for (const address of [email, `nobody${crypto.randomUUID()}@example.org`]) {
        faults.clear();
        faults.on(/^GET \/users|tokens/, fault, 3);
        const response = await requestCode(app.browser(), address);
        expect(await response.json()).toMatchObject({ error: { code: status, type } });
        faults.clear();
        const browser = app.browser();
        for (let n = 0; n < 3; n += 1) expect((await requestCode(browser, address)).status).toBe(201);
      }
    },
  );

  it.each([
    [{ email: "nobody" }, "email"],
    [{ email: "a@example.org", purpose: "fun" }, "purpose"],
    [{ email: "a@example.org", purpose: "sign-up" }, "purpose"],
  ])("refuses %j", async (body, field) => {
    const response = await createTestApp().browser().send("POST", "/account/tokens/email", body);
    expect(await response.json()).toMatchObject({ error: { code: 422, fields: { [field]: expect.any(String) } } });
  });
});

describe("codes beyond the limit of mails", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  type App = ReturnType<typeof createTestApp>;
  const isMailed = async (browser: Browser, email: string) =>
    (await (await requestCode(browser, email)).json<SentCode>()).isMailed;
  /** Five mails that strangers ask for. */
  const useUpMails = async (app: App, email: string) => {
    for (let n = 0; n < 5; n += 1) await requestCode(app.browser(), email);
    expect(await isMailed(app.browser(), email)).toBe(false);
  };
  /** A member with the password, whose address a link has verified or not. */
  const joined = async (app: App, isVerified: boolean) => {
    const browser = app.browser();
    const { email } = await join(browser);
    if (isVerified) await verifyEmail((await (await admin()).users.findByEmail(email))?.$id ?? "");
    return { browser, email };
  };

  it("are sent again once the newest was used to sign in, any number of times", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    for (let n = 0; n < 6; n += 1) {
      expect((await signInByCode(app, browser, email)).status).toBe(201);
      await browser.send("DELETE", "/account/sessions");
    }
    expect(await mailsTo(app, email)).toHaveLength(6);
  });

  it("are sent again once the newest was used to prove the address", async () => {
    const app = createTestApp();
    const email = "proves.often@example.org";
    const browser = app.browser();
    for (let n = 0; n < 4; n += 1) await proveAddress(app, browser, email);
    expect(await mailsTo(app, email)).toHaveLength(4);
  });

  it("are sent again after a new password, which has revoked the newest", async () => {
    const app = createTestApp();
    const { browser, email } = await joined(app, true);
    await useUpMails(app, email);
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await browser.send("PATCH", "/account/password", change)).status).toBe(200);
    expect(await isMailed(app.browser(), email)).toBe(true);
  });

  it("are sent again after a new password by a mailed link", async () => {
    const app = createTestApp();
    const { email } = await joined(app, false);
    await useUpMails(app, email);
    await app.browser().send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const recovery = { userId, secret, password: "Tamarind-hill-42" };
    expect((await app.browser().send("PUT", "/account/recovery", recovery)).status).toBe(200);
    expect(await isMailed(app.browser(), email)).toBe(true);
  });

  it("are not sent to an unverified address by changing the password again and again", async () => {
    const app = createTestApp();
    const { browser, email } = await joined(app, false);
    await useUpMails(app, email);
    const change = { password: "Tamarind-hill-42", oldPassword: PASSWORD };
    expect((await browser.send("PATCH", "/account/password", change)).status).toBe(200);
    expect(await isMailed(app.browser(), email)).toBe(false);
  });

  it("are sent every ten minutes in the end, so that the newest is valid whenever none is sent", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    await useUpMails(app, email);
    let now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    for (const pauseSeconds of [120, 240, 480, 600, 600]) {
      now += pauseSeconds * 1000;
      vi.setSystemTime(now);
      expect(await isMailed(app.browser(), email)).toBe(true);
    }
    vi.setSystemTime(now + 599_000);
    const owner = app.browser();
    const { userId, isMailed: isAnotherMailed } = await (await requestCode(owner, email)).json<SentCode>();
    expect(isAnotherMailed).toBe(false);
    expect((await enterCode(owner, userId, await mailedCode(app, email))).status).toBe(201);
  });
});

describe("POST /api/account/sessions/token", () => {
  it("responds alike for a known and an unknown address when sign-ins wait for their second factor", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const answers: unknown[] = [];
    for (const address of [email, `nobody-${email}`]) {
      const browser = app.browser();
      const { userId } = await (await requestCode(browser, address)).json<SentCode>();
      await usePendingSignIns(browser, address, 3);
      const answer = await browser.send("POST", "/account/sessions/token", { userId, secret: "000000" });
      answers.push(await answer.json());
    }
    expect(answers[0]).toMatchObject({ error: { code: 429, type: "rate_limited" } });
    expect(answers[1]).toMatchObject({ error: { code: 429, type: "rate_limited" } });
  });

  it("responds alike to a wrong code, a used one, an unknown address and a forged handle", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const { userId, secret } = await newCode(app, browser, email);
    expect((await enterCode(browser, userId, secret)).status).toBe(201);
    const stranger = await (await requestCode(browser, "stranger@example.org")).json<SentCode>();
    const member = await (await admin()).users.findByEmail(email);
    const tries = [
      [userId, "000000"],
      [userId, secret],
      [stranger.userId, secret],
      [member?.$id, secret],
      ["?", secret],
    ];
    for (const [id = "", code = ""] of tries) {
      const stranger = app.browser();
      const response = await enterCode(stranger, id, code);
      expect(await response.json()).toMatchObject({
        error: { code: 401, type: "user_invalid_token", message: "Invalid token passed in the request." },
      });
      expect(stranger.cookies.size).toBe(0);
    }
  });

  it("allows five wrong codes of one network, then rejects the correct one too", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const { userId, secret } = await newCode(app, browser, email);
    for (let n = 0; n < 5; n += 1) expect((await enterCode(browser, userId, `wrong${n}`)).status).toBe(401);
    expect((await enterCode(browser, userId, secret)).status).toBe(429);
  });

  it("allows ten wrong codes in total", async () => {
    const app = createTestApp();
    const unknown = `nobody${crypto.randomUUID()}@example.org`;
    const { userId } = await (await requestCode(app.browser(), unknown)).json<SentCode>();
    for (let n = 0; n < 10; n += 1) expect((await enterCode(app.browser(), userId, "000000")).status).toBe(401);
    expect((await enterCode(app.browser(), userId, "000000")).status).toBe(429);
  });

  it("allows three hundred wrong codes an hour from one network, over all addresses; correct ones do not count", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const signIn = async () => {
      const { userId, secret } = await newCode(app, app.browser(), email);
      // On the same network, on a device that the account does not know.
      const response = await enterCode(app.browser(browser.address), userId, secret);
      await app.waitForBackgroundTasks();
      return response.status;
    };
    await useAttempts(browser, "code-network", 290);
    for (let n = 0; n < 9; n += 1) {
      if (n === 3 || n === 6) expect(await signIn()).toBe(201);
      const { userId } = await (await requestCode(app.browser(), `nobody${n}.network@example.org`)).json<SentCode>();
      expect((await enterCode(browser, userId, "000000")).status).toBe(401);
    }
    expect(await signIn()).toBe(201);
    const { userId } = await (await requestCode(app.browser(), "last.network@example.org")).json<SentCode>();
    expect((await enterCode(browser, userId, "000000")).status).toBe(401);
    const right = await newCode(app, app.browser(), email);
    const rejected = await enterCode(browser, right.userId, right.secret);
    expect(await rejected.json()).toMatchObject({ error: { code: 429, type: "network_limited" } });
    expect((await enterCode(app.browser(), userId, "000000")).status).toBe(401);
  });

  it("accepts the newest code only, with any of the handles", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const older = await newCode(app, browser, email);
    const newer = await newCode(app, browser, email);
    for (const { userId } of [older, newer]) expect((await enterCode(browser, userId, older.secret)).status).toBe(401);
    expect((await enterCode(browser, older.userId, newer.secret)).status).toBe(201);
  });

  it("fails while the previous code cannot be revoked, and counts the e-mail", async () => {
    const app = createTestApp();
    const { email } = await join(app.browser());
    const broken = { ...bindings, EMAIL_TOKENS: unreachableNamespace<typeof bindings.EMAIL_TOKENS>() };
    const browser = app.browser();
    for (const address of [email, "nobody.noted@example.org"]) {
      for (let n = 0; n < 3; n += 1) {
        expect((await requestCode(browser, address, {}, broken)).status).toBe(500);
      }
      expect(await (await requestCode(browser, address)).json()).toMatchObject({ isMailed: false });
    }
  });

  it("accepts the previous code when the next one could not be sent", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    const browser = app.browser();
    const { userId, secret } = await newCode(app, browser, email);
    faults.on(/tokens\/email/, failsWith(500));
    expect((await requestCode(browser, email)).status).toBe(201);
    expect((await enterCode(browser, userId, secret)).status).toBe(201);
  });

  it.each([
    ["in the settings", "PATCH", "/account/password"],
    ["by a mailed link", "PUT", "/account/recovery"],
  ])("rejects a code that was sent before a new password was set %s", async (_, method, path) => {
    const app = createTestApp();
    const member = app.browser();
    const { email } = await join(member);
    const stranger = app.browser();
    const { userId, secret } = await newCode(app, stranger, email);
    await member.send("POST", "/account/recovery", { email });
    const link = await mailedLink(app, email, "recovery");
    const password = "Another-pass-9";
    const body = path.endsWith("recovery")
      ? { userId: link.userId, secret: link.secret, password }
      : { password, oldPassword: PASSWORD };
    expect((await member.send(method, path, body)).status).toBe(200);
    expect((await enterCode(stranger, userId, secret)).status).toBe(401);
    expect((await signInByCode(app, app.browser(), email)).status).toBe(201);
  });

  it("ends the session when the account cannot be loaded", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const laptop = app.browser();
    const { email } = await join(laptop);
    await signInByCode(app, laptop, email);
    const browser = app.browser();
    faults.on(/^GET \/account$/, failsWith(500), 1);
    expect((await signInByCode(app, browser, email)).status).toBe(502);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    await app.waitForBackgroundTasks();
    const { sessions } = await (await laptop.send("GET", "/account/sessions")).json<{ sessions: unknown[] }>();
    expect(sessions).toHaveLength(1);
  });

  it("counts no attempt while the backend fails, and accepts the code afterwards", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const { email } = await join(app.browser());
    const browser = app.browser();
    const { userId, secret } = await newCode(app, browser, email);
    faults.on(/sessions\/token/, failsWith(500), 12);
    for (let n = 0; n < 12; n += 1) expect((await enterCode(browser, userId, secret)).status).toBe(502);
    expect((await enterCode(browser, userId, secret)).status).toBe(201);
  });

  it("ends this browser's session first", async () => {
    const app = createTestApp();
    const browser = app.browser();
    const { email } = await join(browser);
    await signInByCode(app, browser, email);
    const { sessions } = await (await browser.send("GET", "/account/sessions")).json<{ sessions: unknown[] }>();
    expect(sessions).toMatchObject([{ current: true, method: "code" }]);
  });
});
