// Uploads: dangerous file names, limits, other visitors, and parts that arrive after termination.
import { describe, expect, it } from "vitest";
import { useAttempts } from "../../support/limits";
import { join } from "../../support/people";
import { type Browser, createTestApp, ORIGIN } from "../../support/test-app";
import { createUpload, fileBytes, sendBytes, storedFiles, TUS, upload } from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "portfolio", size: 4000 };

async function started(browser: Browser) {
  const path = (await createUpload(browser, PDF)).headers.get("Location") ?? "";
  const url = new URL(path, ORIGIN);
  return {
    path,
    bytes: fileBytes(PDF.name, PDF.size),
    id: url.pathname.split("/").at(-1) ?? "",
    ticket: url.searchParams.get("ticket") ?? "",
  };
}

/** A body that sends 1,000 bytes, resolves `begun`, and sends the rest after `release`. */
function createSlowBody(bytes: Uint8Array<ArrayBuffer>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let pulls = 0;
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      pulls += 1;
      if (pulls === 1) return controller.enqueue(bytes.slice(0, 1000));
      if (pulls > 2) return controller.close();
      begin();
      await released;
      controller.enqueue(bytes.slice(1000));
    },
  });
  return { body, begun, release };
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

describe("the hourly limit of uploads", () => {
  it.each([
    ["three hundred to guests of one network", false],
    ["sixty to a member", true],
  ])("is %s", async (_, isMember) => {
    const app = createTestApp();
    const browser = app.browser();
    if (isMember) await join(browser);
    if (!isMember) await useAttempts(browser, "guest-upload", 240);
    for (let n = 0; n < 60; n += 1) expect((await createUpload(browser, PDF)).status).toBe(201);
    const rejected = await createUpload(browser, PDF);
    expect(await rejected.json()).toMatchObject({ error: { code: 429, type: "too_many_uploads" } });
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect((await createUpload(app.browser(), PDF)).status).toBe(201);
  });

  it("does not count invalid files", async () => {
    const browser = createTestApp().browser();
    for (let n = 0; n < 61; n += 1) expect((await createUpload(browser, { ...PDF, size: 0 })).status).toBe(422);
    expect((await createUpload(browser, PDF)).status).toBe(201);
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

  it("by a claim keeps the file when the same part arrives again", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const { path, bytes, id, ticket } = await started(browser);
    const slow = createSlowBody(bytes);
    const sending = sendBytes(browser, path, 0, slow.body);
    await slow.begun;
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
    const claim = await browser.send("PATCH", "/profile", { portfolioId: id, uploadTicket: ticket });
    expect(claim.status).toBe(200);
    slow.release();
    await sending;
    expect(await storedFiles()).toContain(id);
  });
});
