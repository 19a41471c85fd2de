import { describe, expect, it } from "vitest";
import { sweepBareUsers } from "../../../worker/services/sweep-users";
import { ask, askAtSignUp, PROVEN, prove } from "../support/codes";
import { createEdge, type Edge } from "../support/edge";
import { Faults, failsWith } from "../support/faults";
import { join, signUpForm } from "../support/people";
import { admin } from "../support/uploads";

const DAY_MS = 24 * 3600 * 1000;
const quiet = () => {};
const later = (ms: number) => Date.now() + ms;
const isThere = async (email: string) => (await (await admin()).users.findByEmail(email)) !== null;

/** Somebody who asked for a code to join with, and came no further. */
async function newBareUser(edge: Edge): Promise<string> {
  const { email } = signUpForm();
  await askAtSignUp(edge.browser(), email);
  expect(await isThere(email)).toBe(true);
  return email;
}

describe("the sweep of users", () => {
  it("deletes those whom a code made and nobody has become, proven or not, a day later", async () => {
    const edge = createEdge();
    const asked = await newBareUser(edge);
    const { email: proven } = signUpForm();
    await prove(edge, edge.browser(), proven);
    await sweepBareUsers(await admin(), quiet, later(DAY_MS - 60_000));
    for (const email of [asked, proven]) expect(await isThere(email)).toBe(true);
    expect(await sweepBareUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(2);
    for (const email of [asked, proven]) expect(await isThere(email)).toBe(false);
  });

  it("leaves members alone, and who has a name, or a profile without a password", async () => {
    const edge = createEdge();
    const { email: member } = await join(edge.browser());
    const browser = edge.browser();
    const form = signUpForm();
    const { proof } = await prove(edge, browser, form.email);
    const joined = await browser.send("POST", "/account", { ...form, emailProof: proof }, PROVEN);
    expect(joined.status).toBe(201);
    const [named, profiled] = [await newBareUser(edge), await newBareUser(edge)];
    const { users, profiles } = await admin();
    await users.setName((await users.findByEmail(named))?.$id ?? "", "Bina");
    await profiles.create((await users.findByEmail(profiled))?.$id ?? "", { Email: profiled });
    expect(await sweepBareUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(0);
    for (const email of [member, form.email, named, profiled]) expect(await isThere(email)).toBe(true);
  });

  it("goes through all pages, and on after one who cannot be deleted", async () => {
    const edge = createEdge();
    const emails: string[] = [];
    for (let i = 0; i < 103; i += 1) {
      const email = `crowd${i}.sweep@example.org`;
      expect((await ask(edge.browser(), email, { purpose: "sign-up" }, PROVEN)).status).toBe(201);
      emails.push(email);
    }
    const faults = new Faults();
    faults.on(/^DELETE \/users/, failsWith(500), 1);
    const log: object[] = [];
    const note = (level: string, entry: object) => log.push({ level, ...entry });
    expect(await sweepBareUsers(await admin(faults.wrap), note, later(DAY_MS + 60_000))).toBe(102);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "bare user not deleted" }));
    expect(await sweepBareUsers(await admin(), quiet, later(DAY_MS + 60_000))).toBe(1);
    for (const email of emails) expect(await isThere(email)).toBe(false);
  });

  it("runs every hour where a code comes before the account, and nowhere else", async () => {
    const edge = createEdge();
    const email = await newBareUser(edge);
    await edge.scheduled();
    expect(edge.log.filter(({ event }) => event === "user sweep")).toEqual([]);
    await edge.scheduled(PROVEN);
    expect(edge.log).toContainEqual(expect.objectContaining({ event: "user sweep", deleted: 0 }));
    expect(await isThere(email)).toBe(true);
  });
});
