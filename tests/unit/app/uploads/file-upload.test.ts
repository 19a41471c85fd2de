import { type PreviousUpload, Upload, type UploadOptions } from "tus-js-client";
import { beforeEach, expect, test, vi } from "vitest";
import { NOT_GETTING_THROUGH } from "../../../../app/uploads/file-labels";
import { FileUpload } from "../../../../app/uploads/file-upload";
import { stubStorage } from "../../../support/storage";

const MAX_BYTES = 30_000_000;
const pdf = (name = "cv.pdf") => new File(["%PDF-1.7 Asha"], name);

/** A fake tus client that does nothing by itself: tests call the callbacks in `options`. */
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
  return Object.assign(new Error("error response"), { originalResponse });
}

beforeEach(() => {
  vi.stubGlobal("location", { href: "https://navarambh.example/signup" });
  vi.stubGlobal("window", new EventTarget());
  stubStorage("localStorage");
  stubStorage("sessionStorage");
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(null, { status: 204 })));
});
async function startUpload(previous: PreviousUpload[] = []) {
  const tus = createTus(previous);
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  await upload.choose(pdf());
  const [sent] = tus.uploads;
  if (!sent) throw new Error("nothing was sent");
  return { tus, upload, sent, options: sent.options };
}

test("an unacceptable file is rejected before the tus client is loaded", async () => {
  const tus = createTus();
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  await upload.choose(new File(["hello"], "cv.pdf"));
  expect(upload.state()).toMatchObject({ phase: "rejected", name: "cv.pdf" });
  expect(tus.load).not.toHaveBeenCalled();
});

test("an accepted file is sent with its name and kind, and ends up with the id and ticket of its upload", async () => {
  const { upload, sent, options } = await startUpload();
  expect(options.metadata).toMatchObject({ filename: "cv.pdf", kind: "resume" });
  expect(sent.start).toHaveBeenCalledOnce();
  options.onProgress?.(5, 13);
  expect(upload.state()).toMatchObject({ phase: "sending", sentBytes: 5, totalBytes: 13, waiting: null });
  options.onSuccess?.({} as never);
  expect(upload.state()).toEqual({ phase: "uploaded", file: { id: "f1", ticket: "t1", name: "cv.pdf" } });
});

test("an upload that a reload cut off is resumed", async () => {
  const previous = { metadata: { filename: "cv.pdf" } } as unknown as PreviousUpload;
  const { sent } = await startUpload([previous]);
  expect(sent.resumeFromPreviousUpload).toHaveBeenCalledWith(previous);
});

test.each([
  ["a lost connection", new Error("offline")],
  ["status 409", httpError(409, "")],
  ["status 423", httpError(423, "")],
  ["status 429", httpError(429, "")],
  ["status 503", httpError(503, "")],
  ["an overloaded backend", httpError(503, JSON.stringify({ error: { type: "overloaded", message: "" } }))],
])("after %s the upload waits, and is retried", async (_, error) => {
  const { upload, options } = await startUpload();
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(true);
  expect(upload.state()).toMatchObject({ phase: "sending", waiting: NOT_GETTING_THROUGH });
});

test.each([410, 415])("after status %i the upload is not retried", async (status) => {
  const { upload, options } = await startUpload();
  expect(options.onShouldRetry?.(httpError(status, "") as never, 0, options)).toBe(false);
  expect(upload.state()).toMatchObject({ phase: "sending", waiting: null });
});

const FROM_API = { "Tus-Resumable": "1.0.0" };

/** Answers the HEAD that asks how far an upload came. @returns the error that the tus client makes of it; null when it believes the answer */
async function answerHead(status: number, headers: Record<string, string>) {
  const { upload, options } = await startUpload();
  const request = { getMethod: () => "HEAD" };
  const response = { getStatus: () => status, getBody: () => "", getHeader: (name: string) => headers[name] };
  try {
    await options.onAfterResponse?.(request as never, response as never);
    return { upload, options, error: null };
  } catch (causingError) {
    return {
      upload,
      options,
      error: Object.assign(new Error("HEAD failed"), { originalResponse: null, causingError }),
    };
  }
}

test.each([
  ["429 of the limit on bursts", 429, {}],
  ["403 of a gateway", 403, {}],
  ["the page of a Wi-Fi network", 200, {}],
  ["503 of the API", 503, FROM_API],
  ["429 of the API", 429, FROM_API],
])("the offset is asked for again after %s", async (_, status, headers) => {
  const { options, error } = await answerHead(status, headers);
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(true);
});

test.each([200, 403, 404, 410])("the API is believed that an upload exists or is gone: %i", async (status) => {
  expect((await answerHead(status, FROM_API)).error).toBeNull();
});

test("an upload of an ended session stops, and what was sent is not sent again after the next sign-in", async () => {
  const { upload, options, error } = await answerHead(401, FROM_API);
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(false);
  options.onError?.(error as never);
  expect(upload.state()).toMatchObject({ phase: "rejected", message: "Your session has ended. Sign in again." });
});

test("a file that was changed since it was chosen is not sent again and again", async () => {
  const { upload, sent, options } = await startUpload();
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException("It was changed", "NotReadableError")) };
  vi.spyOn(sent.file, "slice").mockReturnValue(unreadable as unknown as Blob);
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  options.onShouldRetry?.(new Error("net::ERR_UPLOAD_FILE_CHANGED") as never, 0, options);
  const message = "This file was changed or moved since you chose it. Choose it again";
  await vi.waitFor(() => expect(upload.state()).toEqual({ phase: "rejected", name: "cv.pdf", message }));
  expect(sent.abort).toHaveBeenCalledOnce();
  warning.mockRestore();
});

test("the hourly limit on uploads is reported at once, with the time to try again", async () => {
  const { upload, options } = await startUpload();
  const body = JSON.stringify({ error: { type: "too_many_uploads", message: "Too many files in the last hour" } });
  const error = httpError(429, body, { "Retry-After": "720" }) as never;
  expect(options.onShouldRetry?.(error, 0, options)).toBe(false);
  options.onError?.(error);
  const message = "Too many files in the last hour. Try again in 12 minutes.";
  expect(upload.state()).toEqual({ phase: "rejected", name: "cv.pdf", message });
});

test("a short pause of that limit is made as often as it is asked for, and the page says why", async () => {
  const { upload, options } = await startUpload();
  const delays = options.retryDelays ?? [];
  const body = JSON.stringify({ error: { type: "too_many_uploads", message: "Too many files in the last hour" } });
  const limited = httpError(429, body, { "Retry-After": "12" }) as never;
  for (let attempt = 0; attempt < 30; attempt += 1) {
    expect(options.onShouldRetry?.(limited, attempt, options)).toBe(true);
    // The pauses grow, so that a crowd does not use up the limit on bursts.
    const shortest = Math.min(60_000, 12_000 * (1 + attempt / 4));
    expect(options.retryDelays?.[attempt]).toBeGreaterThanOrEqual(shortest);
    expect(options.retryDelays?.[attempt]).toBeLessThanOrEqual(2 * shortest);
  }
  const waiting =
    "Many files are being sent from your network right now. Yours waits for its turn, and goes on by itself.";
  expect(upload.state()).toMatchObject({ phase: "sending", waiting });
  // Failures have their own pauses after that.
  expect(options.onShouldRetry?.(new Error("offline") as never, 30, options)).toBe(true);
  expect(options.retryDelays?.slice(30)).toEqual(delays);
});

test("a limit on bursts is waited for in the same way, and is not said to be one on files", async () => {
  const { upload, options } = await startUpload();
  expect(options.onShouldRetry?.(httpError(429, "", { "Retry-After": "60" }) as never, 0, options)).toBe(true);
  expect(options.retryDelays?.[0]).toBeGreaterThanOrEqual(60_000);
  expect(upload.state()).toMatchObject({ phase: "sending", waiting: NOT_GETTING_THROUGH });
});

test("the pause of a limit on bursts is made also when it refuses to tell how much has arrived", async () => {
  const { options, error } = await answerHead(429, { "Retry-After": "60" });
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(true);
  expect(options.retryDelays?.[0]).toBeGreaterThanOrEqual(60_000);
});

test("the page goes on to say why a file waits while the answers have no body", async () => {
  const { upload, options } = await startUpload();
  const body = JSON.stringify({ error: { type: "too_many_uploads", message: "" } });
  options.onShouldRetry?.(httpError(429, body, { "Retry-After": "12" }) as never, 0, options);
  options.onShouldRetry?.(httpError(429, "", { "Retry-After": "12" }) as never, 1, options);
  expect(upload.state()).toMatchObject({ waiting: expect.stringMatching(/^Many files are being sent/) });
});

test("an upload that a limit ends after all its attempts can be retried", async () => {
  const { upload, options } = await startUpload();
  const body = JSON.stringify({ error: { type: "too_many_uploads", message: "" } });
  options.onError?.(httpError(429, body, { "Retry-After": "12" }) as never);
  expect(upload.state()).toMatchObject({
    phase: "stopped",
    message: "Too many files in the last hour. Try again in 12 seconds.",
  });
});

test("pauses that a limit asks for are no failures", async () => {
  const { options } = await startUpload();
  const limited = httpError(429, "", { "Retry-After": "12" }) as never;
  const body = JSON.stringify({ error: { type: "storage_unavailable", message: "" } });
  for (const attempt of [0, 1, 2]) options.onShouldRetry?.(limited, attempt, options);
  for (const attempt of [3, 4, 5]) {
    expect(options.onShouldRetry?.(httpError(503, body) as never, attempt, options)).toBe(true);
  }
  expect(options.onShouldRetry?.(httpError(503, body) as never, 6, options)).toBe(false);
});

test("the deletion of a cancelled upload is given up after some attempts", async () => {
  vi.useFakeTimers();
  try {
    const { options } = await startUpload();
    // It has waited for room before.
    options.onShouldRetry?.(httpError(429, "", { "Retry-After": "12" }) as never, 0, options);
    let deletions = 0;
    const response = {
      getStatus: () => 503,
      getHeader: () => undefined,
      getBody: () => "",
      getUnderlyingObject: () => null,
    };
    const httpStack = {
      getName: () => "a stack that answers 503",
      createRequest: (method: string, url: string) => ({
        getMethod: () => method,
        getURL: () => url,
        setHeader: () => {},
        getHeader: () => undefined,
        setProgressHandler: () => {},
        abort: async () => {},
        getUnderlyingObject: () => null,
        send: async () => {
          deletions += 1;
          return response;
        },
      }),
    };
    const deleting = Upload.terminate("https://navarambh.example/api/files/f1", { ...options, httpStack });
    const outcome = expect(deleting).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1000);
    expect(deletions).toBe(1);
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    await outcome;
    expect(deletions).toBe(1 + (options.retryDelays?.length ?? 0));
  } finally {
    vi.useRealTimers();
  }
});

test("a waiting upload is resumed as soon as the connection is back", async () => {
  const { sent, options } = await startUpload();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(sent.start).toHaveBeenCalledTimes(2));
  expect(sent.abort).toHaveBeenCalledWith();
});

test("a suspended upload is not resumed when the connection is back", async () => {
  const { upload, sent, options } = await startUpload();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  upload.suspend();
  expect(sent.abort).toHaveBeenCalledWith();
  window.dispatchEvent(new Event("online"));
  options.onSuccess?.({} as never);
  expect(sent.abort).toHaveBeenCalledOnce();
  expect(sent.start).toHaveBeenCalledOnce();
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("a file that is suspended while it is checked is not sent", async () => {
  const tus = createTus();
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  const choosing = upload.choose(pdf());
  upload.suspend();
  await choosing;
  expect(tus.uploads).toEqual([]);
  expect((await upload.whenIdle()).phase).toBe("empty");
});

test.each(["uploaded", "cancelled"])("a file that is %s no longer listens for the online event", async (end) => {
  const listening = vi.spyOn(window, "addEventListener");
  const { upload, options } = await startUpload();
  const listener = listening.mock.calls[0]?.[2] as AddEventListenerOptions;
  expect(listener.signal?.aborted).toBe(false);
  if (end === "uploaded") options.onSuccess?.({} as never);
  else upload.cancel();
  expect(listener.signal?.aborted).toBe(true);
});

test("a failure to resume when the connection is back is logged", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { sent, options } = await startUpload();
  options.onShouldRetry?.(new Error("offline") as never, 0, options);
  sent.abort.mockRejectedValueOnce(new Error("no"));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() =>
    expect(warning).toHaveBeenCalledWith("the upload could not be resumed at once", expect.any(Error)),
  );
  warning.mockRestore();
});

test("a file that cannot be read is rejected", async () => {
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

test("a file whose code is gone after a deployment is not blamed on the connection", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const load = vi.fn().mockRejectedValue(new Error("/assets/tus.js was not fetched", { cause: 404 }));
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", load);
  await upload.choose(pdf());
  const message = "This page is older than the site. Load it again, then choose your file once more";
  expect(upload.state()).toEqual({ phase: "rejected", name: "cv.pdf", message, isPageOld: true });
  warning.mockRestore();
});

test.each(["the connection is back", "the user retries"])(
  "when the tus client does not load, the file stays, and it is loaded again when %s",
  async (event) => {
    const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
    const load = vi.fn().mockRejectedValue(new Error("no chunk"));
    const upload = new FileUpload("resume", MAX_BYTES, null, "u1", load);
    await upload.choose(pdf());
    expect(upload.state()).toMatchObject({
      phase: "stopped",
      message: "We could not be reached. Check your connection, then try again.",
    });
    if (event === "the user retries") upload.retry();
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

test("an error of the API becomes the field's message", async () => {
  const { upload, options } = await startUpload();
  const body = JSON.stringify({ error: { type: "file_empty", message: "" } });
  options.onError?.(httpError(422, body) as never);
  expect(upload.state()).toMatchObject({ phase: "rejected", message: "This file is empty. Choose another one" });
});

test("an upload that a server in trouble ends can be resumed, since nothing is wrong with the file", async () => {
  const { upload, sent, options } = await startUpload();
  const body = JSON.stringify({ error: { type: "backend_down", message: "" } });
  options.onError?.(httpError(503, body) as never);
  expect(upload.state().phase).toBe("stopped");
  upload.retry();
  expect(sent.start).toHaveBeenCalledTimes(2);
});

test("the upload stops after the last attempt, and retry() resumes it", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { upload, sent, options } = await startUpload();
  options.onProgress?.(5, 13);
  options.onError?.(new Error("offline") as never);
  expect(upload.state().phase).toBe("stopped");
  upload.retry();
  expect(upload.state()).toMatchObject({ phase: "sending", sentBytes: 5, totalBytes: 13, waiting: null });
  expect(sent.start).toHaveBeenCalledTimes(2);
  warning.mockRestore();
});

test("cancel() deletes the upload on the server, and its later events are ignored", async () => {
  const { upload, sent, options } = await startUpload();
  upload.cancel();
  expect(sent.abort).toHaveBeenCalledWith(true);
  options.onProgress?.(9, 13);
  options.onSuccess?.({} as never);
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("a cancelled upload is forgotten before its deletion has got through, so that the same file begins anew", async () => {
  const { upload, sent } = await startUpload();
  const key = `tus::navarambh-u1-resume-cv.pdf-13-${sent.file.lastModified}::7`;
  const local = stubStorage("localStorage", { [key]: "{}", "tus::navarambh-u1-portfolio-plan.zip-9-1::8": "{}" });
  sent.abort.mockReturnValue(new Promise(() => {}));
  upload.cancel();
  expect(Object.keys(local)).toEqual(["tus::navarambh-u1-portfolio-plan.zip-9-1::8"]);
});

test("cancel() of an upload that a reload cut off deletes it on the server, and a reload does not ask for it again", () => {
  const uploadUrl = "https://navarambh.example/api/files/f1?ticket=t1";
  const creationTime = "2026-01-01T00:00:00Z";
  const local = stubStorage("localStorage", {
    "tus::navarambh-u1-resume-cv.pdf::7": JSON.stringify({ creationTime, uploadUrl, metadata: { filename: "cv.pdf" } }),
  });
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", createTus().load);
  upload.findUnfinished(Date.parse(creationTime));
  expect(upload.state()).toEqual({ phase: "empty", unfinished: "cv.pdf" });
  upload.cancel();
  expect(upload.state()).toEqual({ phase: "empty" });
  expect(fetch).toHaveBeenCalledWith(uploadUrl, expect.objectContaining({ method: "DELETE" }));
  expect(Object.keys(local)).toEqual([]);
});

test("cancel() deletes an uploaded file", () => {
  const upload = new FileUpload("resume", MAX_BYTES, { id: "f9", ticket: "t9", name: "old.pdf" }, "u1");
  upload.cancel();
  expect(fetch).toHaveBeenCalledWith("/api/files/f9?ticket=t9", expect.objectContaining({ method: "DELETE" }));
  expect(upload.state()).toEqual({ phase: "empty" });
});

test("choosing the same file once more goes on from where it stopped", async () => {
  const { tus, upload, sent } = await startUpload();
  await upload.choose(new File(["%PDF-1.7 Asha"], "cv.pdf", { lastModified: sent.file.lastModified }));
  expect(sent.abort).toHaveBeenCalledExactlyOnceWith();
  expect(tus.uploads).toHaveLength(2);
});

test("choosing another file replaces the one that is being sent", async () => {
  const { tus, upload, sent } = await startUpload();
  await upload.choose(pdf("newer.pdf"));
  expect(sent.abort).toHaveBeenCalledWith(true);
  expect(tus.uploads).toHaveLength(2);
  sent.options.onSuccess?.({} as never);
  expect(upload.state()).toMatchObject({ phase: "sending", name: "newer.pdf" });
});

test("whenIdle() resolves with the final state", async () => {
  const { upload, options } = await startUpload();
  const idle = upload.whenIdle();
  options.onSuccess?.({} as never);
  expect((await idle).phase).toBe("uploaded");
});

test("an unfinished upload of the same owner and kind is found for two hours", () => {
  const unfinished = (filename: string) =>
    JSON.stringify({ creationTime: "2026-01-01T00:00:00Z", metadata: { filename } });
  stubStorage("localStorage", {
    "tus::navarambh-u1-portfolio-a::1": unfinished("plan.zip"),
    "tus::navarambh-u1-resume-a::2": unfinished("cv.pdf"),
    "tus::navarambh-guest-resume-a::3": unfinished("guest.pdf"),
  });
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1");
  upload.findUnfinished(Date.parse("2026-01-01T02:00:00Z"));
  expect(upload.state()).toEqual({ phase: "empty" });
  upload.findUnfinished(Date.parse("2026-01-01T01:59:59Z"));
  expect(upload.state()).toEqual({ phase: "empty", unfinished: "cv.pdf" });
});
