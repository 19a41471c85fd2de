import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import type { FileUpload } from "../../../uploads/file-upload";
import { setUploadedFile } from "../../../uploads/uploaded-file";
import { isUploading, waitForUpload } from "../../../uploads/wait-for-upload";
import { type Entry, readEntry, type SignUpErrors } from "./entry";

/** The path that the form posts to. */
export const SIGN_UP_PATH = "/signup";

interface SignUpSubmit {
  /** From the press of the button until an answer or the next page is there. */
  isBusy: boolean;
  isWaitingForFile: boolean;
  /** Checks the form and sends it; while it is on its way, a second call does nothing. */
  send(form: HTMLFormElement): Promise<void>;
}

/**
 * Sends the sign-up form once, after the file of the chosen role has arrived.
 * @param check what is wrong with an entry, or null
 * @param fail told of it
 */
export function useSignUpSubmit(
  uploads: Record<FileKind, FileUpload>,
  check: (entry: Entry) => Promise<SignUpErrors | null>,
  fail: (errors: SignUpErrors) => void,
): SignUpSubmit {
  const submit = useSubmit();
  const isSending = useRef(false);
  const [isChecking, setChecking] = useState(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isNavigating = useIsSubmitting(SIGN_UP_PATH);

  useEffect(() => {
    if (!isNavigating) isSending.current = false;
  }, [isNavigating]);

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    const stop = (errors: SignUpErrors) => {
      isSending.current = false;
      fail(errors);
    };
    isSending.current = true;
    setChecking(true);
    const errors = await check(readEntry(new FormData(form)));
    setChecking(false);
    if (!form.isConnected) return;
    if (errors) return stop(errors);

    const chosenUpload = () => uploads[fileKindOf(readEntry(new FormData(form)).values.role)];
    if (isUploading(chosenUpload())) {
      setWaitingForFile(true);
      await waitForUpload(chosenUpload);
      setWaitingForFile(false);
      if (!form.isConnected) return;
      // What was edited while the file was on its way counts.
      const late = await check(readEntry(new FormData(form)));
      if (late) return stop(late);
    }
    const data = new FormData(form);
    for (const kind of FILE_KINDS) {
      const state = uploads[kind].state();
      setUploadedFile(data, kind, state.phase === "uploaded" ? state.file : null);
    }
    await submit(data, { method: "post", action: SIGN_UP_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isChecking || isWaitingForFile || isNavigating, isWaitingForFile, send };
}
