// Uploads: dangerous file names, limits, other visitors, and parts that arrive after termination.
import { afterEach, describe, expect, it, vi } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { PendingUploads } from "../../../../worker/services/files/pending-uploads";
import type { NetworkBytesKind } from "../../../../worker/services/limit-table";
import { DEVICE_COOKIE } from "../../../../worker/session/device";
import { Faults, failsWith } from "../../support/faults";
import { leaveKnownRoom, leaveRoomForFiles } from "../../support/limits";
import { join, signIn } from "../../support/people";
import { type Browser, bindings, createTestApp, ORIGIN } from "../../support/test-app";
import { createSlowBody, createUpload, fileBytes, sendBytes, storedFiles, TUS, upload } from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "portfolio", size: 4000 };

async function started(browser: Browser, kind = PDF.kind) {
  const path = (await createUpload(browser, { ...PDF, kind })).headers.get("Location") ?? "";
  const url = new URL(path, ORIGIN);
  return {
    path,
    bytes: fileBytes(PDF.name, PDF.size),
    id: url.pathname.split("/").at(-1) ?? "",
    ticket: url.searchParams.get("ticket") ?? "",
  };
}

describe("file names", () => {
  it.each([
    ["a quote", 'a"b.pdf', "a'b.pdf"],
    ["nothing to see before its ending", "\u202e.pdf", "file.pdf"],
    ["slashes", "../a/b\\c.pdf", "..-a-b-c.pdf"],
    ["control characters", "a\u0000\u0085\u2028b.pdf", "a b.pdf"],
    ["right-to-left text", "cv\u202efdp.zip.pdf", "cvfdp.zip.pdf"],
    ["too many bytes", `${"\u0915\u093f".repeat(200)}.pdf`, `${"\u0915\u093f".repeat(72)}.pdf`],
    ["too many bytes when encoded", `${";".repeat(300)}.pdf`, `${";".repeat(145)}.pdf`],
  ])("are sanitized, and the file can be downloaded: %s", async (_, name, kept) => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name });
    const content = await browser.fetch(`/api/files/${file.id}/content`);
    expect(content.status).toBe(200);
    const disposition = content.headers.get("Content-Disposition") ?? "";
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(kept);
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(file.bytes);
  });
});

describe("file names that Appwrite changes unless they are encoded", () => {
  it.each([
    "Asha; portfolio.pdf",
    "a.pdf;b.pdf",
    "100%.pdf",
    "a%20b.pdf",
    "a%22b%0D%0AX.pdf",
    "a%3Bb.pdf",
    "माझा CV (1) 'final' & more.pdf",
    "😀.pdf",
  ])("stay as they are: %s", async (name) => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name });
    const content = await browser.fetch(`/api/files/${file.id}/content`);
    const disposition = content.headers.get("Content-Disposition") ?? "";
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(name);
  });
});

describe("the uploads that a member starts", () => {
  it("are limited to sixty an hour", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    for (let n = 0; n < 60; n += 1) expect((await createUpload(browser, PDF)).status).toBe(201);
    const rejected = await createUpload(browser, PDF);
    expect(await rejected.json()).toMatchObject({ error: { code: 429, type: "too_many_uploads" } });
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await createUpload(app.browser(), PDF)).status).toBe(201);
  });

  it("do not count when the file is invalid", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    for (let n = 0; n < 61; n += 1) expect((await createUpload(browser, { ...PDF, size: 0 })).status).toBe(422);
    expect((await createUpload(browser, PDF)).status).toBe(201);
  });

  it("do not count when the session has ended", async () => {
    const app = createTestApp();
    const [owner, thief] = [app.browser(), app.browser()];
    const { email } = await join(owner);
    const stolen = new Map(owner.cookies);
    await owner.send("DELETE", "/account/sessions");
    for (let n = 0; n < 60; n += 1) {
      for (const [name, value] of stolen) thief.cookies.set(name, value);
      expect((await createUpload(thief, PDF)).status).toBe(401);
    }
    expect((await signIn(owner, email)).status).toBe(201);
    expect((await createUpload(owner, PDF)).status).toBe(201);
  });
});

describe.each<["guests" | "members", NetworkBytesKind]>([
  ["guests", "guest-upload-bytes"],
  ["members", "member-upload-bytes"],
])("what %s of one network may store in an hour", (who, kind) => {
  /** A network that has room for one file of up to 5 MiB. */
  async function networkWithRoomForOne(faults = new Faults()) {
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    if (who === "members") await join(browser);
    await leaveRoomForFiles(browser, kind, 1);
    return { app, browser };
  }
  const create = async (browser: Browser, size = PDF.size) => (await createUpload(browser, { ...PDF, size })).status;

  it("is told when an upload starts", async () => {
    const { app, browser } = await networkWithRoomForOne();
    const rejected = await createUpload(browser, { ...PDF, size: CHUNK_BYTES + 1 });
    expect(await rejected.json()).toMatchObject({ error: { code: 429, type: "too_many_uploads" } });
    expect(Number(rejected.headers.get("Retry-After"))).toBeLessThanOrEqual(12);
    expect(await create(browser)).toBe(201);
    expect(await create(app.browser(), CHUNK_BYTES + 1)).toBe(201);
  });

  it("is told before a part is sent", async () => {
    const { browser } = await networkWithRoomForOne();
    const [first, second] = [await started(browser), await started(browser, "resume")];
    expect((await sendBytes(browser, first.path, 0, first.bytes)).status).toBe(204);
    const head = (path: string) => browser.fetch(path, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
    const waiting = await head(second.path);
    // A refusal would make tus clients begin anew.
    expect([waiting.status, waiting.headers.get("Upload-Offset")]).toEqual([200, "0"]);
    expect(Number(waiting.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(waiting.headers.get("Retry-After"))).toBeLessThanOrEqual(12);
    // One that is complete has nothing to send.
    expect((await head(first.path)).headers.has("Retry-After")).toBe(false);
  });

  it("is not used up by uploads that only start", async () => {
    const { browser } = await networkWithRoomForOne();
    for (let n = 0; n < 5; n += 1) expect(await create(browser)).toBe(201);
  });

  it("is used by a file that is stored, with 1 MiB at least, and refuses the part of another one", async () => {
    const { browser } = await networkWithRoomForOne();
    const [first, second] = [await started(browser), await started(browser, "resume")];
    expect((await sendBytes(browser, first.path, 0, first.bytes)).status).toBe(204);
    const refused = await sendBytes(browser, second.path, 0, second.bytes);
    expect(await refused.json()).toMatchObject({ error: { code: 429, type: "too_many_uploads" } });
    expect(await storedFiles()).not.toContain(second.id);
    expect(await create(browser)).toBe(429);
  });

  it("is followed by a pause for each part, and not by an hour", async () => {
    const { app, browser } = await networkWithRoomForOne();
    const [first, second] = [await started(browser), await started(browser, "resume")];
    await sendBytes(browser, first.path, 0, first.bytes);
    expect((await sendBytes(browser, second.path, 0, second.bytes)).status).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 12_000 });
    expect(await create(browser)).toBe(201);
    // A member's first file is deleted, and its bytes are given back.
    await app.waitForBackgroundTasks();
    expect((await sendBytes(browser, second.path, 0, second.bytes)).status).toBe(204);
    expect(await create(browser)).toBe(429);
  });

  it("gets the bytes back of an upload that is ended, once", async () => {
    const { app, browser } = await networkWithRoomForOne();
    const { path, bytes } = await started(browser);
    await sendBytes(browser, path, 0, bytes);
    const end = () => browser.fetch(path, { method: "DELETE", headers: TUS });
    expect((await Promise.all([end(), end()])).map(({ status }) => status).sort()).toEqual([204, 410]);
    await app.waitForBackgroundTasks();
    expect(await create(browser)).toBe(201);
    expect(await create(browser, CHUNK_BYTES + 1)).toBe(429);
  });

  it("is not used by a part that could not be stored", async () => {
    const faults = new Faults();
    const { browser } = await networkWithRoomForOne(faults);
    const { path, bytes } = await started(browser);
    faults.on(/^POST .*\/files$/, failsWith(502), 1);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(502);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
  });
});

describe("a member who joined a day ago, on a known device", () => {
  /** A member in a network that has no room for what members store. */
  async function memberInFullNetwork(hours: number) {
    const browser = createTestApp().browser();
    const { email } = await join(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    // Signing in again does not make the device unknown.
    await browser.send("DELETE", "/account/sessions/current");
    await signIn(browser, email);
    await leaveRoomForFiles(browser, "member-upload-bytes", 0);
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    return { browser, userId: user.id };
  }

  it("stores files, whatever new accounts of the network have stored", async () => {
    const { browser } = await memberInFullNetwork(24);
    const { path, bytes } = await started(browser);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
  });

  it("has a limit as well", async () => {
    const { browser, userId } = await memberInFullNetwork(24);
    await leaveKnownRoom(browser, userId, 1);
    const { path, bytes } = await started(browser);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
    expect((await createUpload(browser, PDF)).status).toBe(429);
  });

  it("is counted with the network before", async () => {
    const { browser } = await memberInFullNetwork(23);
    expect((await createUpload(browser, PDF)).status).toBe(429);
  });
});

describe("a member's upload that no form has claimed", () => {
  async function memberWithUpload() {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    return { app, browser, file: await upload(browser, PDF) };
  }

  it("gives its network the bytes back when the next one of its kind starts", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    await leaveRoomForFiles(browser, "member-upload-bytes", 2);
    for (let n = 0; n < 4; n += 1) {
      const { path, bytes } = await started(browser);
      expect(path, `upload ${n}`).not.toBe("");
      expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
      await app.waitForBackgroundTasks();
    }
  });

  it("ends when the next one of its kind starts", async () => {
    const { app, browser, file } = await memberWithUpload();
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
    expect((await browser.fetch(file.path, { method: "HEAD", headers: TUS })).status).toBe(410);
    const claim = await browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    expect(claim.status).toBe(410);
  });

  it("stays when one of the other kind starts, or one of another member", async () => {
    const { app, browser, file } = await memberWithUpload();
    const other = app.browser();
    await join(other);
    expect((await createUpload(browser, { ...PDF, kind: "resume" })).status).toBe(201);
    expect((await createUpload(other, PDF)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toContain(file.id);
  });

  it("stays once a form has claimed it", async () => {
    const { app, browser, file } = await memberWithUpload();
    await browser.send("PATCH", "/profile", { portfolioId: file.id, uploadTicket: file.ticket });
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect((await browser.fetch(`/api/files/${file.id}/content`)).status).toBe(200);
  });
});

describe("a member's upload that the next one ends", () => {
  /** A member who joined a day ago has stored a file from an unknown device, and the network has no room left. */
  async function memberWithFileOfNetwork() {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 });
    await leaveRoomForFiles(browser, "member-upload-bytes", 1);
    const device = browser.cookies.get(DEVICE_COOKIE) ?? "";
    browser.cookies.delete(DEVICE_COOKIE);
    const file = await upload(browser, PDF);
    const other = app.browser(browser.address);
    await join(other);
    expect((await createUpload(other, PDF)).status).toBe(429);
    browser.cookies.set(DEVICE_COOKIE, device);
    return { app, browser, other, file };
  }

  it("gives its bytes back to the limit that it counted for, not to that of the next one", async () => {
    const { app, browser, other, file } = await memberWithFileOfNetwork();
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
    expect((await createUpload(other, PDF)).status).toBe(201);
  });

  it("gives back nothing when an older version has not recorded the limit", async () => {
    const { app, browser, other, file } = await memberWithFileOfNetwork();
    const { user } = await (await browser.send("GET", "/account")).json<{ user: { id: string } }>();
    // The known device has stored one file, and there is room for another one.
    await leaveKnownRoom(browser, user.id, 2);
    await upload(browser, { ...PDF, kind: "resume" });
    const record = { fileId: file.id, expiresAt: Date.now() + 3_600_000 };
    await new PendingUploads(bindings.PENDING_UPLOADS).replace(user.id, "portfolio", record);
    expect((await createUpload(browser, PDF)).status).toBe(201);
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).not.toContain(file.id);
    expect((await createUpload(other, PDF)).status).toBe(429);
    expect((await createUpload(browser, { ...PDF, size: CHUNK_BYTES + 1 })).status).toBe(429);
  });
});

describe("terminating an upload", () => {
  it.each([
    ["a guest", 401, false],
    ["another member", 403, true],
  ])("is rejected for %s, and the upload continues", async (_, status, isMember) => {
    const app = createTestApp();
    const [owner, stranger] = [app.browser(), app.browser()];
    await join(owner);
    if (isMember) await join(stranger);
    const { path, bytes } = await started(owner);
    expect((await stranger.fetch(path, { method: "DELETE", headers: TUS })).status).toBe(status);
    expect((await sendBytes(owner, path, 0, bytes)).status).toBe(204);
  });

  it("rejects a part that is still arriving with 410, and leaves no file", async () => {
    const browser = createTestApp().browser();
    const { path, bytes, id } = await started(browser);
    const slow = createSlowBody(bytes);
    const sending = sendBytes(browser, path, 0, slow.body);
    await slow.begun;
    expect((await browser.fetch(path, { method: "DELETE", headers: TUS })).status).toBe(204);
    slow.release();
    expect((await sending).status).toBe(410);
    expect(await storedFiles()).not.toContain(id);
  });
});

describe("two requests that send to one upload", () => {
  afterEach(() => void vi.useRealTimers());

  async function slowRequest() {
    const browser = createTestApp().browser();
    await join(browser);
    const upload = await started(browser);
    const slow = createSlowBody(upload.bytes);
    const sending = sendBytes(browser, upload.path, 0, slow.body);
    await slow.begun;
    return { browser, ...upload, sending, release: slow.release };
  }

  it("wait for each other: the second is refused while the first one sends", async () => {
    const { browser, path, bytes, sending, release } = await slowRequest();
    const second = await sendBytes(browser, path, 0, bytes);
    expect(await second.json()).toMatchObject({ error: { code: 409, type: "conflict" } });
    release();
    expect((await sending).status).toBe(204);
  });

  it("are free of each other once the first one has failed", async () => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const short = new ReadableStream({
      type: "bytes",
      start(controller) {
        controller.enqueue(bytes.slice(0, 100));
        controller.close();
      },
    });
    const tooShort = await sendBytes(browser, path, 0, short);
    expect(tooShort.status).toBe(400);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
  });

  it("give way when the first one has been silent: its part is not acknowledged, and a claimed file stays", async () => {
    const { browser, path, bytes, id, ticket, sending, release } = await slowRequest();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
    const claim = await browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
    expect(claim.status).toBe(200);
    release();
    expect((await sending).status).toBe(409);
    expect(await storedFiles()).toContain(id);
  });
});
