import { describe, expect, it } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { UploadRecords } from "../../../../worker/services/files/upload-records";
import { sweepUnclaimedFiles } from "../../../../worker/services/sweep/sweep-files";
import { Faults, failsWith } from "../../support/faults";
import { join, STUDENT } from "../../support/people";
import { bindings, createTestApp } from "../../support/test-app";
import { admin, fileBytes, sendBytes, storedFiles, TUS, upload } from "../../support/uploads";

/** How long an upload may be left alone. */
const WAIT_MS = 2 * 3600 * 1000;
const ignoreLog = () => {};
const records = new UploadRecords(bindings.REVOCATIONS);

describe("sweepUnclaimedFiles", () => {
  it("deletes uploads that no profile names, complete or not, and keeps members' files", async () => {
    const app = createTestApp();
    const unclaimed = await upload(app.browser(), { kind: "resume", name: "a.pdf" });
    const half = await upload(app.browser(), { kind: "resume", name: "b.pdf", size: 6_000_000, send: 5_242_880 });
    const claimed = await upload(app.browser(), { kind: "resume", name: "c.pdf" });
    const member = app.browser();
    await join(member, { ...STUDENT, resumeId: claimed.id, uploadTicket: claimed.ticket });
    const forgotten = await upload(member, { kind: "resume", name: "d.pdf" });
    const deleted = await sweepUnclaimedFiles(await admin(), records, ignoreLog, Date.now() + WAIT_MS + 60_000);
    expect(deleted).toBeGreaterThanOrEqual(3);
    const files = await storedFiles();
    expect(files).toContain(claimed.id);
    for (const { id } of [unclaimed, half, forgotten]) expect(files).not.toContain(id);
  });

  it("deletes page by page, also when a later page cannot be read", async () => {
    const app = createTestApp();
    const browsers = [app.browser(), app.browser()] as const;
    const now = Date.now() + WAIT_MS + 60_000;
    // Each test counts only its own files.
    await sweepUnclaimedFiles(await admin(), records, ignoreLog, now);
    const uploads: { id: string }[] = [];
    for (let i = 0; i < 201; i += 1) {
      uploads.push(await upload(browsers[i % 2 ? 0 : 1], { kind: "resume", name: "a.pdf", size: 10 }));
    }
    const left = async () => {
      const files = (await (await admin()).files.listAll()).map(({ $id }) => $id);
      return uploads.filter(({ id }) => files.includes(id)).length;
    };
    const faults = new Faults();
    const log: object[] = [];
    let pages = 0;
    faults.on(/^GET \/storage\/buckets\/\w+\/files$/, async (request, forward) => {
      pages += 1;
      return pages === 2 ? failsWith(500)(request, forward) : forward();
    });
    const write = (level: string, entry: object) => void log.push({ level, ...entry });
    const deleted = await sweepUnclaimedFiles(await admin(faults.wrap), records, write, now);
    expect(deleted).toBeGreaterThan(90);
    expect(await left()).toBe(201 - deleted);
    // The other period was read all the same.
    expect(pages).toBe(3);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "file sweep failed" }));
    expect(await sweepUnclaimedFiles(await admin(), records, ignoreLog, now)).toBe(201 - deleted);
    expect(await left()).toBe(0);
  });

  it("logs a failed deletion and continues", async () => {
    const browser = createTestApp().browser();
    const uploads = [];
    for (let i = 0; i < 3; i += 1) uploads.push(await upload(browser, { kind: "resume", name: "a.pdf" }));
    const faults = new Faults();
    faults.on(/^DELETE \/storage/, failsWith(500), 1);
    const log: object[] = [];
    const now = Date.now() + WAIT_MS + 60_000;
    await sweepUnclaimedFiles(await admin(faults.wrap), records, (level, entry) => log.push({ level, ...entry }), now);
    const files = await storedFiles();
    expect(uploads.filter(({ id }) => files.includes(id))).toHaveLength(1);
    expect(log).toContainEqual(expect.objectContaining({ level: "error", event: "unclaimed file not deleted" }));
    expect(log).toContainEqual(expect.objectContaining({ event: "file sweep", failed: 1 }));
    await sweepUnclaimedFiles(await admin(), records, ignoreLog, now);
    const left = await storedFiles();
    expect(uploads.filter(({ id }) => left.includes(id))).toEqual([]);
  });

  it("finds a file of any age that no profile names any more, such as one whose deletion failed when it was replaced", async () => {
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    const replaced = await upload(browser, { kind: "portfolio", name: "old.pdf" });
    const claim = { portfolioId: replaced.id, uploadTicket: replaced.ticket };
    expect((await browser.send("PATCH", "/profile", claim)).status).toBe(200);
    const named = await upload(browser, { kind: "portfolio", name: "new.pdf" });
    const backend = await admin();
    const user = await backend.users.findByEmail(String(email));
    await backend.profiles.update(user?.$id ?? "", { portfolioId: named.id });
    const isStored = async () => (await storedFiles()).includes(replaced.id);
    const sweepAfter = (hours: number) =>
      sweepUnclaimedFiles(backend, records, ignoreLog, Date.now() + (8 * 24 + hours) * 3600 * 1000);
    for (let hours = 0; hours < 11 * 24 && (await isStored()); hours += 1) await sweepAfter(hours);
    expect(await isStored()).toBe(false);
    expect(await storedFiles()).toContain(named.id);
  });

  it("keeps an upload that a form is claiming at this moment, whose profile does not name it yet", async () => {
    const browser = createTestApp().browser();
    const { id } = await upload(browser, { kind: "resume", name: "a.pdf" });
    const holder = { userId: "asha", holder: "request", leaseMs: 60_000, expiresAt: Date.now() + 24 * 3600 * 1000 };
    expect(await records.reserve(id, holder)).toBe(true);
    const backend = await admin();
    const sweep = () => sweepUnclaimedFiles(backend, records, ignoreLog, Date.now() + WAIT_MS + 60_000);
    await sweep();
    expect(await storedFiles()).toContain(id);
    await records.releaseReservation(id, holder.holder);
    await sweep();
    expect(await storedFiles()).not.toContain(id);
  });

  it("keeps an upload of which something has arrived within two hours", async () => {
    const size = CHUNK_BYTES + 4000;
    const browser = createTestApp().browser();
    const file = { kind: "resume", name: "a.pdf", size };
    const { id, path } = await upload(browser, { ...file, send: CHUNK_BYTES });
    await scheduler.wait(5);
    await sendBytes(browser, path, CHUNK_BYTES, fileBytes(file.name, size).slice(CHUNK_BYTES));
    const backend = await admin();
    const { $createdAt, $updatedAt } = (await backend.files.find(id)) ?? {};
    const [created, updated] = [Date.parse($createdAt ?? ""), Date.parse($updatedAt ?? "")];
    expect(updated).toBeGreaterThan(created + 1);
    await sweepUnclaimedFiles(backend, records, ignoreLog, created + WAIT_MS + 1);
    expect(await storedFiles()).toContain(id);
    await sweepUnclaimedFiles(backend, records, ignoreLog, updated + WAIT_MS + 1);
    expect(await storedFiles()).not.toContain(id);
  });

  it("ends the upload, so that a part that arrives later leaves no file without a beginning", async () => {
    const size = CHUNK_BYTES + 4000;
    const browser = createTestApp().browser();
    const { id, path } = await upload(browser, { kind: "resume", name: "a.pdf", size, send: CHUNK_BYTES });
    await sweepUnclaimedFiles(await admin(), records, ignoreLog, Date.now() + WAIT_MS + 60_000);
    const rest = fileBytes("a.pdf", size).slice(CHUNK_BYTES);
    expect((await sendBytes(browser, path, CHUNK_BYTES, rest)).status).toBe(410);
    expect((await browser.fetch(path, { method: "HEAD", headers: TUS })).status).toBe(410);
    expect(await storedFiles()).not.toContain(id);
  });

  it("keeps a file that a form claims after the profiles were read", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const { id, ticket } = await upload(browser, { kind: "portfolio", name: "a.pdf" });
    const faults = new Faults();
    let isClaimed = false;
    faults.on(/^GET .*\/rows$/, async (_, forward) => {
      const response = await forward();
      if (!isClaimed) {
        isClaimed = true;
        const saved = await browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
        expect(saved.status).toBe(200);
      }
      return response;
    });
    await sweepUnclaimedFiles(await admin(faults.wrap), records, ignoreLog, Date.now() + WAIT_MS + 60_000);
    expect(await storedFiles()).toContain(id);
  });

  it("keeps a guest's file that a form gives to an account with another id after the files were listed", async () => {
    const app = createTestApp();
    const form = await join(app.browser(), { role: "Mentor" });
    const browser = app.browser();
    const { id, ticket } = await upload(browser, { kind: "portfolio", name: "a.pdf" });
    const faults = new Faults();
    const claims: Promise<Response>[] = [];
    faults.on(/^GET .*\/rows$/, async (_, forward) => {
      const profiles = await forward();
      if (claims.length === 0)
        claims.push(browser.send("POST", "/account", { ...form, portfolioId: id, uploadTicket: ticket }));
      await Promise.all(claims);
      return profiles;
    });
    await sweepUnclaimedFiles(await admin(faults.wrap), records, ignoreLog, Date.now() + WAIT_MS + 60_000);
    expect((await claims[0])?.status).toBe(200);
    expect(await storedFiles()).toContain(id);
  });

  it("runs every hour, and keeps an upload that has just arrived", async () => {
    const app = createTestApp();
    const { id } = await upload(app.browser(), { kind: "resume", name: "a.pdf" });
    await app.scheduled();
    expect(await storedFiles()).toContain(id);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "file sweep", deleted: 0 }));
  });
});
