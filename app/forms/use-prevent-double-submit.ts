import { type FormEvent, useCallback, useEffect, useRef } from "react";

/** Lets a form's submit event through once, until it is idle again: a second press within the same moment is dropped. */
export function usePreventDoubleSubmit(isBusy: boolean): (event: FormEvent) => void {
  const isSending = useRef(false);
  // After every render, since a form that was kept from being sent never becomes busy.
  useEffect(() => {
    if (!isBusy) isSending.current = false;
  });
  return useCallback((event) => {
    if (isSending.current) event.preventDefault();
    isSending.current = true;
  }, []);
}
