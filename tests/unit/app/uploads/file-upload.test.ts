import type { PreviousUpload } from "tus-js-client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FileUpload } from "../../../../app/uploads/file-upload";
import { createTus, MAX_BYTES, pdf, startUpload, stubBrowser } from "../../../support/fake-tus";
import { stubStorage } from "../../../support/storage";

beforeEach(stubBrowser);

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
  expect(upload.state()).toMatchObject({ phase: "uploaded", file: { id: "f1", ticket: "t1", name: "cv.pdf" } });
});

test("an upload that a reload cut off is resumed", async () => {
  const previous = { metadata: { filename: "cv.pdf" } } as unknown as PreviousUpload;
  const { sent } = await startUpload([previous]);
  expect(sent.resumeFromPreviousUpload).toHaveBeenCalledWith(previous);
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

describe("a file that is on the server", () => {
  const another = () => pdf("newer.pdf");
  const sameFile = (file: File) => new File([file], file.name, { lastModified: file.lastModified });

  async function finishUpload() {
    const started = await startUpload();
    started.options.onSuccess?.({} as never);
    return { ...started, uploaded: started.upload.state() };
  }

  test("is not sent again when the same one is chosen", async () => {
    const { tus, upload, sent, uploaded } = await finishUpload();
    await upload.choose(sameFile(sent.file));
    expect(tus.uploads).toHaveLength(1);
    expect(upload.state()).toBe(uploaded);
  });

  test.each([
    ["the same file", sameFile],
    ["a file that cannot be read any more", (file: File) => new File([], file.name)],
  ])("stays when the field has %s after the page is opened again", async (_, restored) => {
    const { tus, sent, uploaded } = await finishUpload();
    const opened = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
    if (uploaded.phase === "uploaded") opened.restore(uploaded.file);
    expect(opened.chooseInitial(restored(sent.file))).toBe(false);
    expect(opened.state()).toEqual(uploaded);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("is replaced when the field has another one, also when only the server knows of the first", async () => {
    const { upload } = await finishUpload();
    expect(upload.chooseInitial(another())).toBe(true);
    expect(upload.state()).toEqual({ phase: "checking", name: "newer.pdf" });
    const posted = new FileUpload("resume", MAX_BYTES, { id: "f9", ticket: "t9", name: "cv.pdf" }, "u1");
    expect(posted.chooseInitial(pdf())).toBe(true);
  });
});

test("a file that the field has is sent when no other one is on the server", async () => {
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", createTus().load);
  expect(upload.chooseInitial(pdf())).toBe(true);
  expect(upload.state().phase).toBe("checking");
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
