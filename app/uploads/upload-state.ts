// What the upload of a file goes through, for the field that shows it.
import type { UploadedFile } from "./uploaded-file";

export type UploadState =
  /** No file is chosen. `unfinished` is the name of a file whose upload was cut off by a reload. */
  | { phase: "empty"; unfinished?: string }
  | { phase: "checking"; name: string }
  /** The file was not accepted; it cannot be retried. `isPageOld`: the page has to be loaded again. */
  | { phase: "rejected"; name: string; message: string; isPageOld?: boolean }
  /** `waiting` is the text shown while the upload pauses after a failed attempt; null while it is sending. */
  | { phase: "sending"; name: string; sentBytes: number; totalBytes: number; waiting: string | null }
  /** The automatic attempts have failed; `retry` resumes the upload. */
  | { phase: "stopped"; name: string; message: string }
  | { phase: "uploaded"; file: UploadedFile };

/** True while the file is checked or sent. */
export function isUploading({ phase }: UploadState): boolean {
  return phase === "checking" || phase === "sending";
}

/** The error message of an upload that was rejected or has stopped; null in every other phase. */
export function uploadErrorMessage(state: UploadState): string | null {
  return state.phase === "rejected" || state.phase === "stopped" ? state.message : null;
}

/** Says that an upload was cut off by a reload, for a form that is about to be sent without its file; null in every other case. */
export function unfinishedMessage(state: UploadState): string | null {
  return state.phase === "empty" && state.unfinished
    ? `${state.unfinished} was not sent completely. Choose it again, or go on without it`
    : null;
}

/** The tus client, as far as uploads use it. */
export type Tus = Pick<typeof import("tus-js-client"), "DefaultHttpStack" | "Upload">;
