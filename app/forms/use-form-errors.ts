import { useCallback, useEffect, useState } from "react";

/**
 * What a form shows as wrong: the action's last answer, or what it found itself before sending.
 * @param answer the action's answer; each new object is a new failed try
 */
export function useFormErrors<Shown>(answer: Shown | undefined) {
  /** The answer that this page was rendered with: its values fill the form once, later ones find it filled. */
  const [first] = useState(answer);
  const [shown, setShown] = useState<Shown | null>(answer ?? null);
  const [attempt, setAttempt] = useState(0);
  const show = useCallback((next: Shown) => {
    setShown(next);
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    if (answer && answer !== first) show(answer);
  }, [answer, first, show]);
  return {
    first,
    shown,
    /** Counts the failed tries, for the summary to take focus at each. */
    attempt,
    /** Shows what is wrong after another try. */
    show,
    /** Changes what is shown while somebody puts it right. */
    setShown,
  };
}
