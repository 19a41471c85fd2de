import { cx } from "class-variance-authority";
import { type ChangeEvent, useEffect, useRef } from "react";
import { FILE_EXTENSIONS, type FileKind } from "../../contract/files";
import { FORM_FILE_MAX_BYTES } from "../../contract/limits";
import { formatSize } from "../../lib/format-size";
import { useHydrated } from "../../navigation/use-hydrated";
import type { FileUpload } from "../../uploads/file-upload";
import { isUploading, type UploadState, uploadErrorMessage } from "../../uploads/upload-state";
import { removeField, uploadedFileFields } from "../../uploads/uploaded-file";
import { Actions } from "./actions";
import { CHECK } from "./check-field";
import { ariaAttributes, Field, HINT } from "./field";
import { linkVariants } from "./link-variants";

const FILE_INPUT = [
  "block w-full cursor-pointer rounded-control border-control border-dashed border-edge bg-surface p-1.75 leading-normal text-ink-soft",
  "hover:border-ink focus-visible:outline-offset-0 group-data-invalid/field:border-2 group-data-invalid/field:border-clay!",
  "file:mr-3.5 file:min-h-target file:cursor-pointer file:rounded-control file:border-control file:border-edge file:bg-ground file:px-4 file:py-1.5",
  "file:text-ui/snug file:font-semibold file:text-ink file:hover:border-ink file:hover:bg-tint",
].join(" ");
/** The box around a chosen file. */
const UPLOAD = "surface mb-2 rounded-control border-control border-edge px-4 pt-3.5 pb-3";
const UPLOAD_NAME = "flex items-baseline justify-between gap-3 font-semibold tabular-nums";
const UPLOAD_FOOT = "mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm tabular-nums text-ink-soft";
const UPLOAD_TEXT = "min-w-0 flex-[1_1_12rem]";

interface FileFieldProps {
  kind: FileKind;
  label: string;
  /** The accepted types, for the hint: "PDF or Word". */
  accepts: string;
  /** The size limit for browsers with JavaScript, in bytes. */
  maxBytes: number;
  isOptional?: boolean;
  /** Shown with an uploaded file. */
  uploadedMessage?: string;
  /** The label of the button that gives up a file which could not be sent. */
  cancelLabel?: string;
  /** The server's error about a file that was posted with the form. */
  error?: string | undefined;
  upload: FileUpload;
  state: UploadState;
}

/**
 * A file field that uploads its file as soon as it is chosen. Without JavaScript it is a plain file input, and the file is posted with
 * the form. Hidden inputs carry the id and ticket of an uploaded file.
 */
export function FileField({
  kind,
  label,
  accepts,
  maxBytes,
  isOptional = true,
  uploadedMessage = "Kept. It goes with your profile.",
  cancelLabel = "Go on without this file",
  error,
  upload,
  state,
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();

  // Uploads a file that was chosen before hydration. Empties the field when the browser has restored a file that is on the server already.
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file && !upload.chooseInitial(file) && input.current) input.current.value = "";
  }, [upload]);

  // A file that was given up, also beside the form's button, is not in the input any more; one whose upload has stopped can be chosen again.
  useEffect(
    () =>
      upload.subscribe(() => {
        const state = upload.state();
        const isGivenUp = state.phase === "empty" && !state.unfinished;
        if ((isGivenUp || state.phase === "stopped") && input.current) input.current.value = "";
      }),
    [upload],
  );

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) void upload.choose(file);
  };
  const removeFile = () => {
    upload.cancel();
    input.current?.focus();
    // Forms update their errors and drafts on `input` events.
    input.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const shownError = uploadErrorMessage(state) ?? error;
  const hint = (
    <>
      {accepts}, up to {wholeMegabytes(maxBytes)} MB.
      <noscript> Without JavaScript, up to {wholeMegabytes(Math.min(maxBytes, FORM_FILE_MAX_BYTES))} MB.</noscript>
    </>
  );
  const isBusy = isUploading(state);
  const isUnfinished = state.phase === "empty" && state.unfinished !== undefined;
  const isFileShown = hydrated && (isBusy || state.phase === "uploaded");
  return (
    <Field id={kind} label={label} optional={isOptional} hint={hint} error={shownError}>
      {isUnfinished && !shownError && (
        <p className={HINT} role="status">
          {state.unfinished} was not sent completely. Choose it again, and it goes on from where it stopped.
        </p>
      )}
      {(isUnfinished || state.phase === "stopped" || state.phase === "rejected") && (
        <Actions as="p">
          {state.phase === "stopped" && (
            <button
              type="button"
              className={linkVariants({ button: true, standalone: true })}
              onClick={() => upload.retry()}
            >
              Try again with {state.name}
            </button>
          )}
          {state.phase === "rejected" && state.isPageOld && (
            <button
              type="button"
              className={linkVariants({ button: true, standalone: true })}
              onClick={() => location.reload()}
            >
              Load this page again
            </button>
          )}
          <button type="button" className={linkVariants({ button: true, standalone: true })} onClick={removeFile}>
            {cancelLabel}
          </button>
        </Actions>
      )}
      {isBusy && <UploadProgress label={label} state={state} onCancel={removeFile} />}
      {state.phase === "uploaded" && (
        <div className={UPLOAD}>
          <p className={UPLOAD_NAME}>
            <span className="leading-snug wrap-anywhere">{state.file.name}</span>
          </p>
          <div className={UPLOAD_FOOT}>
            <span className={UPLOAD_TEXT} role="status">
              {uploadedMessage}
            </span>
            {hydrated ? (
              <button type="button" className={linkVariants({ button: true, standalone: true })} onClick={removeFile}>
                Remove
              </button>
            ) : (
              <label className={CHECK}>
                <input type="checkbox" className="check-box" name={removeField(kind)} value="yes" />
                Leave this file out
              </label>
            )}
          </div>
          <UploadedFileInputs kind={kind} state={state} />
        </div>
      )}
      <input
        ref={input}
        id={kind}
        name={kind}
        type="file"
        className={cx("peer", isFileShown ? "sr-only" : FILE_INPUT)}
        accept={FILE_EXTENSIONS[kind].map((extension) => `.${extension}`).join(",")}
        // Browsers report no change when the same file is chosen again, which may have been edited since.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={onChange}
        {...ariaAttributes({ id: kind, hint, error: shownError })}
      />
      {isFileShown && (
        <label
          htmlFor={kind}
          className="inline-flex min-h-target cursor-pointer items-center font-semibold text-link underline peer-focus-visible:rounded-control peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
        >
          Choose another file
        </label>
      )}
    </Field>
  );
}

const wholeMegabytes = (bytes: number) => Math.floor(bytes / 1_000_000);

function UploadedFileInputs({ kind, state }: { kind: FileKind; state: Extract<UploadState, { phase: "uploaded" }> }) {
  const names = uploadedFileFields(kind);
  return (
    <>
      <input type="hidden" name={names.id} value={state.file.id} />
      <input type="hidden" name={names.ticket} value={state.file.ticket} />
      <input type="hidden" name={names.name} value={state.file.name} />
    </>
  );
}

function UploadProgress({ label, state, onCancel }: { label: string; state: UploadState; onCancel: () => void }) {
  if (state.phase === "checking") {
    return (
      <p className={HINT} role="status">
        Looking at {state.name}...
      </p>
    );
  }
  if (state.phase !== "sending") return null;
  const { name, sentBytes, totalBytes, waiting } = state;
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0;
  return (
    <div className={UPLOAD}>
      <p className={UPLOAD_NAME}>
        <span className="leading-snug wrap-anywhere">{name}</span>
        <span>{percent}%</span>
      </p>
      <progress className="progress" value={percent} max={100} aria-label={`Sending ${label}`}>
        {percent}%
      </progress>
      <div className={UPLOAD_FOOT}>
        <span className={UPLOAD_TEXT}>
          {formatSize(sentBytes)} of {formatSize(totalBytes)}.{" "}
          <span role="status">{waiting ?? "It goes on from here if you lose your connection."}</span>
        </span>
        <button type="button" className={linkVariants({ button: true, standalone: true })} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
