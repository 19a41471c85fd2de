import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import type { FileUpload } from "../../../lib/file-upload";
import { setKept } from "../../../lib/kept-file";
import { isOnItsWay, unsentWords, untilSettled } from "../../../lib/upload-wait";
import { usePosting } from "../../../lib/use-posting";
import { CHOOSE_FIRST, FILE_PATH } from "./answer";

interface FileSending {
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
export function useFileSending(upload: FileUpload, fail: (words: string) => void): FileSending {
  const submit = useSubmit();
  const isSending = useRef(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isNavigating = usePosting(FILE_PATH);

  useEffect(() => {
    if (!isNavigating) isSending.current = false;
  }, [isNavigating]);

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    isSending.current = true;
    const hadToWait = isOnItsWay(upload);
    if (hadToWait) {
      setWaitingForFile(true);
      await untilSettled(() => upload);
      setWaitingForFile(false);
    }
    const state = upload.state();
    if (state.phase !== "kept" || !form.isConnected) {
      isSending.current = false;
      if (form.isConnected && !(hadToWait && state.phase === "empty")) fail(unsentWords(state) ?? CHOOSE_FIRST);
      return;
    }
    const data = new FormData(form);
    setKept(data, upload.kind, state.file);
    await submit(data, { method: "post", action: FILE_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isWaitingForFile || isNavigating, isWaitingForFile, send };
}
