// Marks the header as scrolled. Plain DOM without React: it also works before hydration.
import { afterNextPaint } from "../lib/after-next-paint";

/** The scroll positions at which the style changes, in CSS pixels. They differ, so that it does not flicker between two styles. */
const SCROLLED_PAST = 35;
const SCROLLED_BACK_ABOVE = 10;

/** Whether the header is styled as scrolled at position `y`. Between the two positions it keeps the style it had before. */
export function isScrolled(before: boolean, y: number): boolean {
  return before ? y >= SCROLLED_BACK_ABOVE : y > SCROLLED_PAST;
}

/**
 * Updates the attribute `data-scrolled` of an element when the window scrolls. Calling it twice for one element does no harm.
 * @returns the `scroll` listener of the window, for callers that remove the element
 */
export function attachScrolledStyle(element: HTMLElement): () => void {
  const update = () => {
    element.toggleAttribute("data-scrolled", isScrolled(element.hasAttribute("data-scrolled"), scrollY));
  };
  // After the first paint: reading `scrollY` before it would force an extra layout.
  afterNextPaint(update);
  addEventListener("scroll", update);
  return update;
}
