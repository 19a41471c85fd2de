import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "../../navigation/use-hydrated";

/**
 * Moves the focus to the element that shows the result of a form, so that it is seen and read.
 * The server's HTML can show the result long before React hydrates the page. The visitor may be typing by then, or about to tap a link. So
 * hydration leaves the focus where the visitor has put it, and does not scroll.
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
