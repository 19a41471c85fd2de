import { useEffect, useState, useSyncExternalStore } from "react";
import type { FileKind } from "../contract/files";
import { FileUpload, type UploadState } from "./file-upload";
import { GUEST, loadUploadedFile, storeUploadedFile } from "./upload-storage";
import type { UploadedFile } from "./uploaded-file";

/**
 * The upload of one kind of file for a form, and its state. What has arrived outlives a reload of the tab.
 * @param kept what the server already has, from the answer to an earlier try.
 * @param owner the member's id; without one, the upload is a guest's
 */
export function useFileUpload(
  kind: FileKind,
  maxBytes: number,
  uploaded: UploadedFile | null,
  owner = GUEST,
): [FileUpload, UploadState] {
  const [upload] = useState(() => new FileUpload(kind, maxBytes, uploaded, owner));
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  useEffect(() => {
    const recalled = upload.state().phase === "empty" ? loadUploadedFile(owner, kind) : null;
    if (recalled) upload.restore(recalled);
    upload.findUnfinished(Date.now());
    const follow = () => {
      const now = upload.state();
      storeUploadedFile(owner, kind, now.phase === "uploaded" ? now.file : null);
    };
    const unfollow = upload.subscribe(follow);
    return () => {
      unfollow();
      upload.leave();
    };
  }, [upload, kind, owner]);
  return [upload, state];
}
