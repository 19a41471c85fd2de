// For a form that is submitted while its file is still uploading.
import type { FileUpload } from "./file-upload";
import { isUploading } from "./upload-state";

/**
 * Resolves when the current upload is idle: uploaded, rejected, stopped or empty. The user may change the role while we wait, and
 * each role has its own upload, so `getUpload` is called again after each wait.
 * @param getUpload returns the upload of the role that is selected now
 */
export async function waitForUpload(getUpload: () => Pick<FileUpload, "state" | "whenIdle">): Promise<void> {
  for (let upload = getUpload(); isUploading(upload.state()); upload = getUpload()) await upload.whenIdle();
}
