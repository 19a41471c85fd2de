import { useCallback, useEffect, useState } from "react";

/**
 * What a form shows as wrong: what its action answered last, or what it found itself before it was submitted.
 * @param actionData what the action answered; each new object is another failed attempt
 */
export function useFormErrors<Errors>(actionData: Errors | undefined) {
  /** What this page was rendered with. It fills the fields once; later answers find them filled. */
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
    /** Counts the failed attempts, so that the summary takes focus at each. */
    attempt,
    /** Shows what is wrong after another attempt. */
    show,
    /** Changes what is shown while somebody puts it right. */
    setShown,
  };
}
