import { type RefObject, useEffect, useState } from "react";
import { keepLastScroll } from "../navigation/keep-scroll";
import { type Draft, fillFromDraft, loadDraft, withoutSent } from "./draft";

interface DraftOptions {
  /** The form's name, as for `loadDraft`. */
  name: string;
  /** The values that the form was rendered with when it was opened. */
  initialValues: Draft;
  /** The values of a form that the server refused, which are in its fields now. */
  refused?: Draft | undefined;
  /** Called when field values may have changed without an input event: after hydration, and while the draft is restored. */
  onChange: () => void;
  /** Saves the values of the fields as the draft. */
  save: () => void;
}

/**
 * Restores the draft of a form after hydration: it is in session storage, which the server cannot read. What was typed before hydration is
 * saved in it.
 * @returns true when there was a draft
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, initialValues, refused, onChange, save }: DraftOptions,
): boolean {
  const [pending, setPending] = useState<{ draft: Draft; scrollBack: () => void } | null>(null);
  const [isFound, setFound] = useState(false);
  // Runs once: a draft is restored only at first, not when a callback changes.
  useEffect(() => {
    const stored = loadDraft(name) ?? {};
    const draft = refused ? withoutSent(stored, refused, initialValues) : stored;
    const isDraft = Object.keys(draft).length > 0;
    setPending(isDraft ? { draft, scrollBack: keepLastScroll() } : null);
    setFound(isDraft);
    onChange();
    if (!isDraft) saveTyped(save);
  }, []);
  // Runs once for each set of pending values: the callback is new at every render.
  useEffect(() => {
    if (!pending || !form.current) return;
    const { draft, scrollBack } = pending;
    const remaining = fillFromDraft(form.current, draft, initialValues);
    onChange();
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
 * Saves what was typed before hydration, but not after Back: the browser may have restored the text of another person, which must not be
 * stored again.
 */
function saveTyped(save: () => void): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "back_forward") save();
}
