import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import type { FileUpload } from "../../../uploads/file-upload";
import { isUploading } from "../../../uploads/upload-state";
import { setUploadedFile } from "../../../uploads/uploaded-file";
import { waitForUpload } from "../../../uploads/wait-for-upload";
import { SIGN_UP_PATH } from "../path";
import type { SignUpErrors } from "./errors";
import { readSignUpForm, type SignUpFormData } from "./form-data";

interface SignUpSubmit {
  /** True from the submit until the action has returned or the next page has loaded, also while waiting for the file. */
  isBusy: boolean;
  isWaitingForFile: boolean;
  /** Checks and submits the form. A second call while it is being submitted does nothing. */
  submitForm(form: HTMLFormElement): Promise<void>;
}

/**
 * Submits the sign-up form when the file of the chosen role has been uploaded.
 * @param check returns the errors of a form, or null
 * @param onInvalid called with the errors instead of a submit
 */
export function useSignUpSubmit(
  uploads: Record<FileKind, FileUpload>,
  check: (form: SignUpFormData) => SignUpErrors | null,
  onInvalid: (errors: SignUpErrors) => void,
): SignUpSubmit {
  const submit = useSubmit();
  const isStarted = useRef(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isSubmitting = useIsSubmitting(SIGN_UP_PATH);

  useEffect(() => {
    if (!isSubmitting) isStarted.current = false;
  }, [isSubmitting]);

  const submitForm = async (form: HTMLFormElement) => {
    if (isStarted.current) return;
    const read = () => readSignUpForm(new FormData(form));
    let errors = check(read());
    if (errors) return onInvalid(errors);

    isStarted.current = true;
    const chosenUpload = () => uploads[fileKindOf(read().values.role)];
    if (isUploading(chosenUpload().state())) {
      setWaitingForFile(true);
      await waitForUpload(chosenUpload);
      setWaitingForFile(false);
      // The visitor has left the page meanwhile.
      if (!form.isConnected) return;
      // The visitor may have edited the form during the upload.
      errors = check(read());
      if (errors) {
        isStarted.current = false;
        return onInvalid(errors);
      }
    }
    const data = new FormData(form);
    for (const kind of FILE_KINDS) {
      const state = uploads[kind].state();
      setUploadedFile(data, kind, state.phase === "uploaded" ? state.file : null);
    }
    await submit(data, { method: "post", action: SIGN_UP_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isWaitingForFile || isSubmitting, isWaitingForFile, submitForm };
}
