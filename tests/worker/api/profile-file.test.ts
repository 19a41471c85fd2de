import { describe, expect, it } from "vitest";
import { type Fault, Faults, failsWith, neverResponds, refusesConnection, respondsWith } from "../support/faults";
import { browserOfEndedSession, join, STUDENT } from "../support/people";
import { createTestApp } from "../support/test-app";
import { admin, upload } from "../support/uploads";

async function memberWithFile(name = "cv.pdf") {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
  const browser = app.browser();
  const file = await upload(browser, { kind: "resume", name });
  await join(browser, { ...STUDENT, resumeId: file.id, uploadTicket: file.ticket });
  faults.calls.length = 0;
  return { faults, app, browser, file };
}

describe("GET /api/profile/file", () => {
  it("returns name, size and kind of the profile's file, in one round trip", async () => {
    const { browser, faults, file } = await memberWithFile("Résumé 2026.pdf");
    const response = await browser.send("GET", "/profile/file");
    expect(await response.json()).toEqual({
      file: {
        id: file.id,
        kind: "resume",
        name: "Résumé 2026.pdf",
        size: 4000,
        uploadedAt: expect.stringMatching(/^\d{4}-/),
      },
    });
    // No call by the file's id, which only the profile's response contains.
    expect(faults.calls.filter((call) => call.includes("/storage/"))).toEqual(["GET /storage/buckets/files/files"]);
  });

  it("is null without a file, and without a profile", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    expect(await (await browser.send("GET", "/profile/file")).json()).toEqual({ file: null });
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    await (await admin()).profiles.delete(user.id);
    expect(await (await browser.send("GET", "/profile/file")).json()).toEqual({ file: null });
  });

  it("returns the id of a file that the backend has lost", async () => {
    const { browser, file } = await memberWithFile();
    await (await admin()).files.delete(file.id);
    expect(await (await browser.send("GET", "/profile/file")).json()).toEqual({
      file: { id: file.id, kind: "resume", name: null, size: null, uploadedAt: null },
    });
  });

  it("loads a file that is not among the newest", async () => {
    const { browser, faults, file } = await memberWithFile();
    faults.on(/^GET \/storage\/buckets\/files\/files$/, respondsWith(200, JSON.stringify({ total: 0, files: [] })));
    expect(await (await browser.send("GET", "/profile/file")).json()).toMatchObject({
      file: { id: file.id, name: "cv.pdf" },
    });
  });

  const FAULTS: [string, Fault, number][] = [
    ["refuses connections", refusesConnection, 502],
    ["fails", failsWith(500), 502],
    ["stalls", neverResponds, 504],
  ];
  it.each(FAULTS)("fails alone while the storage %s: account and profile can be loaded", async (_, fault, status) => {
    const { browser, faults } = await memberWithFile();
    faults.on(/^GET \/storage/, fault);
    expect((await browser.send("GET", "/profile/file")).status).toBe(status);
    expect((await browser.send("GET", "/account")).status).toBe(200);
  });

  it("needs a valid session", async () => {
    const app = createTestApp();
    for (const guest of [await browserOfEndedSession(app), app.browser()]) {
      expect((await guest.send("GET", "/profile/file")).status).toBe(401);
    }
  });
});
