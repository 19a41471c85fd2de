// A fake tus client for unit tests of uploads, and the errors of a real one.
import { DefaultHttpStack, type PreviousUpload, type Upload, type UploadOptions } from "tus-js-client";
import { vi } from "vitest";
import { FileUpload } from "../../app/uploads/file-upload";
import { stubStorage } from "./storage";

export const MAX_BYTES = 30_000_000;
export const pdf = (name = "cv.pdf") => new File(["%PDF-1.7 Asha"], name);

/** A fake tus client that does nothing by itself: tests call the callbacks in `options`. */
export function createTus(previous: PreviousUpload[] = []) {
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
  const tus = { Upload: FakeUpload as unknown as typeof Upload, DefaultHttpStack };
  return { uploads, load: vi.fn(async () => tus) };
}

/** The error of the tus client for a response. */
export function httpError(status: number, body: string, headers: Record<string, string> = {}): Error {
  const originalResponse = { getStatus: () => status, getBody: () => body, getHeader: (name: string) => headers[name] };
  return Object.assign(new Error("error response"), { originalResponse });
}

/** What a browser has, as far as uploads use it. */
export function stubBrowser(): void {
  vi.stubGlobal("location", { href: "https://navarambh.example/signup" });
  vi.stubGlobal("window", new EventTarget());
  stubStorage("localStorage");
  stubStorage("sessionStorage");
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(null, { status: 204 })));
}

/** Chooses a file that the client accepts, and begins to send it. */
export async function startUpload(previous: PreviousUpload[] = []) {
  const tus = createTus(previous);
  const upload = new FileUpload("resume", MAX_BYTES, null, "u1", tus.load);
  await upload.choose(pdf());
  const [sent] = tus.uploads;
  if (!sent) throw new Error("nothing was sent");
  return { tus, upload, sent, options: sent.options };
}
