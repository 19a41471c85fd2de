// How many uploads and downloads one network may have at once.
import { expect, it, vi } from "vitest";
import { Transfers } from "../../../worker/http/transfers";
import { createTestApp } from "../support/test-app";
import { createSlowBody, createUpload, fileBytes, sendBytes, upload } from "../support/uploads";

const NETWORK = "198.51.100.7";
const REFUSED = expect.objectContaining({ type: "overloaded" });
const silent = () => new Promise<number>(() => {});

/** Two places for each network, and a clock that is set by hand. */
function createTransfers() {
  const clock = { ms: 0 };
  return { clock, transfers: new Transfers(2, () => clock.ms) };
}

it("a network has so many, and another network its own", () => {
  const { transfers } = createTransfers();
  const first = transfers.begin(NETWORK);
  expect(transfers.secondsUntilPlace(NETWORK)).toBe(0);
  transfers.begin(NETWORK);
  expect(transfers.secondsUntilPlace(NETWORK)).toBe(15);
  expect(() => transfers.begin(NETWORK)).toThrow(REFUSED);
  expect(transfers.secondsUntilPlace("198.51.100.8")).toBe(0);
  transfers.begin("198.51.100.8");
  first.end();
  transfers.begin(NETWORK);
});

it("an unknown network has no limit", () => {
  const { transfers } = createTransfers();
  for (let count = 0; count < 5; count += 1) transfers.begin("");
});

it("the slowest loses its place to a new one, and no fast one does", async () => {
  const { clock, transfers } = createTransfers();
  const fast = transfers.begin(NETWORK);
  const slow = transfers.begin(NETWORK);
  const waiting = slow.wait(silent(), (bytes) => bytes);
  const { promise, resolve } = Promise.withResolvers<number>();
  const reading = fast.wait(promise, (bytes) => bytes);
  clock.ms = 14_999;
  expect(() => transfers.begin(NETWORK)).toThrow(REFUSED);
  clock.ms = 20_000;
  resolve(100_000);
  await reading;
  expect(transfers.secondsUntilPlace(NETWORK)).toBe(0);
  transfers.begin(NETWORK);
  await expect(waiting).rejects.toMatchObject({ type: "request_timeout" });
  expect(() => transfers.begin(NETWORK)).toThrow(REFUSED);
});

it("bytes that came fast are not saved up", async () => {
  const { clock, transfers } = createTransfers();
  const [burst] = [transfers.begin(NETWORK), transfers.begin(NETWORK)];
  await burst.wait(Promise.resolve(10_000_000), (bytes) => bytes);
  const waiting = burst.wait(silent(), (bytes) => bytes);
  clock.ms = 15_000;
  transfers.begin(NETWORK);
  await expect(waiting).rejects.toMatchObject({ type: "request_timeout" });
});

it("a transfer that does nothing for long no longer counts", () => {
  const { clock, transfers } = createTransfers();
  transfers.begin(NETWORK);
  transfers.begin(NETWORK);
  clock.ms = 150_000;
  transfers.begin(NETWORK);
  transfers.begin(NETWORK);
});

const file = { kind: "portfolio", name: "work.pdf", size: 4000 };
const bytes = fileBytes(file.name, file.size);

/** A network whose only place is taken by an upload that has sent a part of its bytes. */
async function networkWithSlowUpload() {
  const browser = createTestApp({ transfersPerNetwork: 1 }).browser();
  const created = await createUpload(browser, file);
  const path = created.headers.get("Location") ?? "";
  const slow = createSlowBody(bytes);
  const sending = sendBytes(browser, path, 0, slow.body);
  await slow.begun;
  return { browser, path, slow, sending };
}

it("whoever asks for the offset learns that there is no place for the next part", async () => {
  const { browser, slow, sending } = await networkWithSlowUpload();
  const created = await createUpload(browser, file);
  const askForOffset = () =>
    browser.fetch(created.headers.get("Location") ?? "", { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });
  const waiting = await askForOffset();
  expect([waiting.status, waiting.headers.get("Upload-Offset"), waiting.headers.get("Retry-After")]).toEqual([
    200,
    "0",
    "15",
  ]);
  slow.release();
  expect((await sending).status).toBe(204);
  expect((await askForOffset()).headers.has("Retry-After")).toBe(false);
});

it("an upload takes the place of one that trickles, which gets 408 and goes on from what was stored", async () => {
  const { browser, path, slow, sending } = await networkWithSlowUpload();
  await expect(upload(browser, file)).rejects.toThrow("503");
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + 20_000);
  try {
    await upload(browser, file);
    expect((await sending).status).toBe(408);
  } finally {
    clock.mockRestore();
    slow.release();
  }
  expect((await sendBytes(browser, path, 0, bytes)).status).toBe(204);
});
