import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "../../navigation/use-hydrated";

/**
 * Moves the focus to the element that shows the result of a form, so that it is seen and read.
 * A result in the server's HTML may have been on the screen for a while when React hydrates the page. Then a focus that the visitor has moved
 * stays, and the page does not scroll: a finger may be on its way to a link.
 * @param result each new value moves the focus again; null leaves the focus
 */
export function useFocusOnResult<Shown extends HTMLElement>(result: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  const isHydrating = useRef(!useHydrated());
  useEffect(() => {
    const isFromServer = isHydrating.current;
    isHydrating.current = false;
    if (result === null || (isFromServer && document.activeElement !== document.body)) return;
    element.current?.focus({ preventScroll: isFromServer });
  }, [result]);
  return element;
}
