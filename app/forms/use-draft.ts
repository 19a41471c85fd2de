import { type RefObject, useEffect, useState } from "react";
import { keepLastScroll } from "../navigation/keep-scroll";
import { type Draft, fillFromDraft, loadDraft } from "./draft";

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
  { name, initialValues, refused = initialValues, onChange, save }: DraftOptions,
): boolean {
  const [pending, setPending] = useState<{ draft: Draft; scrollBack: () => void } | null>(null);
  const [isFound, setFound] = useState(false);
  // Runs once: a draft is restored only at first, not when a callback changes.
  useEffect(() => {
    const stored = Object.entries(loadDraft(name) ?? {});
    // What was sent and refused is newer. What was not changed may have been sent before the draft was restored.
    const unsent = stored.filter(([field]) => (refused[field] || "") === (initialValues[field] || ""));
    if (unsent.length > 0) setPending({ draft: Object.fromEntries(unsent), scrollBack: keepLastScroll() });
    setFound(unsent.length > 0);
    onChange();
    if (unsent.length === 0) saveTyped(save);
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
