import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { FileKind } from "../contract/files";
import { FileUpload } from "./file-upload";
import type { UploadState } from "./upload-state";
import { GUEST, loadUploadedFile, storeUploadedFile } from "./upload-storage";
import type { UploadedFile } from "./uploaded-file";

/**
 * The upload of one kind of file for a form, and its state. A finished upload is stored in the tab, so it survives a reload.
 * @param maxBytes the size limit, in bytes
 * @param uploaded a file that the server has already, from the action data of an earlier submission
 * @param owner the member's id, or `GUEST`
 */
export function useFileUpload(
  kind: FileKind,
  maxBytes: number,
  uploaded: UploadedFile | null,
  owner = GUEST,
): [FileUpload, UploadState] {
  const [upload] = useState(() => new FileUpload(kind, maxBytes, uploaded, owner));
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  // Before the effect of the file field, which may hold the same file.
  useLayoutEffect(() => {
    const stored = upload.state().phase === "empty" ? loadUploadedFile(owner, kind) : null;
    if (stored) upload.restore(stored);
  }, [upload, kind, owner]);
  useEffect(() => {
    upload.findUnfinished(Date.now());
    const unsubscribe = upload.subscribe(() => {
      const current = upload.state();
      storeUploadedFile(owner, kind, current.phase === "uploaded" ? current.file : null);
    });
    return () => {
      unsubscribe();
      upload.suspend();
    };
  }, [upload, kind, owner]);
  return [upload, state];
}
