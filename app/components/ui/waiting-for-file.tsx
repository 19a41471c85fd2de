import type { FileUpload } from "../../uploads/file-upload";
import type { UploadState } from "../../uploads/upload-state";
import { linkVariants } from "./link-variants";

interface WaitingForFileProps {
  upload: FileUpload;
  state: UploadState;
  /** Says what happens when the file has arrived. */
  message: string;
  /** The label of the button that cancels the upload. */
  cancelLabel: string;
}

/** Shown beside the submit button while the form waits for its file: the progress, and a button that cancels the upload. */
export function WaitingForFile({ upload, state, message, cancelLabel }: WaitingForFileProps) {
  const waiting = state.phase === "sending" ? state.waiting : null;
  return (
    <div className="text-sm">
      <p>{progressText(state)}</p>
      <p role="status">{waiting ?? message}</p>
      <p>
        <button
          type="button"
          className={linkVariants({ button: true, standalone: true })}
          onClick={() => upload.cancel()}
        >
          {cancelLabel}
        </button>
      </p>
    </div>
  );
}

function progressText(state: UploadState): string {
  if (state.phase !== "sending" || state.totalBytes === 0) return "Your file is still on its way.";
  return `Your file is still on its way. About ${Math.floor((state.sentBytes / state.totalBytes) * 100)}% is sent.`;
}
