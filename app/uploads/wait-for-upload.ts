// For a form that is submitted while its file is still uploading.
import type { FileUpload } from "./file-upload";
import type { UploadState } from "./upload-state";

export function isUploading(upload: Pick<FileUpload, "state">): boolean {
  return ["checking", "sending"].includes(upload.state().phase);
}

/**
 * Resolves when the current upload is idle: uploaded, rejected, stopped or empty. The user may change the role while we wait, and
 * each role has its own upload, so `getUpload` is called again after each wait.
 * @param getUpload returns the upload of the role that is selected now
 */
export async function waitForUpload(getUpload: () => Pick<FileUpload, "state" | "whenIdle">): Promise<void> {
  for (let upload = getUpload(); isUploading(upload); upload = getUpload()) await upload.whenIdle();
}

/** The error message of an upload that was rejected or has stopped; null in every other phase. */
export function uploadErrorMessage(state: UploadState): string | null {
  return state.phase === "rejected" || state.phase === "stopped" ? state.message : null;
}
