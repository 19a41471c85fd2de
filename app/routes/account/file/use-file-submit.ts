import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import type { FileUpload } from "../../../uploads/file-upload";
import { setUploadedFile } from "../../../uploads/uploaded-file";
import { isUploading, uploadErrorMessage, waitForUpload } from "../../../uploads/wait-for-upload";
import { CHOOSE_FIRST, FILE_PATH } from "./action-data";

interface FileSubmit {
  /** From the press of the button until an answer or the next page is there. */
  isBusy: boolean;
  isWaitingForFile: boolean;
  /** Sends the form once; while it is on its way, a second call does nothing. */
  send(form: HTMLFormElement): Promise<void>;
}

/**
 * Sends the form of the member's file once the file has arrived; a file that was let go meanwhile is not sent.
 * @param fail told why there is nothing to send
 */
export function useFileSubmit(upload: FileUpload, fail: (message: string) => void): FileSubmit {
  const submit = useSubmit();
  const isSending = useRef(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isNavigating = useIsSubmitting(FILE_PATH);

  useEffect(() => {
    if (!isNavigating) isSending.current = false;
  }, [isNavigating]);

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    isSending.current = true;
    const hadToWait = isUploading(upload);
    if (hadToWait) {
      setWaitingForFile(true);
      await waitForUpload(() => upload);
      setWaitingForFile(false);
    }
    const state = upload.state();
    if (state.phase !== "uploaded" || !form.isConnected) {
      isSending.current = false;
      if (form.isConnected && !(hadToWait && state.phase === "empty")) fail(uploadErrorMessage(state) ?? CHOOSE_FIRST);
      return;
    }
    const data = new FormData(form);
    setUploadedFile(data, upload.kind, state.file);
    await submit(data, { method: "post", action: FILE_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isWaitingForFile || isNavigating, isWaitingForFile, send };
}
