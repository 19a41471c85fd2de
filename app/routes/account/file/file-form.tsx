// The form that adds a file to the profile, or replaces the current one.

import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FileField } from "../../../components/ui/file-field";
import { FormEnd, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { WaitingForFile } from "../../../components/ui/waiting-for-file";
import type { FileKind } from "../../../contract/files";
import { useFormErrors } from "../../../forms/use-form-errors";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { useFileUpload } from "../../../uploads/use-file-upload";
import { MemberForm } from "../member-form";
import { FILE_ID, FILE_PATH, type FileActionData, KIND } from "./action-data";
import { useFileSubmit } from "./use-file-submit";

interface FileFormProps {
  actionData: FileActionData | undefined;
  memberId: string;
  kind: FileKind;
  /** The id of the file in the profile; null when there is none. */
  currentId: string | null;
  /** True when the current file is of the same kind. The file of an earlier role, of the other kind, is replaced too. */
  isSameKind: boolean;
  maxBytes: number;
}

export function FileForm({ actionData, memberId, kind, currentId, isSameKind, maxBytes }: FileFormProps) {
  const { shown, attempt, show, setShown } = useFormErrors<Pick<FileActionData, "message" | "fileError">>(actionData);
  const [uploaded] = useState(actionData?.uploaded ?? null);
  const [upload, state] = useFileUpload(kind, maxBytes, uploaded, memberId);
  const showError = (message: string) => show({ message, fileError: message });
  const { isBusy, isWaitingForFile, submitForm } = useFileSubmit(upload, showError);
  const { name, title, accepts } = FILE_LABELS[kind];
  /** The profile has it already: the answer to the form was lost. */
  const isInPlace = state.phase === "uploaded" && state.file.id === currentId;
  const buttonLabel = `${isSameKind ? "Replace" : "Add"} my ${name}`;

  // A file that the server no longer has must be chosen again.
  useEffect(() => {
    if (actionData?.fileError && actionData.uploaded === null && upload.state().phase === "uploaded")
      upload.reject(actionData.fileError);
  }, [actionData, upload]);
  // Choosing another file clears the error.
  useEffect(() => {
    if (state.phase === "checking" || state.phase === "uploaded") setShown(null);
  }, [state.phase, setShown]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submitForm(event.currentTarget);
  };
  return (
    <>
      {shown?.message && (
        <ErrorSummary
          title={shown.message}
          errors={shown.fileError ? [{ field: kind, message: shown.fileError }] : []}
          attempt={attempt}
        />
      )}
      <MemberForm
        action={FILE_PATH}
        encType="multipart/form-data"
        className={formVariants()}
        noValidate
        onInput={() => setShown(null)}
        onSubmit={onSubmit}
      >
        <input type="hidden" name={KIND} value={kind} />
        {currentId !== null && <input type="hidden" name={FILE_ID} value={currentId} />}
        <FileField
          kind={kind}
          label={isSameKind ? `New ${name}` : title}
          accepts={accepts}
          maxBytes={maxBytes}
          isOptional={false}
          uploadedMessage={
            isInPlace
              ? "It is in its place already. You need not press the button again."
              : `It has arrived. Press “${buttonLabel}” to put it in place.`
          }
          cancelLabel={currentId !== null ? "Keep the file I have" : "Take this file out"}
          error={shown?.fileError ?? undefined}
          upload={upload}
          state={state}
        />
        <FormEnd>
          {isWaitingForFile && (
            <WaitingForFile
              upload={upload}
              state={state}
              message="It takes its place as soon as it has arrived."
              cancelLabel={currentId !== null ? "Keep the file I have" : "Do not send it"}
            />
          )}
          <Actions>
            <Button busy={isBusy} busyLabel="Saving...">
              {buttonLabel}
            </Button>
            <Link className={linkVariants({ standalone: true })} to="/dashboard">
              Back to the dashboard
            </Link>
          </Actions>
        </FormEnd>
      </MemberForm>
    </>
  );
}
