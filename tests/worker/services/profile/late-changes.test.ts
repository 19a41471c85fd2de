// Changes of a profile whose answer was lost, and which the backend makes late: none undoes a later one that was saved.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Faults, failsWith, Hold, LateCall } from "../../support/faults";
import { join, PASSWORD, signIn } from "../../support/people";
import { type Browser, createTestApp } from "../../support/test-app";

const CHANGES_PROFILE = /^PATCH .*\/rows\//;

async function memberWithFaults() {
  const faults = new Faults();
  const browser = createTestApp({ wrapServer: faults.wrap }).browser();
  await join(browser);
  return { faults, browser };
}

interface Part {
  what: string;
  /** The calls to the backend that change it. */
  calls: RegExp[];
  values: [string, string];
  change(browser: Browser, value: string): Promise<Response>;
  read(account: { user: Record<string, unknown>; profile: Record<string, unknown> }): unknown;
}

const PARTS: Part[] = [
  {
    what: "a field of the profile",
    calls: [CHANGES_PROFILE],
    values: ["Thane", "Nashik"],
    change: (browser, location) => browser.send("PATCH", "/profile", { location }),
    read: ({ profile }) => profile.location,
  },
  {
    what: "the role",
    calls: [CHANGES_PROFILE],
    values: ["Investor", "Entrepreneur"],
    change: (browser, role) => browser.send("PATCH", "/profile", { role }),
    read: ({ profile }) => profile.role,
  },
  {
    what: "the name",
    calls: [/^PATCH \/account\/name$/, CHANGES_PROFILE],
    values: ["Asha Patil", "Asha Joshi"],
    change: (browser, name) => browser.send("PATCH", "/account/name", { name }),
    read: ({ user, profile }) => (user.name === profile.name ? user.name : "two names"),
  },
  {
    what: "the phone number",
    calls: [/^PATCH \/account\/phone$/, CHANGES_PROFILE],
    values: ["+919820000001", "+919820000002"],
    change: (browser, phone) => browser.send("PATCH", "/account/phone", { phone, password: PASSWORD }),
    read: ({ user }) => user.phone,
  },
];
const CASES = PARTS.flatMap((part) => part.calls.map((call) => ({ ...part, call, name: `${part.what}, by ${call}` })));

async function readPart(browser: Browser, { read }: Part): Promise<unknown> {
  return read(await (await browser.send("GET", "/account")).json());
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a change that the backend makes late", () => {
  it.each(CASES)("makes another one wait, and does not undo it: $name", async ({ call, ...part }) => {
    const { faults, browser } = await memberWithFaults();
    const [first, second] = part.values;
    const late = new LateCall();
    faults.on(call, late.fault, 1);
    expect((await part.change(browser, first)).status).toBe(502);
    const refused = await part.change(browser, second);
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { type: "change_pending" } }]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(50);
    await late.make();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await part.change(browser, second)).status).toBe(200);
    expect(await readPart(browser, part)).toBe(second);
  });

  it.each(CASES)("can be sent again at once: $name", async ({ call, ...part }) => {
    const { faults, browser } = await memberWithFaults();
    const late = new LateCall();
    faults.on(call, late.fault, 1);
    expect((await part.change(browser, part.values[0])).status).toBe(502);
    expect((await part.change(browser, part.values[0])).status).toBe(200);
    await late.make();
    expect(await readPart(browser, part)).toBe(part.values[0]);
  });

  it("lets another one go on as soon as the profile shows it", async () => {
    const { faults, browser } = await memberWithFaults();
    const late = new LateCall();
    faults.on(CHANGES_PROFILE, late.fault, 1);
    const change = (fields: object) => browser.send("PATCH", "/profile", fields);
    const first = { location: "Thane", companyUrl: "https://kulkarni.example.in" };
    expect((await change(first)).status).toBe(502);
    expect((await change({ location: "Nashik" })).status).toBe(409);
    await late.make();
    expect((await change({ location: "Nashik" })).status).toBe(200);
  });

  it("can be sent again with more fields, and not with fewer", async () => {
    const { faults, browser } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, failsWith(504), 1);
    const change = (fields: object) => browser.send("PATCH", "/profile", fields);
    const first = { location: "Thane", companyUrl: "https://kulkarni.example.in" };
    expect((await change(first)).status).toBe(502);
    expect((await change({ location: "Thane" })).status).toBe(409);
    expect((await change({ ...first, role: "Investor" })).status).toBe(200);
  });

  it("is not made when the profile has its values already, since it would show nothing", async () => {
    const { faults, browser } = await memberWithFaults();
    const change = () => browser.send("PATCH", "/profile", { location: "Thane" });
    expect((await change()).status).toBe(200);
    faults.on(CHANGES_PROFILE, failsWith(504));
    expect((await change()).status).toBe(200);
  });

  it("may still be made when something else failed while it was under way", async () => {
    const { faults, browser } = await memberWithFaults();
    const holding = new Hold();
    faults.on(/^PATCH \/account\/name$/, holding.fault, 1);
    faults.on(/^GET .*\/rows/, failsWith(500));
    expect((await browser.send("PATCH", "/account/name", { name: "Asha Patil" })).status).toBe(502);
    faults.clear();
    expect((await browser.send("PATCH", "/account/name", { name: "Asha Joshi" })).status).toBe(409);
    holding.release();
  });
});

describe("a cookie whose session has ended", () => {
  it.each(PARTS)("makes nobody wait who changes $what", async ({ change, values }) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const [browser, stale] = [app.browser(), app.browser()];
    const { email } = await join(browser);
    for (const [name, value] of browser.cookies) stale.cookies.set(name, value);
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
    const number = { phone: "+919820000001", password: PASSWORD };
    if (isChanged) expect((await browser.send("PATCH", "/account/phone", number)).status).toBe(200);
    wait.resolve();
    await app.waitForBackgroundTasks();
    expect(faults.calls.filter((call) => SETS_PHONE.test(call))).toHaveLength(calls);
  });
});

describe("name, phone number and profile", () => {
  it("do not wait for each other", async () => {
    const { faults, browser } = await memberWithFaults();
    faults.on(CHANGES_PROFILE, failsWith(504), 3);
    const [profile, , name, phone] = PARTS;
    const changes = [profile, name, phone].map((part) => part?.change(browser, part.values[0]));
    expect((await Promise.all(changes)).map((response) => response?.status)).toEqual([502, 502, 502]);
  });
});
