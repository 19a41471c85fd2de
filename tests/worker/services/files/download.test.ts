import { describe, expect, it } from "vitest";
import { type Fault, Faults, failsWith } from "../../support/faults";
import { join } from "../../support/people";
import { createTestApp } from "../../support/test-app";
import { upload } from "../../support/uploads";

const passesOn: Fault = (_, forward) => forward();

const ATTACHMENT = { "Content-Disposition": 'attachment; filename="work.pdf"' };

async function memberWithFile() {
  const browser = createTestApp().browser();
  await join(browser);
  const file = await upload(browser, { kind: "portfolio", name: "work.pdf", size: 4000 });
  const get = (Range: string) => browser.fetch(`/api/files/${file.id}/content`, { headers: { Range } });
  return { bytes: file.bytes, get };
}

describe("a range of a file", () => {
  it.each([
    ["bytes=0-3", 0, 4],
    ["bytes=3990-", 3990, 4000],
    ["bytes=3990-9999", 3990, 4000],
    ["bytes=-5", 3995, 4000],
    ["bytes=-9999", 0, 4000],
  ])("%s returns exactly these bytes", async (range, start, end) => {
    const { bytes, get } = await memberWithFile();
    const response = await get(range);
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(`bytes ${start}-${end - 1}/4000`);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.slice(start, end));
  });

  it.each(["bytes=4000-", "bytes=-0"])("%s is unsatisfiable, and the response has the file's length", async (range) => {
    const { get } = await memberWithFile();
    const response = await get(range);
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe("bytes */4000");
    expect(response.headers.has("Content-Disposition")).toBe(false);
    expect(await response.json()).toMatchObject({ error: { code: 416, type: "range_unsatisfiable" } });
  });

  it.each([
    ["bytes=3-1"],
    ["bytes=0-0,2-3"],
    ["pages=1-2"],
    ["x"],
    // Appwrite gets no header of any length.
    ["bytes=1-1000000000000000"],
    ["bytes=0000000000000001-2"],
    ["bytes=-1000000000000000"],
  ])("%s is ignored, and returns the whole file", async (range) => {
    const { bytes, get } = await memberWithFile();
    const response = await get(range);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
  });
});

/** A member with a file of which the backend sends bytes without end, and whether it was told to stop. */
async function memberWithEndlessFile(silenceMs: number) {
  const sending = { isCancelled: false };
  const faults = new Faults();
  const clientPace = { silenceMs, bytesPerSecond: 1_000 };
  const browser = createTestApp({ wrapServer: faults.wrap, clientPace }).browser();
  await join(browser);
  const file = await upload(browser, { kind: "portfolio", name: "work.pdf", size: 4000 });
  faults.on(/\/download$/, async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => {
        sending.isCancelled = true;
      },
    });
    return new Response(body, { headers: { ...ATTACHMENT, "Content-Length": "1000000000" } });
  });
  return { sending, get: (method: string) => browser.fetch(`/api/files/${file.id}/content`, { method }) };
}

describe("a download whose client stops reading", () => {
  it("ends, and with it the call to the backend", async () => {
    const { sending, get } = await memberWithEndlessFile(100);
    const response = await get("GET");
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    await expect.poll(() => sending.isCancelled, { timeout: 10_000 }).toBe(true);
  });
});

describe("a download that the backend ends early", () => {
  /** Downloads a file of 4,000 bytes. @param respond the backend's response. */
  async function download(respond: () => Response, { Range = "", lookUp = passesOn } = {}) {
    const faults = new Faults();
    const app = createTestApp({ wrapServer: faults.wrap });
    const browser = app.browser();
    await join(browser);
    const file = await upload(browser, { kind: "portfolio", name: "work.pdf", size: 4000 });
    faults.on(/\/download$/, async () => respond());
    faults.on(/\/files\/[^/]+$/, lookUp);
    const response = await browser.fetch(`/api/files/${file.id}/content`, { headers: Range ? { Range } : {} });
    return { app, response };
  }

  it.each<[string, string, (controller: ReadableStreamDefaultController) => void, ResponseInit, string]>([
    [
      "with an error",
      "",
      (controller) => controller.error(new Error("Network connection lost.")),
      { headers: ATTACHMENT },
      "Error: Network connection lost.",
    ],
    [
      "cleanly, without a Content-Length",
      "",
      (controller) => controller.close(),
      { headers: ATTACHMENT },
      "Error: The source ended after 1000 of 4000 bytes",
    ],
    [
      "cleanly, in a part without a Content-Length",
      "bytes=1000-",
      (controller) => controller.close(),
      { status: 206, headers: { ...ATTACHMENT, "Content-Range": "bytes 1000-3999/4000" } },
      "Error: The source ended after 1000 of 3000 bytes",
    ],
  ])("%s is broken off, and in the log", async (_, range, end, init, error) => {
    const body = () => {
      return new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1000)), pull: end });
    };
    const { app, response } = await download(() => new Response(body(), init), { Range: range });
    await expect(response.arrayBuffer()).rejects.toThrow();
    const entry = { level: "error", event: "background task failed", task: "download", error };
    await expect.poll(() => app.log).toContainEqual(expect.objectContaining(entry));
  });

  it("is passed on as it is when nobody tells its length", async () => {
    const respond = () => new Response(new Blob([new Uint8Array(1000)]).stream(), { headers: ATTACHMENT });
    const { app, response } = await download(respond, { lookUp: failsWith(500) });
    expect(response.headers.has("Content-Length")).toBe(false);
    expect((await response.arrayBuffer()).byteLength).toBe(1000);
    expect(app.log).toContainEqual(expect.objectContaining({ event: "length of a download unknown" }));
  });
});

describe("a HEAD of a download", () => {
  it("has the headers of a GET, and leaves nothing of the backend's response unread", async () => {
    // So that it does not end because nobody reads.
    const { sending, get } = await memberWithEndlessFile(60_000);
    const response = await get("HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toContain('filename="work.pdf"');
    expect(await response.text()).toBe("");
    await expect.poll(() => sending.isCancelled, { timeout: 10_000 }).toBe(true);
  });
});
