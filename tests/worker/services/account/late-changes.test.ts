// Changes of an account whose answer was lost, and which the backend carries out late: none undoes a later one that was saved.
import { afterEach, describe, expect, it, vi } from "vitest";
import { AccountChangeRecords } from "../../../../worker/services/account/account-change-records";
import { PROVEN, proveAddress } from "../../support/codes";
import { Faults, failsWith, Hold, LateCall, respondsWith } from "../../support/faults";
import { mailedLink } from "../../support/mails";
import { copyOf, join, PASSWORD, signIn, signUpForm } from "../../support/people";
import {
  createAuthenticator,
  currentCode,
  mailedEnrolmentCode,
  switchOn,
  verifyEmail,
} from "../../support/second-factor";
import { type Browser, createTestApp } from "../../support/test-app";
import { admin } from "../../support/uploads";

const CHANGES_PROFILE = /^PATCH .*\/rows\//;

async function memberWithFaults() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const browser = app.browser();
  const { email } = await join(browser);
  return { app, faults, browser, email };
}

interface Part {
  what: string;
  /** The calls to the backend that change it. */
  calls: RegExp[];
  values: [string, string];
  change(browser: Browser, value: string): Promise<Response>;
  read(account: { user: Record<string, unknown>; profile: Record<string, unknown> }): unknown;
}

const FIELD: Part = {
  what: "a field of the profile",
  calls: [CHANGES_PROFILE],
  values: ["Thane", "Nashik"],
  change: (browser, location) => browser.send("PATCH", "/profile", { location }),
  read: ({ profile }) => profile.location,
};
const ROLE: Part = {
  what: "the role",
  calls: [CHANGES_PROFILE],
  values: ["Investor", "Entrepreneur"],
  change: (browser, role) => browser.send("PATCH", "/profile", { role }),
  read: ({ profile }) => profile.role,
};
const NAME: Part = {
  what: "the name",
  calls: [/^PATCH \/account\/name$/, CHANGES_PROFILE],
  values: ["Asha Patil", "Asha Joshi"],
  change: (browser, name) => browser.send("PATCH", "/account/name", { name }),
  read: ({ user, profile }) => (user.name === profile.name ? user.name : "two names"),
};
const PHONE: Part = {
  what: "the phone number",
  calls: [/^PATCH \/account\/phone$/, CHANGES_PROFILE],
  values: ["+919820000001", "+919820000002"],
  change: (browser, phone) => browser.send("PATCH", "/account/phone", { phone, password: PASSWORD }),
  read: ({ user }) => user.phone,
};
const PARTS = [FIELD, ROLE, NAME, PHONE];
const CASES = PARTS.flatMap((part) => part.calls.map((call) => ({ ...part, call, name: `${part.what}, by ${call}` })));

async function readPart(browser: Browser, { read }: Part): Promise<unknown> {
  return read(await (await browser.send("GET", "/account")).json());
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a change that the backend may carry out late", () => {
  it.each(CASES)("blocks another one until a minute is over: $name", async ({ call, ...part }) => {
    const { faults, browser } = await memberWithFaults();
    const [first, second] = part.values;
    faults.on(call, failsWith(504), 1);
    vi.useFakeTimers({ toFake: ["Date"] });
    expect((await part.change(browser, first)).status).toBe(502);
    const refused = await part.change(browser, second);
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { type: "change_pending" } }]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(50);
    const lostAt = Date.now();
    vi.setSystemTime(lostAt + 55_000);
    expect((await part.change(browser, second)).status).toBe(409);
    vi.setSystemTime(lostAt + 61_000);
    expect((await part.change(browser, second)).status).toBe(200);
    expect(await readPart(browser, part)).toBe(second);
  });

  it.each(CASES)("can be sent again at once: $name", async ({ call, ...part }) => {
    const { faults, browser } = await memberWithFaults();
    const late = new LateCall();
    faults.on(call, late.fault, 1);
    expect((await part.change(browser, part.values[0])).status).toBe(502);
    expect((await part.change(browser, part.values[0])).status).toBe(200);
    await late.carryOut();
    expect(await readPart(browser, part)).toBe(part.values[0]);
  });

  it("is followed by another one as soon as the profile shows it", async () => {
    const { faults, browser } = await memberWithFaults();
    const late = new LateCall();
    faults.on(CHANGES_PROFILE, late.fault, 1);
    const change = (fields: object) => browser.send("PATCH", "/profile", fields);
    const first = { location: "Thane", companyUrl: "https://kulkarni.example.in" };
    expect((await change(first)).status).toBe(502);
    expect((await change({ location: "Nashik" })).status).toBe(409);
    await late.carryOut();
    expect((await change({ location: "Nashik" })).status).toBe(200);
  });

  it("can be sent again with more fields, and not with fewer", async () => {
    const { faults, browser } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, failsWith(504), 1);
    const change = (fields: object) => browser.send("PATCH", "/profile", fields);
    const first = { location: "Thane", companyUrl: "https://kulkarni.example.in" };
    expect((await change(first)).status).toBe(502);
    expect((await change({ location: "Thane" })).status).toBe(409);
    // A repetition that is refused for another reason leaves no trace.
    expect((await change({ ...first, role: "Student" })).status).toBe(422);
    expect((await change({ ...first, role: "Investor" })).status).toBe(200);
  });

  it("may be the insertion of a missing profile", async () => {
    const { faults, browser } = await memberWithFaults();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await (await admin()).profiles.delete(user.id);
    faults.on(/^POST .*\/rows$/, failsWith(504), 1);
    expect((await FIELD.change(browser, "Thane")).status).toBe(502);
    expect((await FIELD.change(browser, "Nashik")).status).toBe(409);
  });

  it("is one whose answer came from a gateway, not from Appwrite: a 500 without a type", async () => {
    const { faults, browser } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, respondsWith(500, "Internal Server Error", { "Content-Type": "text/plain" }), 1);
    expect((await FIELD.change(browser, "Thane")).status).toBe(502);
    expect((await FIELD.change(browser, "Nashik")).status).toBe(409);
  });

  it("is one whose request failed in another call first", async () => {
    const { faults, browser, app } = await memberWithFaults();
    const holding = new Hold();
    faults.on(/^PATCH \/account\/name$/, holding.fault, 1);
    faults.on(/^GET .*\/rows/, failsWith(500));
    expect((await NAME.change(browser, "Asha Patil")).status).toBe(502);
    faults.clear();
    expect((await NAME.change(browser, "Asha Joshi")).status).toBe(409);
    holding.release();
    await app.waitForBackgroundTasks();
  });
});

describe("a change of a profile", () => {
  it("makes no call when the profile has its values already: it would not show whether the call was carried out", async () => {
    const { faults, browser } = await memberWithFaults();
    expect((await FIELD.change(browser, "Thane")).status).toBe(200);
    faults.on(CHANGES_PROFILE, failsWith(504));
    expect((await FIELD.change(browser, "Thane")).status).toBe(200);
  });

  it("succeeds when its end cannot be recorded, and blocks others for a minute", async () => {
    const { browser } = await memberWithFaults();
    vi.spyOn(AccountChangeRecords.prototype, "end").mockRejectedValueOnce(new Error("unreachable"));
    expect((await FIELD.change(browser, "Thane")).status).toBe(200);
    expect((await FIELD.change(browser, "Nashik")).status).toBe(409);
  });

  it("does not block a change of another part", async () => {
    const { faults, browser } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, failsWith(504), 3);
    const changes = [FIELD, NAME, PHONE].map((part) => part.change(browser, part.values[0]));
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([502, 502, 502]);
  });
});

describe("a cookie whose session has ended", () => {
  it.each(PARTS)("blocks nobody who changes $what", async ({ change, values }) => {
    const { app, faults, browser, email } = await memberWithFaults();
    const stale = copyOf(app, browser);
    await browser.send("DELETE", "/account/sessions");
    await signIn(browser, email);
    const holding = new Hold();
    faults.on(/^GET \/account$/, holding.fault, 1);
    const refused = change(stale, values[1]);
    await expect.poll(() => holding.count).toBe(1);
    expect((await change(browser, values[0])).status).toBe(200);
    holding.release();
    expect((await refused).status).toBe(401);
  });
});

describe("the phone number of a sign-up, which is saved after the response", () => {
  const SETS_PHONE = /^PATCH \/users\/[^/]+\/phone$/;

  it.each([
    { what: "is left alone once the member has saved another one", isChanged: true, calls: 1 },
    { what: "is saved when there is no other one", isChanged: false, calls: 2 },
  ])("$what", async ({ isChanged, calls }) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const wait = Promise.withResolvers<void>();
    vi.spyOn(scheduler, "wait").mockReturnValue(wait.promise);
    faults.on(SETS_PHONE, failsWith(500), 1);
    await join(browser);
    if (isChanged) expect((await PHONE.change(browser, "+919820000001")).status).toBe(200);
    wait.resolve();
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => SETS_PHONE.test(call))).toHaveLength(calls);
  });

  it("blocks another one while it may still be carried out", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    vi.spyOn(scheduler, "wait").mockReturnValue(new Promise(() => {}));
    faults.on(SETS_PHONE, failsWith(504), 1);
    await join(browser);
    expect((await PHONE.change(browser, "+919820000001")).status).toBe(409);
  });
});

describe("a change of two-step sign-in that the backend may carry out late", () => {
  const PATH = "/account/second-factor";
  const CODES = `${PATH}/recovery-codes`;
  const REMOVES_OWN_APP = /^DELETE \/account\/mfa\/authenticators\/totp$/;

  async function carefulMember() {
    const member = await memberWithFaults();
    const { user } = await (await member.browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    const { recoveryCodes } = await switchOn(member.browser);
    const proofs = recoveryCodes.map((code) => ({ password: PASSWORD, code }));
    return { ...member, proofs };
  }

  /** Expects that no new app can be connected for a minute. */
  async function expectBlockedEnrolment(browser: Browser, mailedCode?: string) {
    const code = mailedCode ?? (await mailedEnrolmentCode(browser));
    const begin = () => browser.send("POST", `${PATH}/authenticator`, { code });
    expect(await (await begin()).json()).toMatchObject({ error: { type: "change_pending" } });
    vi.setSystemTime(Date.now() + 61_000);
    expect((await begin()).status).toBe(200);
  }

  it("blocks new recovery codes for a minute, and a blocked try uses up no code", async () => {
    const { faults, browser, proofs } = await carefulMember();
    vi.useFakeTimers({ toFake: ["Date"] });
    faults.on(/^PATCH \/account\/mfa\/recovery-codes$/i, failsWith(504), 1);
    expect((await browser.send("POST", CODES, proofs[0])).status).toBe(502);
    expect((await browser.send("POST", CODES, proofs[1])).status).toBe(409);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await browser.send("POST", CODES, proofs[1])).status).toBe(200);
  });

  it("cannot switch it off after it was switched on again", async () => {
    const { app, faults, browser, proofs } = await carefulMember();
    faults.on(/^PATCH \/account\/mfa$/, failsWith(504), 1);
    expect((await browser.send("DELETE", PATH, proofs[0])).status).toBe(502);
    expect((await browser.send("DELETE", PATH, proofs[1])).status).toBe(204);
    await app.waitForBackgroundTasks();
    const code = await currentCode(await createAuthenticator(browser));
    expect((await browser.send("PUT", `${PATH}/authenticator`, { code })).status).toBe(409);
  });

  it("cannot switch it on after it was switched off", async () => {
    const { faults, browser } = await memberWithFaults();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    const code = await currentCode(await createAuthenticator(browser));
    faults.on(/^PATCH \/account\/mfa$/, failsWith(504), 1);
    expect((await browser.send("PUT", `${PATH}/authenticator`, { code })).status).toBe(502);
    expect((await browser.send("DELETE", PATH, { password: PASSWORD, code })).status).toBe(409);
  });

  it("has the recovery codes of an earlier time replaced once", async () => {
    const { app, faults, browser, proofs } = await carefulMember();
    await browser.send("DELETE", PATH, proofs[0]);
    await app.waitForBackgroundTasks();
    const code = await currentCode(await createAuthenticator(browser));
    faults.on(/^PUT \/users\/[^/]+\/mfa\/recovery-codes$/i, failsWith(504), 1);
    expect((await browser.send("PUT", `${PATH}/authenticator`, { code })).status).toBe(502);
    expect((await browser.send("PUT", `${PATH}/authenticator`, { code })).status).toBe(409);
  });

  it("cannot replace the key of an app that was told since", async () => {
    const { faults, browser } = await memberWithFaults();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    vi.useFakeTimers({ toFake: ["Date"] });
    const code = await mailedEnrolmentCode(browser);
    faults.on(/^POST \/account\/mfa\/authenticators\/totp$/, failsWith(504), 1);
    expect((await browser.send("POST", `${PATH}/authenticator`, { code })).status).toBe(502);
    await expectBlockedEnrolment(browser, code);
  });

  it("cannot remove a new app: the removal of the old one, by switching it off", async () => {
    const { app, faults, browser, proofs } = await carefulMember();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(scheduler, "wait").mockResolvedValue();
    faults.on(REMOVES_OWN_APP, failsWith(504));
    expect((await browser.send("DELETE", PATH, proofs[0])).status).toBe(204);
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => REMOVES_OWN_APP.test(call))).toHaveLength(1);
    await expectBlockedEnrolment(browser);
  });

  it("cannot remove a new app: the removal of the old one, by switching it on again", async () => {
    const { faults, browser, proofs } = await carefulMember();
    vi.useFakeTimers({ toFake: ["Date"] });
    faults.on(REMOVES_OWN_APP, failsWith(500));
    expect((await browser.send("DELETE", PATH, proofs[0])).status).toBe(204);
    faults.on(/^DELETE \/users\/[^/]+\/mfa\/authenticators\/totp$/, failsWith(504), 1);
    const code = await mailedEnrolmentCode(browser);
    expect((await browser.send("POST", `${PATH}/authenticator`, { code })).status).toBe(502);
    await expectBlockedEnrolment(browser, code);
  });

  it("is one step of an enrolment at a time, also a minute after the first step", async () => {
    const { faults, browser } = await memberWithFaults();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await verifyEmail(user.id);
    vi.useFakeTimers({ toFake: ["Date"] });
    const secret = await createAuthenticator(browser);
    vi.setSystemTime(Date.now() + 57_000);
    const code = await currentCode(secret);
    const holding = new Hold();
    faults.on(/^POST \/account\/mfa\/recovery-codes$/i, holding.fault, 1);
    const confirm = () => browser.send("PUT", `${PATH}/authenticator`, { code });
    const first = confirm();
    await expect.poll(() => holding.count).toBe(1);
    vi.setSystemTime(Date.now() + 4_000);
    expect((await confirm()).status).toBe(409);
    holding.release();
    expect((await first).status).toBe(200);
  });
});

describe("a password that the backend may set late", () => {
  const [first, second] = ["First-neem-77x", "Second-mango-88y"] as const;

  it("blocks another one in the settings and after a mailed link, and can be sent again", async () => {
    const { app, faults, browser, email } = await memberWithFaults();
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const change = (password: string) =>
      browser.send("PATCH", "/account/password", { password, oldPassword: PASSWORD });
    faults.on(/^PATCH \/account\/password$/, failsWith(504), 1);
    expect((await change(first)).status).toBe(502);
    expect((await change(second)).status).toBe(409);
    const link = { userId, secret, password: second };
    expect((await app.browser().send("PUT", "/account/recovery", link)).status).toBe(409);
    expect((await change(first)).status).toBe(200);
  });

  it("does not take the place of the one with which somebody joins after a code", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const form = signUpForm();
    const { proof: emailProof } = await proveAddress(app, browser, form.email);
    const send = (password: string) => {
      const body = { ...form, password, confirmPassword: password, emailProof };
      return browser.send("POST", "/account", body, PROVEN);
    };
    faults.on(/^PATCH \/users\/[^/]+\/password$/, failsWith(504), 1);
    expect((await send(first)).status).toBe(502);
    expect((await send(second)).status).toBe(409);
    expect((await send(first)).status).toBe(201);
  });

  it("does not block a mailed link while somebody with a session has passwords checked", async () => {
    const { app, faults, browser, email } = await memberWithFaults();
    await browser.send("POST", "/account/recovery", { email });
    const { userId, secret } = await mailedLink(app, email, "recovery");
    const holding = new Hold();
    faults.on(/^POST \/account\/sessions\/email$/, holding.fault, 1);
    const changing = browser.send("PATCH", "/account/password", { password: first, oldPassword: PASSWORD });
    await expect.poll(() => holding.count).toBe(1);
    const link = { userId, secret, password: second };
    expect((await app.browser().send("PUT", "/account/recovery", link)).status).toBe(200);
    holding.release();
    expect((await changing).status).toBe(401);
  });

  it("is not blocked by somebody without the link's secret", async () => {
    const { app, faults, browser, email } = await memberWithFaults();
    await browser.send("POST", "/account/recovery", { email });
    const { userId } = await mailedLink(app, email, "recovery");
    const holding = new Hold();
    faults.on(/^PUT \/account\/recovery$/, holding.fault, 1);
    const wrong = { userId, secret: "0".repeat(64), password: first };
    const refused = app.browser().send("PUT", "/account/recovery", wrong);
    await expect.poll(() => holding.count).toBe(1);
    const change = { password: second, oldPassword: PASSWORD };
    expect((await browser.send("PATCH", "/account/password", change)).status).toBe(200);
    holding.release();
    expect((await refused).status).toBe(401);
  });
});
