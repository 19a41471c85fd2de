// How an upload goes on after an error, and when it gives up.
import { Upload } from "tus-js-client";
import { beforeEach, expect, test, vi } from "vitest";
import { NOT_GETTING_THROUGH } from "../../../../app/uploads/file-labels";
import { httpError, startUpload, stubBrowser } from "../../../support/fake-tus";

beforeEach(stubBrowser);

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
    // Each pause is longer, up to a minute: many uploads that wait must not reach the limit on requests.
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

test("a part for which the network has no room is not sent, and the page says why", async () => {
  const { upload, options, error } = await answerHead(200, { ...FROM_API, "Retry-After": "12" });
  expect(options.onShouldRetry?.(error as never, 0, options)).toBe(true);
  expect(options.retryDelays?.[0]).toBeGreaterThanOrEqual(12_000);
  expect(upload.state()).toMatchObject({ waiting: expect.stringMatching(/^Many files are being sent/) });
});

test("a part is sent when the wait for room is long, since the answer to it says how long", async () => {
  expect((await answerHead(200, { ...FROM_API, "Retry-After": "720" })).error).toBeNull();
});

test("a network with too many transfers is waited for without end", async () => {
  const { options } = await startUpload();
  const body = JSON.stringify({ error: { type: "overloaded", message: "" } });
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const retried = options.onShouldRetry?.(httpError(503, body, { "Retry-After": "15" }) as never, attempt, options);
    expect(retried).toBe(true);
    expect(options.retryDelays?.[attempt]).toBeGreaterThanOrEqual(15_000);
  }
});

test("an upload that has stopped after all its attempts has as many again when it is retried", async () => {
  const { upload, sent, options } = await startUpload();
  const delays = options.retryDelays ?? [];
  const offline = new Error("offline") as never;
  for (let attempt = 0; attempt < delays.length; attempt += 1) {
    expect(options.onShouldRetry?.(offline, attempt, options)).toBe(true);
  }
  vi.spyOn(console, "warn").mockImplementation(() => {});
  options.onError?.(offline);
  expect(upload.state().phase).toBe("stopped");
  upload.retry();
  expect(sent.start).toHaveBeenCalledTimes(2);
  // tus-js-client goes on to count.
  for (let attempt = delays.length; attempt < 2 * delays.length; attempt += 1) {
    expect(options.retryDelays?.[attempt]).toBe(delays[attempt - delays.length]);
    expect(options.onShouldRetry?.(offline, attempt, options)).toBe(true);
  }
  expect(options.retryDelays).toHaveLength(2 * delays.length);
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
    expect(deletions).toBe(3);
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
    await outcome;
    expect(deletions).toBe(12);
  } finally {
    vi.useRealTimers();
  }
});

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
