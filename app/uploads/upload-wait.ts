// A form that was sent while its file is still on its way.
import type { FileUpload, UploadState } from "./file-upload";

export function isUploading(upload: Pick<FileUpload, "state">): boolean {
  return ["checking", "sending"].includes(upload.state().phase);
}

/**
 * Waits for the upload that counts. Which one that is may change meanwhile, with the role, so it is asked for again after each.
 * @param chosen the upload of the role that is chosen at the moment
 */
export async function untilUploaded(chosen: () => Pick<FileUpload, "state" | "settled">): Promise<void> {
  for (let upload = chosen(); isUploading(upload); upload = chosen()) await upload.settled();
}

/** The words for a chosen file that did not get here. */
export function uploadErrorMessage(state: UploadState): string | null {
  return state.phase === "rejected" || state.phase === "stopped" ? state.message : null;
}
