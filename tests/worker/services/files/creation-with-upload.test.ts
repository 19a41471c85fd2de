// Uploads whose creation brings the first bytes of the file along (tus's extension creation-with-upload).
import { describe, expect, it } from "vitest";
import { CHUNK_BYTES } from "../../../../app/contract/limits";
import { archiveBytes } from "../../../support/archive-bytes";
import { Faults, failsWith, refusesConnection } from "../../support/faults";
import { leaveRoomForFiles, useAttempts } from "../../support/limits";
import { browserOfEndedSession, join } from "../../support/people";
import { type Browser, createTestApp } from "../../support/test-app";
import {
  allowBackendErrors,
  createSlowBody,
  createUpload,
  fileBytes,
  sendBytes,
  storedFiles,
  streamed,
  TUS,
  UPLOAD_TYPE,
} from "../../support/uploads";

const PDF = { name: "cv.pdf", kind: "resume", size: 4000 };
const ZIP = { name: "work.zip", kind: "portfolio", size: 6_000_000 };
const ZIP_BYTES = fileBytes(ZIP.name, ZIP.size);

type Body = Uint8Array<ArrayBuffer> | ReadableStream;
/** The same bytes with and without a `Content-Length`. */
const BODIES: [name: string, bodyOf: (bytes: Uint8Array<ArrayBuffer>) => Body][] = [
  ["with its length", (bytes) => bytes],
  ["of unknown length", (bytes) => streamed(bytes)],
];

/** A body that sends some bytes, then calls `end` for each further read. */
function bodyThat(bytes: Uint8Array<ArrayBuffer>, end: (controller: ReadableByteStreamController) => unknown) {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (at >= bytes.length) return end(controller) as Promise<void>;
      controller.enqueue(bytes.slice(at, at + 50_000));
      at += 50_000;
    },
  });
}

function startOf(response: Response) {
  const path = response.headers.get("Location") ?? "";
  return {
    status: response.status,
    offset: Number(response.headers.get("Upload-Offset") ?? "-1"),
    path,
    id: path.split("?")[0]?.split("/").at(-1) ?? "",
  };
}

/** Sends the rest of the archive, and checks that it arrived whole. */
async function finish(browser: Browser, { path, id, offset }: ReturnType<typeof startOf>): Promise<void> {
  const sent = await sendBytes(browser, path, offset, ZIP_BYTES.slice(offset));
  expect([sent.status, sent.headers.get("Upload-Offset")]).toEqual([204, String(ZIP.size)]);
  const content = await browser.fetch(`/api/files/${id}/content`);
  expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(ZIP_BYTES))).toBe(true);
}

async function memberWithFaults() {
  const faults = new Faults();
  const app = createTestApp({ wrapServer: faults.wrap });
  const browser = app.browser();
  await join(browser);
  return { app, browser, faults };
}

describe("a creation with bytes", () => {
  it.each(BODIES)("stores a whole file: a body %s", async (_, bodyOf) => {
    const { browser } = await memberWithFaults();
    const created = await createUpload(browser, ZIP, bodyOf(ZIP_BYTES));
    const { status, offset, id, path } = startOf(created);
    expect([status, offset]).toEqual([201, ZIP.size]);
    const content = await browser.fetch(`/api/files/${id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(ZIP_BYTES))).toBe(true);
    const head = await browser.fetch(path, { method: "HEAD", headers: TUS });
    expect(head.headers.get("Upload-Offset")).toBe(String(ZIP.size));
    const expiry = (response: Response) => Date.parse(response.headers.get("Upload-Expires") ?? "");
    // The first one counts from when the response was made, the second one from when the bytes were stored.
    expect(Math.abs(expiry(created) - expiry(head))).toBeLessThan(60_000);
  });

  it.each(BODIES)("stores the whole parts of a longer beginning: a body %s", async (_, bodyOf) => {
    allowBackendErrors();
    const { browser } = await memberWithFaults();
    const start = startOf(await createUpload(browser, ZIP, bodyOf(ZIP_BYTES.slice(0, CHUNK_BYTES + 300_000))));
    expect([start.status, start.offset]).toEqual([201, CHUNK_BYTES]);
    await finish(browser, start);
  });

  it.each(BODIES.flatMap(([name, bodyOf]) => [0, 5, 1_000_000].map((size) => [size, name, bodyOf] as const)))(
    "stores nothing of less than a part, and the upload goes on: %i bytes in a body %s",
    async (size, _, bodyOf) => {
      allowBackendErrors();
      const { browser } = await memberWithFaults();
      const start = startOf(await createUpload(browser, ZIP, bodyOf(ZIP_BYTES.slice(0, size))));
      expect([start.status, start.offset]).toEqual([201, 0]);
      await finish(browser, start);
    },
  );

  it("goes on from the last whole part when the body breaks off", async () => {
    allowBackendErrors();
    const { app, browser } = await memberWithFaults();
    const body = bodyThat(ZIP_BYTES.slice(0, CHUNK_BYTES + 300_000), (controller) =>
      controller.error(new Error("connection lost")),
    );
    const start = startOf(await createUpload(browser, ZIP, body));
    expect([start.status, start.offset]).toEqual([201, CHUNK_BYTES]);
    expect(app.log.filter(({ level }) => level !== "info")).toEqual([]);
    await finish(browser, start);
  });

  it("goes on from the last whole part when the client falls silent", async () => {
    allowBackendErrors();
    const app = createTestApp({ clientPace: { silenceMs: 300, bytesPerSecond: 1000 } });
    const browser = app.browser();
    await join(browser);
    const body = bodyThat(ZIP_BYTES.slice(0, CHUNK_BYTES + 300_000), () => new Promise(() => {}));
    const start = startOf(await createUpload(browser, ZIP, body));
    expect([start.status, start.offset]).toEqual([201, CHUNK_BYTES]);
    await finish(browser, start);
  });

  it.each([
    ["refuses connections", refusesConnection],
    ["fails", failsWith(500)],
  ])("is a creation all the same when the backend %s, and says so in the log", async (_, fault) => {
    const { app, browser, faults } = await memberWithFaults();
    faults.on(/^POST \/storage/, fault, 1);
    const start = startOf(await createUpload(browser, ZIP, ZIP_BYTES));
    expect([start.status, start.offset]).toEqual([201, 0]);
    expect(app.log).toContainEqual(
      expect.objectContaining({ level: "warn", event: "upload created without all of its bytes", offset: 0 }),
    );
    await finish(browser, start);
  });

  it("is a creation without bytes when it has none", async () => {
    const created = await createUpload(createTestApp().browser(), PDF);
    expect(startOf(created)).toMatchObject({ status: 201, offset: 0 });
  });

  it("has room in a hall of 1,000 who join with a small file each", async () => {
    const browser = createTestApp().browser();
    await useAttempts(browser, "guest-upload-bytes", 999 * 1024 * 1024);
    expect((await createUpload(browser, PDF, fileBytes(PDF.name, PDF.size))).status).toBe(201);
  });
});

describe("a creation with bytes is refused, and leaves nothing", () => {
  const bytes = fileBytes(PDF.name, PDF.size);
  const BOMB = archiveBytes([{ data: new Uint8Array(1000), unpackedBytes: 1_000_000 }]);
  const CASES: [string, Partial<typeof PDF>, Uint8Array<ArrayBuffer>, number, string][] = [
    ["an executable", { name: "cv.exe" }, bytes, 415, "file_type_unsupported"],
    ["an empty file", { size: 0 }, new Uint8Array(), 422, "file_empty"],
    ["a file above the limit", { size: 30_000_001 }, bytes, 413, "file_too_large"],
    ["no kind", { kind: "" }, bytes, 400, "upload_metadata_invalid"],
    ["more bytes than announced", { size: PDF.size - 1 }, bytes, 400, "upload_metadata_invalid"],
    ["bytes of another type", {}, fileBytes("looks.zip", PDF.size), 422, "file_content_mismatch"],
    [
      "an archive that is not sound",
      { name: "work.zip", kind: "portfolio", size: BOMB.length },
      BOMB,
      422,
      "file_content_mismatch",
    ],
  ];

  it.each(CASES)("%s", async (_, change, body, status, type) => {
    const app = createTestApp();
    const before = await storedFiles();
    const response = await createUpload(app.browser(), { ...PDF, ...change }, body);
    expect(response.headers.get("Location")).toBeNull();
    expect(await response.json()).toMatchObject({ error: { code: status, type } });
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toEqual(before);
  });

  it("gives the stored bytes back to the network", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await leaveRoomForFiles(browser, "guest-upload-bytes", 1);
    for (let n = 0; n < 2; n += 1) {
      expect(
        (await createUpload(browser, { name: "work.zip", kind: "portfolio", size: BOMB.length }, BOMB)).status,
      ).toBe(422);
      await app.waitForBackgroundTasks();
    }
    expect((await createUpload(browser, PDF, bytes)).status).toBe(201);
    expect((await createUpload(browser, PDF, bytes)).status).toBe(429);
  });

  it("when the network has stored too much", async () => {
    const browser = createTestApp().browser();
    await leaveRoomForFiles(browser, "guest-upload-bytes", 0);
    const response = await createUpload(browser, PDF, bytes);
    expect(await response.json()).toMatchObject({ error: { code: 429, type: "too_many_uploads" } });
  });

  it("when the member's session has ended", async () => {
    const browser = await browserOfEndedSession(createTestApp());
    const before = await storedFiles();
    const response = await createUpload(browser, PDF, bytes);
    expect(await response.json()).toMatchObject({ error: { code: 401, type: "session_missing" } });
    expect(await storedFiles()).toEqual(before);
  });

  it("when the body has another type", async () => {
    const metadata = `filename ${btoa(PDF.name)},kind ${btoa(PDF.kind)}`;
    const headers = { ...TUS, "Upload-Length": "4000", "Upload-Metadata": metadata, "Content-Type": "application/pdf" };
    const response = await createTestApp().browser().fetch("/api/files", { method: "POST", headers, body: bytes });
    expect(await response.json()).toMatchObject({
      error: { code: 415, type: "media_type_unsupported", message: expect.stringContaining(UPLOAD_TYPE) },
    });
  });

  it("when the member starts another upload of the kind while its bytes arrive", async () => {
    const app = createTestApp();
    const browser = app.browser();
    await join(browser);
    const before = await storedFiles();
    const slow = createSlowBody(bytes);
    const creating = createUpload(browser, PDF, slow.body);
    await slow.begun;
    const second = startOf(await createUpload(browser, PDF, bytes));
    slow.release();
    const first = await creating;
    expect(await first.json()).toMatchObject({ error: { code: 410, type: "upload_gone" } });
    await app.waitForBackgroundTasks();
    expect(await storedFiles()).toEqual([...before, second.id]);
  });
});
