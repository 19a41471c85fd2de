import type { PreviousUpload, Upload, UploadOptions } from "tus-js-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FileUpload } from "../../../../app/uploads/file-upload";

const MAX_BYTES = 30_000_000;
const pdf = (name = "cv.pdf") => new File(["%PDF-1.7 Asha"], name);

/** A tus client that does nothing until the test says what happened. */
function createTus(previous: PreviousUpload[] = []) {
  const uploads: FakeUpload[] = [];
  class FakeUpload {
    url: string | null = "https://navarambh.example/api/files/f1?ticket=t1";
    start = vi.fn();
    abort = vi.fn(async (_terminate?: boolean) => {});
    resumeFromPreviousUpload = vi.fn();
    findPreviousUploads = async () => previous;
    constructor(
      readonly file: File,
      readonly options: UploadOptions,
    ) {
      uploads.push(this);
    }
  }
  const tus = { Upload: FakeUpload as unknown as typeof Upload };
  return { uploads, load: vi.fn(async () => tus) };
}

function httpError(status: number, body: string, headers: Record<string, string> = {}): Error {
  const originalResponse = { getStatus: () => status, getBody: () => body, getHeader: (name: string) => headers[name] };
  return Object.assign(new Error("refused"), { originalResponse });
}

beforeEach(() => {
  vi.stubGlobal("location", { href: "https://navarambh.example/signup" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(null, { status: 204 })));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function sending(previous: PreviousUpload[] = []) {
  const tus = createTus(previous);
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  await upload.choose(pdf());
  const [sent] = tus.uploads;
  if (!sent) throw new Error("nothing was sent");
  return { tus, upload, sent, options: sent.options };
}

test("a file that cannot be kept is refused before the tus client is loaded", async () => {
  const tus = createTus();
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  await upload.choose(new File(["hello"], "cv.pdf"));
  expect(upload.state()).toMatchObject({ phase: "rejected", name: "cv.pdf" });
  expect(tus.load).not.toHaveBeenCalled();
});

test("a good file is sent with its name and kind, and kept under its ticket", async () => {
  const { upload, sent, options } = await sending();
  expect(options.metadata).toMatchObject({ filename: "cv.pdf", kind: "resume" });
  expect(sent.start).toHaveBeenCalledOnce();
  options.onProgress?.(5, 13);
  expect(upload.state()).toMatchObject({ phase: "sending", sentBytes: 5, totalBytes: 13, isWaiting: false });
  options.onSuccess?.({} as never);
  expect(upload.state()).toEqual({ phase: "uploaded", file: { id: "f1", ticket: "t1", name: "cv.pdf" } });
});

test("an upload that a reload cut off goes on from where it stopped", async () => {
  const previous = { metadata: { filename: "cv.pdf" } } as unknown as PreviousUpload;
  const { sent } = await sending([previous]);
  expect(sent.resumeFromPreviousUpload).toHaveBeenCalledWith(previous);
});

test.each([
  [0, true],
  [503, true],
  [423, true],
  [429, true],
  [409, true],
  [410, false],
  [415, false],
])("after status %i it tries again: %s", async (status, again) => {
  const { upload, options } = await sending();
  const error = status === 0 ? new Error("offline") : httpError(status, "");
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(again);
  expect(upload.state()).toMatchObject({ phase: "sending", isWaiting: again });
});

test("an hour's files that are used up are told at once, with the time to try again", async () => {
  const { upload, options } = await sending();
  const body = JSON.stringify({ error: { type: "too_many_uploads", message: "Too many files in the last hour" } });
  const error = httpError(429, body, { "Retry-After": "720" }) as never;
  expect(options.onShouldRetry?.(error, 0, options)).toBe(false);
  options.onError?.(error);
  const message = "Too many files in the last hour. Try again in 12 minutes.";
  expect(upload.state()).toEqual({ phase: "rejected", name: "cv.pdf", message });
});

test("a connection that is back is used at once", async () => {
  const { sent, options } = await sending();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(sent.start).toHaveBeenCalledTimes(2));
  expect(sent.abort).toHaveBeenCalledWith();
});

test("nothing starts it again once its page is left, not even a connection that is back", async () => {
  const { upload, sent, options } = await sending();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  upload.leave();
  expect(sent.abort).toHaveBeenCalledWith();
  window.dispatchEvent(new Event("online"));
  options.onSuccess?.({} as never);
  expect(sent.abort).toHaveBeenCalledOnce();
  expect(sent.start).toHaveBeenCalledOnce();
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("a file that is still looked at when its page is left is not sent", async () => {
  const tus = createTus();
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  const choosing = upload.choose(pdf());
  upload.leave();
  await choosing;
  expect(tus.uploads).toEqual([]);
  expect((await upload.settled()).phase).toBe("empty");
});

test.each(["uploaded", "cancelled"])("a file that is %s listens to the connection no more", async (end) => {
  const listening = vi.spyOn(window, "addEventListener");
  const { upload, options } = await sending();
  const listener = listening.mock.calls[0]?.[2] as AddEventListenerOptions;
  expect(listener.signal?.aborted).toBe(false);
  if (end === "uploaded") options.onSuccess?.({} as never);
  else upload.cancel();
  expect(listener.signal?.aborted).toBe(true);
});

test("a connection that cannot be used at once leaves a line in the log", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { sent, options } = await sending();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  sent.abort.mockRejectedValueOnce(new Error("no"));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(warning).toHaveBeenCalledWith("the upload could not go on at once", expect.any(Error)));
  warning.mockRestore();
});

test("a file that could not be read has to be chosen again", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1");
  const file = pdf();
  vi.spyOn(file, "slice").mockImplementation(() => {
    throw new Error("it is gone from the phone");
  });
  await upload.choose(file);
  expect(upload.state()).toMatchObject({
    phase: "rejected",
    message: "This file could not be read or sent. Choose it again",
  });
  warning.mockRestore();
});

test.each(["the connection is back", "somebody tries again"])(
  "a file whose client did not load is kept, and goes on its way when %s",
  async (what) => {
    const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
    const load = vi.fn().mockRejectedValue(new Error("no chunk"));
    const upload = new FileUpload("resume", MAX_BYTES, null, "u1", load);
    await upload.choose(pdf());
    expect(upload.state()).toMatchObject({
      phase: "stopped",
      message: "We could not be reached. Check your connection, then try again.",
    });
    if (what === "somebody tries again") upload.retry();
    else window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(upload.state().phase).toBe("stopped"));
    upload.cancel();
    window.dispatchEvent(new Event("online"));
    expect(upload.state()).toEqual({ phase: "empty" });
    expect(load).toHaveBeenCalledTimes(2);
    warning.mockRestore();
  },
);

test("what the edge refuses is worded at the field", async () => {
  const { upload, options } = await sending();
  const body = JSON.stringify({ error: { type: "file_empty", message: "" } });
  options.onError?.(httpError(422, body) as never);
  expect(upload.state()).toMatchObject({ phase: "rejected", message: "This file is empty. Choose another one" });
});

test("after the last try it stops, and goes on when told to", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { upload, sent, options } = await sending();
  options.onError?.(new Error("offline") as never);
  expect(upload.state().phase).toBe("stopped");
  upload.retry();
  expect(upload.state().phase).toBe("sending");
  expect(sent.start).toHaveBeenCalledTimes(2);
  warning.mockRestore();
});

test("cancelling ends the upload at the server, and what it still reports is ignored", async () => {
  const { upload, sent, options } = await sending();
  upload.cancel();
  expect(sent.abort).toHaveBeenCalledWith(true);
  options.onProgress?.(9, 13);
  options.onSuccess?.({} as never);
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("taking a kept file out deletes it", () => {
  const upload = new FileUpload("resume", MAX_BYTES, { id: "f9", ticket: "t9", name: "old.pdf" }, "u1");
  upload.cancel();
  expect(fetch).toHaveBeenCalledWith("/api/files/f9?ticket=t9", expect.objectContaining({ method: "DELETE" }));
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("another file takes the place of the one on its way", async () => {
  const { tus, upload, sent } = await sending();
  await upload.choose(pdf("newer.pdf"));
  expect(sent.abort).toHaveBeenCalledWith(true);
  expect(tus.uploads).toHaveLength(2);
  sent.options.onSuccess?.({} as never);
  expect(upload.state()).toMatchObject({ phase: "sending", name: "newer.pdf" });
});

test("whoever waits for it learns how it ended", async () => {
  const { upload, options } = await sending();
  const settled = upload.settled();
  options.onSuccess?.({} as never);
  expect((await settled).phase).toBe("uploaded");
});

test("an unfinished upload of this kind is offered again for a day", () => {
  const creationTime = "2026-01-01T00:00:00Z";
  vi.stubGlobal("localStorage", {
    "tus::navarambh-u1-portfolio-a::1": "{}",
    "tus::navarambh-u1-resume-a::2": "{}",
    "tus::navarambh-guest-resume-a::3": "{}",
    getItem: (key: string) => JSON.stringify({ creationTime, metadata: { filename: `${key}.pdf` } }),
  });
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1");
  upload.findUnfinished(Date.parse("2026-01-02T00:00:00Z"));
  expect(upload.state()).toEqual({ phase: "empty" });
  upload.findUnfinished(Date.parse("2026-01-01T23:59:59Z"));
  expect(upload.state()).toEqual({ phase: "empty", unfinished: "tus::navarambh-u1-resume-a::2.pdf" });
});
