import { useEffect, useState, useSyncExternalStore } from "react";
import type { FileKind } from "../contract/files";
import { FileUpload, type UploadState } from "./file-upload";
import type { KeptFile } from "./kept-file";
import { recallKept, rememberKept } from "./upload-memory";

/**
 * The upload of one kind of file for a form, and its state. What has arrived outlives a reload of the tab.
 * @param kept what the server already has, from the answer to an earlier try.
 */
export function useFileUpload(kind: FileKind, maxBytes: number, kept: KeptFile | null): [FileUpload, UploadState] {
  const [upload] = useState(() => new FileUpload(kind, maxBytes, kept));
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  useEffect(() => {
    const recalled = upload.state().phase === "empty" ? recallKept(kind) : null;
    if (recalled) upload.restore(recalled);
    upload.findUnfinished(Date.now());
    const follow = () => {
      const now = upload.state();
      rememberKept(kind, now.phase === "kept" ? now.file : null);
    };
    const unfollow = upload.subscribe(follow);
    return () => {
      unfollow();
      upload.leave();
    };
  }, [upload, kind]);
  return [upload, state];
}
