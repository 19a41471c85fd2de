// Clients that stop sending a body, or send it too slowly.
import { describe, expect, it, vi } from "vitest";
import { Faults } from "../support/faults";
import { join } from "../support/people";
import { createTestApp } from "../support/test-app";
import { createUpload, fileBytes, sendBytes, storedFiles } from "../support/uploads";

const FILE = { name: "cv.pdf", kind: "resume", size: 40_000 };
const BYTES = fileBytes(FILE.name, FILE.size);

const SOME_JSON = new TextEncoder().encode('{"email":');

/** A body that sends `first`, and then nothing more. */
function stalled(first: Uint8Array) {
  const seen = { cancelled: false };
  let pulls = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      pulls += 1;
      if (pulls > 1) return new Promise(() => {});
      controller.enqueue(new Uint8Array(first));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, body };
}

/** A body that sends `first`, and then goes on for ever, a byte at a time. */
function dripping(first: Uint8Array = SOME_JSON) {
  const seen = { cancelled: false };
  const body = new ReadableStream({
    type: "bytes",
    start: (controller) => controller.enqueue(new Uint8Array(first)),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.enqueue(new Uint8Array([0x20]));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, body };
}

/** Silence ends after a moment, so that the test does not wait. */
const IMPATIENT = { silenceMs: 30, bytesPerSecond: 1_000_000 };
/** Never silent for so long, and yet too slow. */
const BRISK = { silenceMs: 300, bytesPerSecond: 1_000_000 };

/** Notes how many parts are on their way to the backend, and how many were. */
function watchParts() {
  const seen = { open: 0, begun: 0 };
  const faults = new Faults();
  faults.on(/^POST \/storage/, async (_, forward) => {
    seen.open += 1;
    seen.begun += 1;
    try {
      return await forward();
    } finally {
      seen.open -= 1;
    }
  });
  return { seen, wrapServer: faults.wrap };
}

describe("a client that", () => {
  it.each([
    ["stops sending JSON", "/api/account/sessions/email", "application/json", () => stalled(SOME_JSON), IMPATIENT],
    ["drips JSON", "/api/account/sessions/email", "application/json", () => dripping(), BRISK],
    ["stops sending a form", "/signup", "application/x-www-form-urlencoded", () => stalled(SOME_JSON), IMPATIENT],
    ["drips a form", "/login", "application/x-www-form-urlencoded", () => dripping(), BRISK],
  ])("%s gets 408, and its body is cancelled", async (_, path, type, bodyOf, clientPace) => {
    const browser = createTestApp({ clientPace }).browser();
    const { seen, body } = bodyOf();
    const response = await browser.fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ error: { code: 408, type: "request_timeout" } });
    expect(seen.cancelled).toBe(true);
  });

  it("was fast first and then drips gets 408", async () => {
    const browser = createTestApp({ clientPace: { silenceMs: 300, bytesPerSecond: 1_000 } }).browser();
    const { seen, body } = dripping(new Uint8Array(60_000));
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await browser.fetch("/login", { method: "POST", headers, body })).status).toBe(408);
    expect(seen.cancelled).toBe(true);
  });

  it.each([
    ["/login", "application/x-www-form-urlencoded"],
    ["/api/account/sessions/email", "application/json"],
  ])("leaves in the middle of a body to %s is no error in the log", async (path, type) => {
    const app = createTestApp();
    const body = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new Uint8Array(SOME_JSON)),
      pull: (controller) => controller.error(new Error("Network connection lost.")),
    });
    const response = await app.browser().fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
    expect(await response.json()).toMatchObject({ error: { code: 400, type: "body_unreadable" } });
    expect(app.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("has no session cannot make the Worker hold a file", async () => {
    const { seen, body } = stalled(SOME_JSON);
    const clientPace = { silenceMs: 100, bytesPerSecond: 1_000 };
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const redirect = async () => new Response(null, { status: 303, headers: { Location: "/login" } });
    const browser = createTestApp({ clientPace, render: redirect }).browser();
    expect((await browser.fetch("/profile/file", { method: "POST", headers, body })).status).toBe(303);
    expect(seen.cancelled).toBe(true);
  });

  it.each([
    ["sends no byte of a part", new Uint8Array(0), 0],
    ["stops within a part", BYTES.slice(0, 20_000), 1],
  ])("%s gets 408, keeps no call to the backend open, and can send the part again", async (_, first, calls) => {
    const { seen: parts, wrapServer } = watchParts();
    const app = createTestApp({ clientPace: IMPATIENT, wrapServer });
    const browser = app.browser();
    await join(browser);
    const created = await createUpload(browser, FILE);
    const path = created.headers.get("Location") ?? "";
    const response =
      first.length === 0
        ? await sendBytes(browser, path, 0, new ReadableStream({ type: "bytes", pull: () => new Promise(() => {}) }))
        : await sendBytes(browser, path, 0, stalled(first).body);
    expect(await response.json()).toMatchObject({ error: { code: 408, type: "request_timeout" } });
    await vi.waitFor(() => expect(parts).toEqual({ open: 0, begun: calls }));
    expect((await sendBytes(browser, path, 0, BYTES)).status).toBe(204);
    expect(await storedFiles()).toContain(new URL(path, "https://site.test").pathname.split("/").at(-1));
  });

  it("drips a part gets 408, and keeps no call to the backend open", async () => {
    const { seen: parts, wrapServer } = watchParts();
    const browser = createTestApp({ clientPace: BRISK, wrapServer }).browser();
    await join(browser);
    const path = (await createUpload(browser, FILE)).headers.get("Location") ?? "";
    const response = await sendBytes(browser, path, 0, dripping(BYTES.slice(0, 1000)).body);
    expect(response.status).toBe(408);
    await vi.waitFor(() => expect(parts).toEqual({ open: 0, begun: 1 }));
  });
});
