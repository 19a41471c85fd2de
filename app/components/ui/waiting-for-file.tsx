// What stands beside the button while the form waits for its file.

import type { FileUpload, UploadState } from "../../uploads/file-upload";
import { linkVariants } from "./link-variants";

interface WaitingForFileProps {
  upload: FileUpload;
  state: UploadState;
  /** What happens once it has arrived, as a sentence. */
  then: string;
  /** The button that waits no longer. */
  letGo: string;
}

/** Follows the upload, and offers to wait no longer: the connection of the file may be gone for long. */
export function WaitingForFile({ upload, state, then, letGo }: WaitingForFileProps) {
  const isLost = state.phase === "sending" && state.isWaiting;
  return (
    <div className="text-sm">
      <p>{progress(state)}</p>
      <p role="status">{isLost ? "The connection is gone. It goes on by itself when you are back." : then}</p>
      <p>
        <button
          type="button"
          className={linkVariants({ button: true, standalone: true })}
          onClick={() => upload.cancel()}
        >
          {letGo}
        </button>
      </p>
    </div>
  );
}

function progress(state: UploadState): string {
  if (state.phase !== "sending" || state.totalBytes === 0) return "Your file is still on its way.";
  return `Your file is still on its way. ${Math.floor((state.sentBytes / state.totalBytes) * 100)}% of it has arrived.`;
}
