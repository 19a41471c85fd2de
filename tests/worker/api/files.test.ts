import { afterEach, describe, expect, it, vi } from "vitest";
import { CHUNK_BYTES } from "../../../app/contract/limits";
import { loadConfig } from "../../../worker/config";
import { openTicket, sealTicket } from "../../../worker/services/files/tickets";
import { Faults, failsWith, neverResponds, refusesConnection } from "../support/faults";
import { join, signIn } from "../support/people";
import { bindings, createTestApp } from "../support/test-app";
import {
  admin,
  allowBackendErrors,
  createUpload,
  fileBytes,
  sendBytes,
  storedFiles,
  streamed,
  TUS,
  UPLOAD_TYPE,
  upload,
} from "../support/uploads";

afterEach(() => {
  vi.useRealTimers();
});

const PDF = { name: "cv.pdf", kind: "resume", size: 4000 };
const ZIP_12MB = { name: "portfolio.zip", kind: "portfolio", size: 12_000_000 };

async function started(browser: ReturnType<ReturnType<typeof createTestApp>["browser"]>, file = ZIP_12MB) {
  const created = await createUpload(browser, file);
  return { path: created.headers.get("Location") ?? "", bytes: fileBytes(file.name, file.size) };
}

async function offsetOf(browser: { fetch(path: string, init: RequestInit): Promise<Response> }, path: string) {
  const head = await browser.fetch(path, { method: "HEAD", headers: TUS });
  return { status: head.status, offset: head.headers.get("Upload-Offset") };
}

describe("tus options", () => {
  it("returns version, extensions and maximum size", async () => {
    const response = await createTestApp().browser().fetch("/api/files", { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,creation-with-upload,termination,expiration",
      "tus-max-size": "30000000",
    });
  });

  it("rejects another version with 412 and Tus-Version", async () => {
    const response = await createTestApp()
      .browser()
      .fetch("/api/files", { method: "POST", headers: { "Tus-Resumable": "0.2.2" } });
    expect(response.status).toBe(412);
    expect(response.headers.get("Tus-Version")).toBe("1.0.0");
  });
});

describe("a way to upload that this API lacks", () => {
  const IETF_DRAFT = "the IETF draft of resumable uploads";
  const MODES: [header: Record<string, string>, mode: string][] = [
    [{ "Upload-Defer-Length": "1" }, "creation-defer-length"],
    [{ "Upload-Concat": "partial" }, "concatenation"],
    [{ "Upload-Checksum": "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" }, "checksum"],
    [{ Trailer: "Upload-Checksum" }, "checksum-trailer"],
    [{ "Tus-Resumable": "", "Upload-Draft-Interop-Version": "6" }, IETF_DRAFT],
    [{ "Tus-Resumable": "", "Upload-Complete": "?0" }, IETF_DRAFT],
    [{ "Tus-Resumable": "", "Upload-Incomplete": "?1" }, IETF_DRAFT],
  ];
  it.each(MODES)("is refused by its name, in a creation and in a PATCH: %j", async (header, mode) => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser, PDF);
    const creation = {
      ...TUS,
      "Upload-Length": "4000",
      "Upload-Metadata": "filename Y3YucGRm,kind cmVzdW1l",
      ...header,
    };
    const patch = { ...TUS, "Upload-Offset": "0", "Content-Type": UPLOAD_TYPE, ...header };
    for (const response of [
      await browser.fetch("/api/files", { method: "POST", headers: creation }),
      await browser.fetch(path, { method: "PATCH", headers: patch, body: bytes }),
    ]) {
      const message = expect.stringContaining(`does not support ${mode} (`);
      expect(await response.json()).toMatchObject({
        error: { code: 400, type: "upload_extension_unsupported", message },
      });
    }
    expect(await offsetOf(browser, path)).toEqual({ status: 200, offset: "0" });
  });
});

describe("tus creation", () => {
  it("returns a URL that ends in the file's id, and its expiry", async () => {
    const response = await createUpload(createTestApp().browser(), PDF);
    expect(response.status).toBe(201);
    expect(response.headers.get("Location")).toMatch(/^\/api\/files\/[0-9a-f]{20}\?ticket=/);
    const expires = Date.parse(response.headers.get("Upload-Expires") ?? "");
    expect(expires - Date.now()).toBeGreaterThan(23 * 3600_000);
    expect(response.headers.get("Tus-Resumable")).toBe("1.0.0");
  });

  it.each([
    ["an executable", { name: "cv.exe" }, 415, "file_type_unsupported"],
    ["a résumé as archive", { name: "cv.zip" }, 415, "file_type_unsupported"],
    ["a name without extension", { name: "cv" }, 415, "file_type_unsupported"],
    ["an empty file", { size: 0 }, 422, "file_empty"],
    ["a file above the limit", { size: 30_000_001 }, 413, "file_too_large"],
    ["an unknown kind", { kind: "avatar" }, 400, "upload_metadata_invalid"],
    ["no name", { name: "" }, 400, "upload_metadata_invalid"],
  ])("rejects %s", async (_, change, status, type) => {
    const response = await createUpload(createTestApp().browser(), { ...PDF, ...change });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status, type } });
  });

  it.each(["-1", "1e3", "", "12.5", "99999999999999999"])("rejects Upload-Length %j", async (length) => {
    const response = await createTestApp()
      .browser()
      .fetch("/api/files", { method: "POST", headers: { ...TUS, "Upload-Length": length } });
    expect(await response.json()).toMatchObject({ error: { code: 400, type: "upload_metadata_invalid" } });
  });
});

describe("the state of an upload", () => {
  it("has the size, the name and the kind of the file", async () => {
    const browser = createTestApp().browser();
    const { path } = await started(browser, { ...PDF, name: "माझा/CV.pdf" });
    const head = await browser.fetch(path, { method: "HEAD", headers: TUS });
    const encode = (text: string) => Buffer.from(text).toString("base64");
    expect(Object.fromEntries(head.headers)).toMatchObject({
      "cache-control": "no-store",
      "upload-length": "4000",
      "upload-metadata": `filename ${encode("माझा-CV.pdf")},kind ${encode("resume")}`,
    });
  });

  it("says when the upload expires: a day after its creation, or two hours after its last bytes", async () => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const hoursLeft = ({ headers }: Response) =>
      Math.round(((Date.parse(headers.get("Upload-Expires") ?? "") - Date.now()) / 3600_000) * 10) / 10;
    const head = () => browser.fetch(path, { method: "HEAD", headers: TUS });
    expect(hoursLeft(await head())).toBe(24);
    expect(hoursLeft(await sendBytes(browser, path, 0, bytes.slice(0, CHUNK_BYTES)))).toBe(2);
    expect(hoursLeft(await head())).toBe(2);
  });

  it("is gone when it has expired, also while its bytes are still stored", async () => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const head = () => browser.fetch(path, { method: "HEAD", headers: TUS });
    const send = (part: number) =>
      sendBytes(browser, path, part * CHUNK_BYTES, bytes.slice(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES));
    await send(0);
    const expires = Date.parse((await head()).headers.get("Upload-Expires") ?? "");
    vi.useFakeTimers({ toFake: ["Date"], now: expires - 1 });
    expect((await send(1)).status).toBe(204);
    const later = Date.parse((await head()).headers.get("Upload-Expires") ?? "");
    // `Upload-Expires` has whole seconds.
    vi.setSystemTime(later + 1000);
    expect(await (await send(2)).json()).toMatchObject({ error: { code: 410, type: "upload_gone" } });
    expect((await head()).status).toBe(410);
    expect(await storedFiles()).toContain(new URL(path, "https://site.test").pathname.split("/").at(-1));
  });

  it("is not prolonged by a request without bytes", async () => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser, PDF);
    const stored = await sendBytes(browser, path, 0, bytes);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
    const empty = await sendBytes(browser, path, PDF.size, new Uint8Array());
    expect([empty.status, empty.headers.get("Upload-Offset")]).toEqual([204, String(PDF.size)]);
    const expiry = (response: Response) => Date.parse(response.headers.get("Upload-Expires") ?? "");
    expect(Math.abs(expiry(empty) - expiry(stored))).toBeLessThan(60_000);
  });
});

describe("POST /api/files", () => {
  it("makes one call to the backend for a member: the look-up of the session", async () => {
    const faults = new Faults();
    const browser = createTestApp({ wrapServer: faults.wrap }).browser();
    await join(browser);
    faults.calls.length = 0;
    expect((await createUpload(browser, PDF)).status).toBe(201);
    expect(faults.calls).toEqual(["GET /account"]);
  });
});

describe("tus upload", () => {
  it("stores 12 MB from requests of one part each", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const { path, bytes } = await started(browser);
    for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
      const response = await sendBytes(browser, path, offset, bytes.slice(offset, offset + CHUNK_BYTES));
      expect(response.status).toBe(204);
      expect(response.headers.get("Upload-Offset")).toBe(String(Math.min(offset + CHUNK_BYTES, bytes.length)));
    }
    const id = path.split("/").at(-1)?.split("?")[0];
    const content = await browser.fetch(`/api/files/${id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  it("splits one long request of unknown length into parts", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const { path, bytes } = await started(browser);
    const response = await sendBytes(browser, path, 0, streamed(bytes));
    expect(response.headers.get("Upload-Offset")).toBe("12000000");
    const id = path.split("/").at(-1)?.split("?")[0];
    const content = await browser.fetch(`/api/files/${id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  it("stores the complete parts of a request that ends within a part", async () => {
    allowBackendErrors();
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const known = await sendBytes(browser, path, 0, bytes.slice(0, CHUNK_BYTES + 1000));
    expect(known.headers.get("Upload-Offset")).toBe(String(CHUNK_BYTES));
    const unknown = await sendBytes(
      browser,
      path,
      CHUNK_BYTES,
      streamed(bytes.slice(CHUNK_BYTES, 2 * CHUNK_BYTES + 1000)),
    );
    expect(unknown.headers.get("Upload-Offset")).toBe(String(2 * CHUNK_BYTES));
    const rest = await sendBytes(browser, path, 2 * CHUNK_BYTES, bytes.slice(2 * CHUNK_BYTES));
    expect(rest.headers.get("Upload-Offset")).toBe("12000000");
  });

  it.each([
    ["said beforehand", (bytes: Uint8Array<ArrayBuffer>): BodyInit => bytes],
    ["found out while it arrives", (bytes: Uint8Array<ArrayBuffer>): BodyInit => streamed(bytes)],
  ])("rejects less than a part, with the size in the message: %s", async (_, bodyOf) => {
    allowBackendErrors();
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const response = await sendBytes(browser, path, 0, bodyOf(bytes.slice(0, 1_000_000)));
    expect(response.status).toBe(400);
    const { error } = await response.json<{ error: { type: string; message: string } }>();
    expect(error).toMatchObject({ type: "upload_chunk_too_small", message: expect.stringContaining("5242880") });
    expect(await offsetOf(browser, path)).toEqual({ status: 200, offset: "0" });
  });

  it("resumes where it stopped", async () => {
    const { path, bytes } = await started(createTestApp().browser());
    await sendBytes(createTestApp().browser(), path, 0, bytes.slice(0, CHUNK_BYTES));
    const later = createTestApp().browser();
    expect(await offsetOf(later, path)).toEqual({ status: 200, offset: String(CHUNK_BYTES) });
    const response = await sendBytes(later, path, CHUNK_BYTES, bytes.slice(CHUNK_BYTES));
    expect(response.headers.get("Upload-Offset")).toBe("12000000");
    expect(await offsetOf(later, path)).toEqual({ status: 200, offset: "12000000" });
  });

  it("tells a session that has ended so, and not that nothing is stored", async () => {
    const app = createTestApp();
    const [phone, laptop] = [app.browser(), app.browser()];
    const { email } = await join(phone);
    const { path, bytes } = await started(phone);
    await sendBytes(phone, path, 0, bytes.slice(0, CHUNK_BYTES));
    await signIn(laptop, email);
    const cookies = new Map(phone.cookies);
    await laptop.send("DELETE", "/account/sessions");
    const calls = [
      () => phone.fetch(path, { method: "HEAD", headers: TUS }),
      () => sendBytes(phone, path, 0, bytes),
      () => sendBytes(phone, path, CHUNK_BYTES, bytes.slice(CHUNK_BYTES)),
      () => phone.fetch(path, { method: "DELETE", headers: TUS }),
    ];
    for (const call of calls) {
      for (const [name, value] of cookies) phone.cookies.set(name, value);
      expect((await call()).status).toBe(401);
    }
    expect(await storedFiles()).toContain(path.split("?")[0]?.split("/").at(-1));
  });

  it.each([
    ["ahead", CHUNK_BYTES],
    ["at the end", 12_000_000],
  ])("rejects a wrong offset: %s", async (_, offset) => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    const response = await sendBytes(browser, path, offset, bytes.slice(offset));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { type: "upload_offset_mismatch" } });
  });

  it("rejects a part that was already sent", async () => {
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    await sendBytes(browser, path, 0, bytes.slice(0, CHUNK_BYTES));
    expect((await sendBytes(browser, path, 0, bytes.slice(0, CHUNK_BYTES))).status).toBe(409);
  });

  it("rejects content that does not match the extension, before anything is stored", async () => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    const { path } = await started(browser, PDF);
    const response = await sendBytes(browser, path, 0, fileBytes("looks.zip", PDF.size));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { type: "file_content_mismatch" } });
    expect(faults.calls.some((call) => call.startsWith("POST /storage"))).toBe(false);
  });

  it("rejects more bytes than Upload-Length", async () => {
    const browser = createTestApp().browser();
    const { path } = await started(browser, PDF);
    const response = await sendBytes(browser, path, 0, fileBytes("cv.pdf", PDF.size + 1));
    expect(await response.json()).toMatchObject({ error: { code: 400, type: "upload_metadata_invalid" } });
  });

  it("rejects a body of another type", async () => {
    const browser = createTestApp().browser();
    const { path } = await started(browser, PDF);
    const headers = { ...TUS, "Upload-Offset": "0", "Content-Type": "application/pdf" };
    const response = await browser.fetch(path, { method: "PATCH", headers, body: "x" });
    expect(response.status).toBe(415);
  });

  it("stores nothing of a part whose body broke off", async () => {
    allowBackendErrors();
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser);
    await sendBytes(browser, path, 0, bytes.slice(0, CHUNK_BYTES));
    let sent = 0;
    const broken = new ReadableStream({
      type: "bytes",
      pull(controller) {
        if (sent > 2_000_000) return controller.error(new Error("connection lost"));
        controller.enqueue(bytes.slice(CHUNK_BYTES + sent, CHUNK_BYTES + sent + 100_000));
        sent += 100_000;
      },
    });
    const response = await sendBytes(browser, path, CHUNK_BYTES, broken);
    expect(await response.json()).toMatchObject({ error: { code: 400, type: "body_unreadable" } });
    expect(await offsetOf(browser, path)).toEqual({ status: 200, offset: String(CHUNK_BYTES) });
    const again = await sendBytes(browser, path, CHUNK_BYTES, bytes.slice(CHUNK_BYTES));
    expect(again.headers.get("Upload-Offset")).toBe("12000000");
  });

  it.each([
    ["refuses connections", refusesConnection, 502],
    ["stalls", neverResponds, 504],
    ["fails", failsWith(500), 503],
  ])("can be retried when the backend %s", async (_, fault, status) => {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap, deadlineMs: 1_000 });
    const browser = app.browser();
    const { path, bytes } = await started(browser, { ...PDF, size: 400_000 });
    faults.on(/^POST \/storage/, fault, 1);
    expect((await sendBytes(browser, path, 0, bytes)).status).toBe(status);
    const again = await sendBytes(browser, path, 0, bytes);
    expect(again.headers.get("Upload-Offset")).toBe("400000");
  });

  it("keeps a name with quotes and other scripts", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name: 'माझा "CV".pdf' });
    const content = await browser.fetch(`/api/files/${file.id}/content`);
    const disposition = content.headers.get("Content-Disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe("माझा 'CV'.pdf");
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(file.bytes);
  });
});

describe("tus tickets", () => {
  it.each([
    ["none", ""],
    ["a made-up one", "?ticket=abcdefgh.AAAA"],
    ["garbage", `?ticket=${"%00".repeat(50)}`],
  ])("rejects %s", async (_, query) => {
    const browser = createTestApp().browser();
    const { path } = await started(browser, PDF);
    expect((await offsetOf(browser, path.split("?")[0] + query)).status).toBe(403);
  });

  it("rejects a ticket for another file, and a changed one", async () => {
    const browser = createTestApp().browser();
    const [one, two] = [await started(browser, PDF), await started(browser, PDF)];
    expect((await offsetOf(browser, `${one.path.split("?")[0]}?${two.path.split("?")[1]}`)).status).toBe(403);
    const last = one.path.at(-2) === "A" ? "B" : "A";
    expect((await offsetOf(browser, one.path.slice(0, -2) + last + one.path.at(-1))).status).toBe(403);
  });

  it("expires", async () => {
    const { keyring } = await loadConfig(bindings);
    const upload = { fileId: "f1", name: "cv.pdf", size: 4000, kind: "resume" as const, owner: "u1", guest: true };
    const ticket = { ...upload, bytesKind: "guest-upload-bytes" as const };
    const sealed = await sealTicket(keyring, { ...ticket, expiresAt: Date.now() - 1 });
    expect((await offsetOf(createTestApp().browser(), `/api/files/f1?ticket=${sealed}`)).status).toBe(410);
  });

  it("stays valid when the site is updated meanwhile, and older versions did not name the limit of its bytes", async () => {
    const { keyring } = await loadConfig(bindings);
    const browser = createTestApp().browser();
    const { path, bytes } = await started(browser, PDF);
    const [address = "", sealed] = path.split("?ticket=");
    const { bytesKind, ...older } = await openTicket(keyring, sealed, address.split("/").at(-1) ?? "");
    expect(bytesKind).toBe("guest-upload-bytes");
    const olderPath = `${address}?ticket=${await keyring.seal("upload", older)}`;
    expect((await sendBytes(browser, olderPath, 0, bytes)).status).toBe(204);
  });

  it("is valid for its member only", async () => {
    const app = createTestApp();
    const [owner, other, guest] = [app.browser(), app.browser(), app.browser()];
    await join(owner);
    await join(other);
    const { path, bytes } = await started(owner, PDF);
    expect((await sendBytes(guest, path, 0, bytes)).status).toBe(401);
    expect((await sendBytes(other, path, 0, bytes)).status).toBe(403);
    expect((await sendBytes(owner, path, 0, bytes)).status).toBe(204);
  });
});

describe("tus termination", () => {
  it.each([
    ["before the first byte", 0],
    ["half-way", CHUNK_BYTES],
    ["after the last", 12_000_000],
  ])("deletes the file and revokes the ticket: %s", async (_, sent) => {
    const app = createTestApp();
    const browser = app.browser();
    const { path, bytes } = await started(browser);
    if (sent > 0) await sendBytes(browser, path, 0, bytes.slice(0, sent));
    expect((await browser.fetch(path, { method: "DELETE", headers: TUS })).status).toBe(204);
    expect((await offsetOf(browser, path)).status).toBe(410);
    const rest = bytes.slice(sent % bytes.length, (sent % bytes.length) + CHUNK_BYTES);
    expect((await sendBytes(browser, path, sent % bytes.length, rest)).status).toBe(410);
    expect((await browser.fetch(path, { method: "DELETE", headers: TUS })).status).toBe(410);
    expect(await storedFiles()).not.toContain(path.split("/").at(-1)?.split("?")[0]);
  });
});

describe("GET /api/files/{id}/content", () => {
  it("sends the member's own file as an attachment, with ranges", async () => {
    const browser = createTestApp().browser();
    await join(browser);
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const part = await browser.fetch(`/api/files/${file.id}/content`, { headers: { Range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(file.bytes.slice(100, 200));
    expect(Object.fromEntries(part.headers)).toMatchObject({
      "content-range": "bytes 100-199/4000",
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(/^attachment; filename="cv\.pdf"/),
      "cache-control": expect.stringContaining("no-store"),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
    const beyond = await browser.fetch(`/api/files/${file.id}/content`, { headers: { Range: "bytes=4000-" } });
    expect(beyond.status).toBe(416);
  });

  it("is a 404 for other members", async () => {
    const app = createTestApp();
    const [owner, other] = [app.browser(), app.browser()];
    await join(owner);
    await join(other);
    const file = await upload(owner, { kind: "resume", name: "cv.pdf" });
    const response = await other.fetch(`/api/files/${file.id}/content`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: "storage_file_not_found" } });
    expect((await app.browser().fetch(`/api/files/${file.id}/content`)).status).toBe(401);
  });
});

describe("the permissions of a file", () => {
  it("name only the future account", async () => {
    const browser = createTestApp().browser();
    const file = await upload(browser, { kind: "resume", name: "cv.pdf" });
    const stored = await (await admin()).files.find(file.id);
    const owner = /user:(\w+)/.exec(stored?.$permissions[0] ?? "")?.[1];
    expect(stored?.$permissions).toEqual(["read", "update", "delete"].map((action) => `${action}("user:${owner}")`));
  });
});
