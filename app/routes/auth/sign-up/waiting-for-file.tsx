// What stands beside the button while the form waits for its file.
import type { FileUpload, UploadState } from "../../../lib/file-upload";

interface WaitingForFileProps {
  upload: FileUpload;
  state: UploadState;
}

/** Follows the upload, and offers to go on without it: the connection of the file may be gone for long. */
export function WaitingForFile({ upload, state }: WaitingForFileProps) {
  const isLost = state.phase === "sending" && state.isWaiting;
  return (
    <div className="sm">
      <p>{progress(state)}</p>
      <p role="status">
        {isLost
          ? "The connection is gone. It goes on by itself when you are back."
          : "Your account is made as soon as it has arrived."}
      </p>
      <p>
        <button type="button" className="link-button quiet" onClick={() => upload.cancel()}>
          Go on without the file
        </button>
      </p>
    </div>
  );
}

function progress(state: UploadState): string {
  if (state.phase !== "sending" || state.totalBytes === 0) return "Your file is still on its way.";
  return `Your file is still on its way. ${Math.floor((state.sentBytes / state.totalBytes) * 100)}% of it has arrived.`;
}
