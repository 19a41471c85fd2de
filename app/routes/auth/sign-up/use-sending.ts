import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import type { FileUpload } from "../../../lib/file-upload";
import { setKept } from "../../../lib/kept-file";
import { isOnItsWay, untilSettled } from "../../../lib/upload-wait";
import { usePosting } from "../../../lib/use-posting";
import { type Entry, type EntryProblems, readEntry } from "./entry";

/** The path that the form posts to. */
export const SIGN_UP_PATH = "/signup";

interface Sending {
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
export function useSending(
  uploads: Record<FileKind, FileUpload>,
  check: (entry: Entry) => Promise<EntryProblems | null>,
  fail: (problems: EntryProblems) => void,
): Sending {
  const submit = useSubmit();
  const isSending = useRef(false);
  const [isChecking, setChecking] = useState(false);
  const [isWaitingForFile, setWaitingForFile] = useState(false);
  const isNavigating = usePosting(SIGN_UP_PATH);

  useEffect(() => {
    if (!isNavigating) isSending.current = false;
  }, [isNavigating]);

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return;
    const stop = (problems: EntryProblems) => {
      isSending.current = false;
      fail(problems);
    };
    isSending.current = true;
    setChecking(true);
    const problems = await check(readEntry(new FormData(form)));
    setChecking(false);
    if (!form.isConnected) return;
    if (problems) return stop(problems);

    const chosenUpload = () => uploads[fileKindOf(readEntry(new FormData(form)).values.role)];
    if (isOnItsWay(chosenUpload())) {
      setWaitingForFile(true);
      await untilSettled(chosenUpload);
      setWaitingForFile(false);
      if (!form.isConnected) return;
      // What was edited while the file was on its way counts.
      const late = await check(readEntry(new FormData(form)));
      if (late) return stop(late);
    }
    const data = new FormData(form);
    for (const kind of FILE_KINDS) {
      const state = uploads[kind].state();
      setKept(data, kind, state.phase === "kept" ? state.file : null);
    }
    await submit(data, { method: "post", action: SIGN_UP_PATH, encType: "multipart/form-data", replace: true });
  };
  return { isBusy: isChecking || isWaitingForFile || isNavigating, isWaitingForFile, send };
}
