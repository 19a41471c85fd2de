import { beforeEach, describe, expect, it } from "vitest";
import { sweepUnfinishedUsers } from "../../../../worker/services/sweep/sweep-users";
import { PROVEN, proveAddress, requestCode, requestSignUpCode } from "../../support/codes";
import { Faults, failsWith } from "../../support/faults";
import { join, PASSWORD, signUpForm } from "../../support/people";
import { createTestApp, type TestApp } from "../../support/test-app";
import { admin } from "../../support/uploads";

const DAY_MS = 24 * 3600 * 1000;
const ignoreLog = () => {};
const after = (ms: number) => Date.now() + ms;
const userExists = async (email: string) => (await (await admin()).users.findByEmail(email)) !== null;

/** Creates a user by a sign-up code, without finishing sign-up. */
async function newBareUser(app: TestApp): Promise<string> {
  const { email } = signUpForm();
  await requestSignUpCode(app.browser(), email);
  expect(await userExists(email)).toBe(true);
  return email;
}

describe("sweepUnfinishedUsers", () => {
  // Each test counts only its own users.
  beforeEach(async () => {
    await sweepUnfinishedUsers(await admin(), ignoreLog, after(2 * DAY_MS));
  });

  it("deletes unfinished users after a day, with a proven address or without", async () => {
    const app = createTestApp();
    const asked = await newBareUser(app);
    const { email: proven } = signUpForm();
    await proveAddress(app, app.browser(), proven);
    await sweepUnfinishedUsers(await admin(), ignoreLog, after(DAY_MS - 60_000));
    for (const email of [asked, proven]) expect(await userExists(email)).toBe(true);
    expect(await sweepUnfinishedUsers(await admin(), ignoreLog, after(DAY_MS + 60_000))).toBe(2);
    for (const email of [asked, proven]) expect(await userExists(email)).toBe(false);
  });

  it("finds them after a month in which it failed, and leaves older ones to whoever made them", async () => {
    const email = await newBareUser(createTestApp());
    expect(await sweepUnfinishedUsers(await admin(), ignoreLog, after(32 * DAY_MS))).toBe(0);
    expect(await userExists(email)).toBe(true);
    expect(await sweepUnfinishedUsers(await admin(), ignoreLog, after(30 * DAY_MS))).toBe(1);
    expect(await userExists(email)).toBe(false);
  });

  it("keeps users with a password, a profile or a phone, but not with a name only", async () => {
    const app = createTestApp();
    const { email: member } = await join(app.browser());
    const browser = app.browser();
    const form = signUpForm();
    const { proof } = await proveAddress(app, browser, form.email);
    const joined = await browser.send("POST", "/account", { ...form, emailProof: proof }, PROVEN);
    expect(joined.status).toBe(201);
    const [named, profiled, reached] = [await newBareUser(app), await newBareUser(app), await newBareUser(app)];
    const { users, profiles } = await admin();
    await users.setName((await users.findByEmail(named))?.$id ?? "", "Bina");
    await profiles.create((await users.findByEmail(profiled))?.$id ?? "", { Email: profiled });
    await users.setPhone((await users.findByEmail(reached))?.$id ?? "", "+919822044401");
    expect(await sweepUnfinishedUsers(await admin(), ignoreLog, after(DAY_MS + 60_000))).toBe(1);
    for (const email of [member, form.email, profiled, reached]) expect(await userExists(email)).toBe(true);
    expect(await userExists(named)).toBe(false);
  });

  it.each(["a password", "a profile", "a change"])(
    "checks again before deletion: %s was added meanwhile",
    async (what) => {
      const email = await newBareUser(createTestApp());
      const backend = await admin();
      const userId = (await backend.users.findByEmail(email))?.$id ?? "";
      const now = after(DAY_MS + 60_000);
      const faults = new Faults();
      // A list from before the change.
      const listed = await backend.users.listWithoutPassword(new Date(0), new Date(now - DAY_MS));
      const users = listed.filter(({ $id }) => $id === userId).map((user) => ({ ...user, passwordUpdate: null }));
      expect(users).toHaveLength(1);
      faults.on(/^GET \/users$/, async () => Response.json({ total: 1, users }), 1);
      faults.on(/documents$/, async () => Response.json({ total: 0, documents: [] }), 1);
      if (what === "a change") {
        const { $id, $createdAt, ...rest } = { ...users[0], $updatedAt: new Date(now).toISOString() };
        faults.on(/^GET \/users\//, async () => Response.json({ $id, $createdAt, ...rest }), 1);
      } else if (what === "a profile") await backend.profiles.create(userId, { Email: email });
      else await backend.users.setPassword(userId, PASSWORD);
      expect(await sweepUnfinishedUsers(await admin(faults.wrap), ignoreLog, now)).toBe(0);
      expect(await userExists(email)).toBe(true);
      await backend.users.delete(userId);
    },
  );

  it("processes all pages, and continues after a failed deletion", async () => {
    const app = createTestApp();
    const emails: string[] = [];
    for (let i = 0; i < 103; i += 1) {
      const email = `crowd${i}.sweep@example.org`;
      expect((await requestCode(app.browser(), email, { purpose: "sign-up" }, PROVEN)).status).toBe(201);
      emails.push(email);
    }
    const faults = new Faults();
    faults.on(/^DELETE \/users/, failsWith(500), 1);
    const log: object[] = [];
    const writeLog = (level: string, entry: object) => log.push({ level, ...entry });
    expect(await sweepUnfinishedUsers(await admin(faults.wrap), writeLog, after(DAY_MS + 60_000))).toBe(102);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "unfinished user not deleted" }));
    expect(await sweepUnfinishedUsers(await admin(), ignoreLog, after(DAY_MS + 60_000))).toBe(1);
    for (const email of emails) expect(await userExists(email)).toBe(false);
  });

  it("runs only when sign-up needs a verified address", async () => {
    const app = createTestApp();
    const email = await newBareUser(app);
    await app.scheduled();
    expect(app.log.filter(({ event }) => event === "user sweep")).toEqual([]);
    await app.scheduled(PROVEN);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "user sweep", deleted: 0 }));
    expect(await userExists(email)).toBe(true);
  });

  it("logs its failure without stopping the sweep of files", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    faults.on(/^GET \/users$/, failsWith(500));
    await app.scheduled(PROVEN);
    expect(app.log.map(({ level, event }) => [level, event])).toEqual(
      expect.arrayContaining([
        ["error", "user sweep failed"],
        ["info", "file sweep"],
      ]),
    );
  });
});
