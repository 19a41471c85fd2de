// What the upload of a file goes through, for the field that shows it.
import type { UploadedFile } from "./uploaded-file";

export type UploadState =
  /** No file is chosen. `unfinished` is the name of a file whose upload was cut off by a reload. */
  | { phase: "empty"; unfinished?: string }
  | { phase: "checking"; name: string }
  /** The file was not accepted; it cannot be retried. */
  | { phase: "rejected"; name: string; message: string }
  /** `isWaiting` is true between a failed attempt and the next one. */
  | { phase: "sending"; name: string; sentBytes: number; totalBytes: number; isWaiting: boolean }
  /** The automatic attempts have failed; `retry` resumes the upload. */
  | { phase: "stopped"; name: string; message: string }
  | { phase: "uploaded"; file: UploadedFile };

/** The tus client, as far as uploads use it. */
export type Tus = Pick<typeof import("tus-js-client"), "Upload">;
