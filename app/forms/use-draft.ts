import { type RefObject, useEffect, useState } from "react";
import { keepLastScroll } from "../navigation/keep-scroll";
import { type Draft, fillFromDraft, loadDraft, withoutTyped } from "./draft";

interface DraftOptions {
  /** The form's name, as for `loadDraft`. */
  name: string;
  /** The values that the form was rendered with when it was opened. */
  initialValues: Draft;
  /**
   * Reads the fields. Called when they may have changed without an input event: after hydration, and while the draft is restored.
   * @returns null when there is no form
   */
  read: () => Draft | null;
  /** Saves the values of the fields as the draft. */
  save: () => void;
}

/**
 * Restores the draft of a form after hydration: it is in session storage, which the server cannot read. What was typed before hydration is
 * saved in it. So is a form that was sent before hydration, and refused: it did not have the draft. Its fields keep what is in them.
 * @returns true when there was a draft
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, initialValues, read, save }: DraftOptions,
): boolean {
  const [pending, setPending] = useState<{ draft: Draft; scrollBack: () => void } | null>(null);
  const [isFound, setFound] = useState(false);
  // Runs once: a draft is restored only at first, not when a callback changes.
  useEffect(() => {
    const draft = withoutTyped(loadDraft(name) ?? {}, read() ?? {}, initialValues);
    const hasDraft = Object.keys(draft).length > 0;
    setPending(hasDraft ? { draft, scrollBack: keepLastScroll() } : null);
    setFound(hasDraft);
    if (!hasDraft) saveTyped(save);
  }, []);
  // Runs once for each set of pending values: the callback is new at every render.
  useEffect(() => {
    if (!pending || !form.current) return;
    const { draft, scrollBack } = pending;
    const remaining = fillFromDraft(form.current, draft, initialValues);
    read();
    // The restored role shows more fields. They may be above what is visible, and would move it down.
    scrollBack();
    // The next render may add the options and fields for the remaining values. If none could be set this time, there are none.
    const isProgress = Object.keys(remaining).length < Object.keys(draft).length;
    setPending(isProgress ? { draft: remaining, scrollBack } : null);
    if (!isProgress || Object.keys(remaining).length === 0) saveTyped(save);
  }, [pending]);
  return isFound;
}

/**
 * Saves what was typed before hydration, but not after Back. The browser may then have restored the text of another guest in the sign-up form,
 * and it must not be stored again.
 */
function saveTyped(save: () => void): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "back_forward") save();
}
