import { describe, expect, it } from "vitest";
import { sweepUnclaimedFiles } from "../../../../worker/services/sweep/sweep-files";
import { Faults, failsWith } from "../../support/faults";
import { join, STUDENT } from "../../support/people";
import { createTestApp } from "../../support/test-app";
import { admin, storedFiles, upload } from "../../support/uploads";

/** The lifetime of a ticket and an hour. */
const WAIT_MS = 25 * 3600 * 1000;
const ignoreLog = () => {};

describe("sweepUnclaimedFiles", () => {
  it("deletes uploads that no profile names, complete or not, and keeps members' files", async () => {
    const app = createTestApp();
    const unclaimed = await upload(app.browser(), { kind: "resume", name: "a.pdf" });
    const half = await upload(app.browser(), { kind: "resume", name: "b.pdf", size: 6_000_000, send: 5_242_880 });
    const claimed = await upload(app.browser(), { kind: "resume", name: "c.pdf" });
    const member = app.browser();
    await join(member, { ...STUDENT, resumeId: claimed.id, uploadTicket: claimed.ticket });
    const forgotten = await upload(member, { kind: "resume", name: "d.pdf" });
    const deleted = await sweepUnclaimedFiles(await admin(), ignoreLog, Date.now() + WAIT_MS + 60_000);
    expect(deleted).toBeGreaterThanOrEqual(3);
    const files = await storedFiles();
    expect(files).toContain(claimed.id);
    for (const { id } of [unclaimed, half, forgotten]) expect(files).not.toContain(id);
  });

  it("processes all pages while it deletes", async () => {
    const app = createTestApp();
    const browsers = [app.browser(), app.browser()] as const;
    const uploads: { id: string }[] = [];
    for (let i = 0; i < 101; i += 1) {
      uploads.push(await upload(browsers[i % 2 ? 0 : 1], { kind: "resume", name: "a.pdf", size: 10 }));
    }
    const deleted = await sweepUnclaimedFiles(await admin(), ignoreLog, Date.now() + WAIT_MS + 60_000);
    expect(deleted).toBeGreaterThanOrEqual(101);
    const files = await storedFiles();
    expect(uploads.filter(({ id }) => files.includes(id))).toEqual([]);
  });

  it("logs a failed deletion and continues", async () => {
    const browser = createTestApp().browser();
    const uploads = [];
    for (let i = 0; i < 3; i += 1) uploads.push(await upload(browser, { kind: "resume", name: "a.pdf" }));
    const faults = new Faults();
    faults.on(/^DELETE \/storage/, failsWith(500), 1);
    const log: object[] = [];
    const now = Date.now() + WAIT_MS + 60_000;
    await sweepUnclaimedFiles(await admin(faults.wrap), (level, entry) => log.push({ level, ...entry }), now);
    const files = await storedFiles();
    expect(uploads.filter(({ id }) => files.includes(id))).toHaveLength(1);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "unclaimed file not deleted" }));
    expect(log).toContainEqual(expect.objectContaining({ event: "file sweep", failed: 1 }));
    await sweepUnclaimedFiles(await admin(), ignoreLog, now);
    const left = await storedFiles();
    expect(uploads.filter(({ id }) => left.includes(id))).toEqual([]);
  });

  it("keeps a file that a running sign-up may still claim", async () => {
    const { id } = await upload(createTestApp().browser(), { kind: "resume", name: "a.pdf" });
    await sweepUnclaimedFiles(await admin(), ignoreLog, Date.now() + WAIT_MS - 60_000);
    expect(await storedFiles()).toContain(id);
  });

  it("keeps an upload while its ticket is valid", async () => {
    const app = createTestApp();
    const { id } = await upload(app.browser(), { kind: "resume", name: "a.pdf" });
    await app.scheduled();
    expect(await storedFiles()).toContain(id);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "file sweep", deleted: 0 }));
  });
});
