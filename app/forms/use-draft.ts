import { type RefObject, useEffect, useState } from "react";
import { type Draft, fillFromDraft, loadDraft } from "./draft";

/**
 * Puts the draft of this tab back into a form, once the browser is in charge of it: the server knows nothing of a draft.
 * @param name the form's name, as for `recallDraft`
 * @param isWanted false where the form came filled with what was just typed
 * @param onLook told whenever the fields may hold more than any event said: at first, and after some were filled
 * @param filled what the form was filled with, where it was not empty
 * @returns true once a draft was found
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string,
  isWanted: boolean,
  onLook: () => void,
  filled?: Draft,
): boolean {
  const [missing, setMissing] = useState<Draft | null>(null);
  const [isFound, setFound] = useState(false);
  // Once, when the form is there.
  useEffect(() => {
    const draft = isWanted ? loadDraft(name) : null;
    setMissing(draft);
    setFound(draft !== null);
    onLook();
  }, []);
  // Once for what is missing; what is done with it may be new each time.
  useEffect(() => {
    if (!missing || !form.current) return;
    const still = fillFromDraft(form.current, missing, filled);
    onLook();
    // The lists that depend on an answer are there after this; what found no place in them has none.
    setMissing(Object.keys(still).length < Object.keys(missing).length ? still : null);
  }, [missing]);
  return isFound;
}
