import { useCallback, useEffect, useState } from "react";

/**
 * The errors that a form shows: those of its last action data, or those that it found itself before a submit.
 * @param actionData the errors from the action; each new object counts as another failed submit
 */
export function useFormErrors<Errors>(actionData: Errors | undefined) {
  /** The action data at the first render. Without JavaScript each submit renders a new page, and this fills the fields again. */
  const [initial] = useState(actionData);
  const [shown, setShown] = useState<Errors | null>(actionData ?? null);
  const [attempt, setAttempt] = useState(0);
  const show = useCallback((errors: Errors) => {
    setShown(errors);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    if (actionData && actionData !== initial) show(actionData);
  }, [actionData, initial, show]);
  return {
    initial,
    shown,
    /** The number of failed submits: the error summary takes focus each time it changes. */
    attempt,
    /** Shows errors after another failed submit. */
    show,
    /** Changes the errors while the visitor edits the form; it does not count as a submit. */
    setShown,
  };
}
