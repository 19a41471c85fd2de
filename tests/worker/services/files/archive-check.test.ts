// Archives (.zip, .docx): their directory is checked when they are complete, or at the latest when a form claims them.
import { describe, expect, it } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { archiveBytes } from "../../../support/archive-bytes";
import { Faults, failsWith, losesResponse } from "../../support/faults";
import { join } from "../../support/people";
import { type Browser, createTestApp, ORIGIN } from "../../support/test-app";
import { createUpload, fileBytes, sendBytes, storedFiles, TUS, upload } from "../../support/uploads";

const ZEROS = new Uint8Array(1000);
const BOMB = archiveBytes([{ data: ZEROS, unpackedBytes: 1_000_000 }]);
/** Its end record names no entry, and is far from where it says that the directory is. */
const HOLLOW = archiveBytes([], { beforeEnd: fileBytes("work.zip", 100_000), directoryStart: 0 });
/** It has no entry that a Word document has. */
const ANY_ZIP = archiveBytes([{ name: "notes.txt", data: ZEROS }]);
const TRUNCATED = archiveBytes([{ data: ZEROS }]).slice(0, -10);

async function start(browser: Browser, bytes: Uint8Array, name = "work.zip") {
  const created = await createUpload(browser, { name, kind: "portfolio", size: bytes.length });
  const path = created.headers.get("Location") ?? "";
  const { pathname, searchParams } = new URL(path, ORIGIN);
  return { path, id: pathname.split("/").at(-1) ?? "", ticket: searchParams.get("ticket") ?? "" };
}

async function memberWithFaults() {
  const faults = new Faults();
  const browser = createTestApp({ wrapServer: faults.wrap }).browser();
  await join(browser);
  return { browser, faults };
}

describe("many archives that are complete at once", () => {
  it("are checked two at a time, since each may take much memory, and all of them in the end", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const uploads = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = app.browser();
        return { browser, ...(await start(browser, BOMB)) };
      }),
    );
    const reads = { now: 0, most: 0 };
    faults.on(/^GET .*\/download$/, async (_, forward) => {
      reads.now += 1;
      reads.most = Math.max(reads.most, reads.now);
      await scheduler.wait(20);
      const response = await forward();
      reads.now -= 1;
      return response;
    });
    const answers = await Promise.all(uploads.map(({ browser, path }) => sendBytes(browser, path, 0, BOMB)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(422));
    expect(reads.most).toBe(2);
  });
});

describe("an archive that is not sound", () => {
  it.each([
    ["a member's bomb", "work.zip", BOMB, true, /100 times/],
    ["a guest's bomb", "work.zip", BOMB, false, /100 times/],
    ["a truncated document", "Work.DOCX", TRUNCATED, true, /damaged/],
    ["an archive that is no document", "Work.docx", ANY_ZIP, true, /not what its name says/],
    ["an archive without entries", "work.zip", archiveBytes([]), true, /archive is empty/],
    ["an archive without entries, but with bytes", "work.zip", HOLLOW, true, /damaged/],
  ])("is refused and deleted: %s", async (_, name, bytes, isMember, message) => {
    const app = createTestApp();
    const browser = app.browser();
    if (isMember) await join(browser);
    const { path, id } = await start(browser, bytes, name);
    const response = await sendBytes(browser, path, 0, bytes);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { type: "file_content_mismatch", message: expect.stringMatching(message) },
    });
    expect(await storedFiles()).not.toContain(id);
    expect((await browser.fetch(path, { method: "HEAD", headers: TUS })).status).toBe(410);
  });

  it("is refused when a form claims it, if the answer to its last part was lost", async () => {
    const { browser, faults } = await memberWithFaults();
    const { path, id, ticket } = await start(browser, BOMB);
    faults.on(/^POST \/storage/, losesResponse, 1);
    expect((await sendBytes(browser, path, 0, BOMB)).status).toBe(502);
    const claim = { portfolioId: id, uploadTicket: ticket };
    const response = await browser.send("PATCH", "/profile", claim);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { type: "file_content_mismatch", fields: { portfolio: expect.stringMatching(/100 times/) } },
    });
    expect(await storedFiles()).not.toContain(id);
    expect((await browser.send("PATCH", "/profile", claim)).status).toBe(410);
  });
});

describe("a sound archive", () => {
  it("of several parts is read by ranges, once", async () => {
    const { browser, faults } = await memberWithFaults();
    const { id, ticket } = await upload(browser, { kind: "portfolio", name: "work.zip", size: CHUNK_BYTES + 9000 });
    const reads = () => faults.calls.filter((call) => call.endsWith(`${id}/download`)).length;
    expect(reads()).toBe(1);
    const saved = await browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
    expect(saved.status).toBe(200);
    expect(reads()).toBe(1);
  });

  it("is not read again by requests that bring nothing after its end", async () => {
    const { browser, faults } = await memberWithFaults();
    const bytes = fileBytes("work.zip", 4000);
    const { path, id } = await start(browser, bytes);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
    for (let n = 0; n < 5; n += 1) await sendBytes(browser, path, bytes.length, new Uint8Array());
    expect(faults.calls.filter((call) => call.endsWith(`${id}/download`))).toHaveLength(1);
  });

  it("with a long directory is accepted", async () => {
    const browser = createTestApp().browser();
    const bytes = archiveBytes(Array.from({ length: 1500 }, (_, n) => ({ name: `a-photo-of-our-loom-${n}.jpg` })));
    const { path } = await start(browser, bytes);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
  });

  it("that could not be read is checked by the claim", async () => {
    const { browser, faults } = await memberWithFaults();
    const bytes = fileBytes("work.zip", 4000);
    const { path, id, ticket } = await start(browser, bytes);
    faults.on(/^GET .*\/download$/, failsWith(500));
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(502);
    const claim = { portfolioId: id, uploadTicket: ticket };
    expect((await browser.send("PATCH", "/profile", claim)).status).toBe(502);
    faults.clear();
    expect((await browser.fetch(path, { method: "HEAD", headers: TUS })).headers.get("Upload-Offset")).toBe("4000");
    expect((await browser.send("PATCH", "/profile", claim)).status).toBe(200);
  });
});
