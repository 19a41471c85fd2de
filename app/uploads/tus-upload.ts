// A chosen file on its way to the edge, in a module of its own: who chooses none does not fetch it.
import type { Upload } from "tus-js-client";
import type { FileKind } from "../contract/files";
import { CHUNK_BYTES } from "../contract/limits";
import { errorMessage, guestFileErrorMessage } from "../lib/error-messages";
import { readApiError } from "../lib/read-api-error";
import { FILE_NOT_SENT } from "./file-labels";
import type { Tus, UploadState } from "./file-upload";
import { uploadedFileFromUrl } from "./uploaded-file";

export { fileError } from "./file-check";

/** Pauses between tries after a failure; the count starts anew whenever some bytes arrived. Sums up to about ten minutes. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 180_000, 180_000];
const NOT_SENT = "This file could not be sent. Check your connection, then try again: it goes on from where it stopped";

interface UploadOfFile {
  kind: FileKind;
  /** True for the file of somebody who is joining. */
  isGuests: boolean;
  /** The name under which the browser remembers the upload while it is unfinished. */
  fingerprint: string;
  /** False from when another file was chosen, or this one let go: what is still reported of it counts no more. */
  isCurrent: () => boolean;
  state: () => UploadState;
  /** Told what becomes of the file. */
  set: (state: UploadState) => void;
  /** Told when nothing of it is on its way any more. */
  end: () => void;
}

/** The upload of a file that was looked at; it has yet to be started. */
export function createUpload(
  tus: Tus,
  file: File,
  { kind, isGuests, fingerprint, isCurrent, state, set, end }: UploadOfFile,
): Upload {
  const { name, size } = file;
  const sending = (sentBytes: number, isWaiting: boolean): UploadState => ({
    phase: "sending",
    name,
    sentBytes,
    totalBytes: size,
    isWaiting,
  });
  const sentSoFar = () => {
    const now = state();
    return now.phase === "sending" ? now.sentBytes : 0;
  };
  const upload = new tus.Upload(file, {
    endpoint: new URL("/api/files", location.href).href,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    metadata: { filename: name, filetype: file.type, kind },
    fingerprint: async () => fingerprint,
    removeFingerprintOnSuccess: true,
    onProgress: (sentBytes) => isCurrent() && set(sending(sentBytes, false)),
    onShouldRetry: (error) => {
      const response = "originalResponse" in error ? error.originalResponse : null;
      const status = response?.getStatus() ?? 0;
      // Used up for as long as an hour: who waits is told so.
      const isUsedUp = readApiError(response?.getBody())?.type === "too_many_uploads";
      const passes = status === 0 || status >= 500 || [409, 423, 429].includes(status);
      if (isUsedUp || !passes) return false;
      if (isCurrent()) set(sending(sentSoFar(), true));
      return true;
    },
    // A server in trouble says nothing about the upload: without this a 5xx to HEAD would start it from its first byte.
    onAfterResponse: (request, response) => {
      if (request.getMethod() === "HEAD" && response.getStatus() >= 500) throw new Error("no offset for now");
    },
    onError: (error) => {
      if (!isCurrent()) return;
      const response = "originalResponse" in error ? error.originalResponse : null;
      const refusal = readApiError(response?.getBody());
      if (!refusal) {
        console.warn("the upload stopped", error);
        return set({ phase: "stopped", name, message: NOT_SENT });
      }
      end();
      const retryAfterSeconds = Number(response?.getHeader("Retry-After")) || undefined;
      const message = (isGuests ? guestFileErrorMessage : errorMessage)(
        { ...refusal, retryAfterSeconds },
        FILE_NOT_SENT,
      );
      set({ phase: "rejected", name, message });
    },
    onSuccess: () => {
      if (!isCurrent()) return;
      end();
      const uploaded = upload.url ? uploadedFileFromUrl(upload.url, name) : null;
      set(uploaded ? { phase: "uploaded", file: uploaded } : { phase: "rejected", name, message: FILE_NOT_SENT });
    },
  });
  return upload;
}
