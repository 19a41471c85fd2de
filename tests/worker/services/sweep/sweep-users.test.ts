import { beforeEach, describe, expect, it } from "vitest";
import { sweepUnclaimedUsers } from "../../../../worker/services/sweep/sweep-users";
import { PROVEN, proveAddress, requestCode, requestSignUpCode } from "../../support/codes";
import { Faults, failsWith } from "../../support/faults";
import { join, PASSWORD, signUpForm } from "../../support/people";
import { createTestApp, type TestApp } from "../../support/test-app";
import { admin } from "../../support/uploads";

const DAY_MS = 24 * 3600 * 1000;
const quiet = () => {};
const later = (ms: number) => Date.now() + ms;
const isThere = async (email: string) => (await (await admin()).users.findByEmail(email)) !== null;

/** Somebody who asked for a code to join with, and came no further. */
async function newBareUser(app: TestApp): Promise<string> {
  const { email } = signUpForm();
  await requestSignUpCode(app.browser(), email);
  expect(await isThere(email)).toBe(true);
  return email;
}

describe("the sweep of users", () => {
  // What is counted below is what one test made.
  beforeEach(async () => {
    await sweepUnclaimedUsers(await admin(), quiet, later(2 * DAY_MS));
  });

  it("deletes those whom a code made and nobody has become, proven or not, a day later", async () => {
    const app = createTestApp();
    const asked = await newBareUser(app);
    const { email: proven } = signUpForm();
    await proveAddress(app, app.browser(), proven);
    await sweepUnclaimedUsers(await admin(), quiet, later(DAY_MS - 60_000));
    for (const email of [asked, proven]) expect(await isThere(email)).toBe(true);
    expect(await sweepUnclaimedUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(2);
    for (const email of [asked, proven]) expect(await isThere(email)).toBe(false);
  });

  it("leaves members alone, and who has a profile without a password, or a phone; a name alone is no member's", async () => {
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
    expect(await sweepUnclaimedUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(1);
    for (const email of [member, form.email, profiled, reached]) expect(await isThere(email)).toBe(true);
    expect(await isThere(named)).toBe(false);
  });

  it.each(["a password", "a profile", "a change"])("looks again before it deletes: %s came meanwhile", async (what) => {
    const email = await newBareUser(createTestApp());
    const backend = await admin();
    const userId = (await backend.users.findByEmail(email))?.$id ?? "";
    const now = later(DAY_MS + 60_000);
    const faults = new Faults();
    // The list is old by the time the first of it is deleted.
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
    expect(await sweepUnclaimedUsers(await admin(faults.wrap), quiet, now)).toBe(0);
    expect(await isThere(email)).toBe(true);
    await backend.users.delete(userId);
  });

  it("goes through all pages, and on after one who cannot be deleted", async () => {
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
    const note = (level: string, entry: object) => log.push({ level, ...entry });
    expect(await sweepUnclaimedUsers(await admin(faults.wrap), note, later(DAY_MS + 60_000))).toBe(102);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "unclaimed user not deleted" }));
    expect(await sweepUnclaimedUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(1);
    for (const email of emails) expect(await isThere(email)).toBe(false);
  });

  it("runs every hour where a code comes before the account, and nowhere else", async () => {
    const app = createTestApp();
    const email = await newBareUser(app);
    await app.scheduled();
    expect(app.log.filter(({ event }) => event === "user sweep")).toEqual([]);
    await app.scheduled(PROVEN);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "user sweep", deleted: 0 }));
    expect(await isThere(email)).toBe(true);
  });

  it("fails by itself, beside that of files, and the log says which", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapEndpoint: faults.wrap });
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
