import { type FormEvent, useCallback, useEffect, useRef } from "react";

/**
 * Creates a submit handler that prevents a second submit before the first has finished.
 * @param isBusy true while the form is being submitted; it becomes true only at a render after the first submit event
 */
export function usePreventDoubleSubmit(isBusy: boolean): (event: FormEvent) => void {
  const isSending = useRef(false);
  // No dependencies: another handler may prevent a submit, and then `isBusy` never changes.
  useEffect(() => {
    if (!isBusy) isSending.current = false;
  });
  return useCallback((event) => {
    if (isSending.current) event.preventDefault();
    isSending.current = true;
  }, []);
}
