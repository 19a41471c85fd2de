import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import type { FileUpload } from "../../../uploads/file-upload";
import { isUploading, uploadErrorMessage } from "../../../uploads/upload-state";
import { setUploadedFile } from "../../../uploads/uploaded-file";
import { waitForUpload } from "../../../uploads/wait-for-upload";
import { CHOOSE_FIRST, FILE_PATH } from "./action-data";

interface FileSubmit {
  /** True from the click until the action data or the next page has arrived. */
  isBusy: boolean;
  isWaitingForFile: boolean;
  /** Submits the form. While it is being submitted, further calls do nothing. */
  submitForm(form: HTMLFormElement): Promise<void>;
}

/**
 * Submits the form of the member's file as soon as the file is uploaded. If the upload is cancelled meanwhile, nothing is submitted.
 * @param showError called with the message when there is no uploaded file
 */
export function useFileSubmit(upload: FileUpload, showError: (message: string) => void): FileSubmit {
  const submit = useSubmit();
  const isSending = useRef(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isNavigating = useIsSubmitting(FILE_PATH);

  useEffect(() => {
    if (!isNavigating) isSending.current = false;
  }, [isNavigating]);

  const submitForm = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    isSending.current = true;
    const hadToWait = isUploading(upload.state());
    if (hadToWait) {
      setWaitingForFile(true);
      await waitForUpload(() => upload);
      setWaitingForFile(false);
    }
    const state = upload.state();
    if (state.phase !== "uploaded" || !form.isConnected) {
      isSending.current = false;
      const wasCancelled = hadToWait && state.phase === "empty";
      if (form.isConnected && !wasCancelled) showError(uploadErrorMessage(state) ?? CHOOSE_FIRST);
      return;
    }
    const data = new FormData(form);
    setUploadedFile(data, upload.kind, state.file);
    await submit(data, { method: "post", action: FILE_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isWaitingForFile || isNavigating, isWaitingForFile, submitForm };
}
