// The header's scrolled look. Plain DOM, no React: it also works on a page that has not been hydrated.
import { afterNextPaint } from "../lib/after-next-paint";

/** The header turns translucent past the first height, in CSS pixels, and solid again only above the second. */
const SCROLLED_PAST = 35;
const SCROLLED_BACK_ABOVE = 10;

/** Whether the header looks scrolled at height `y`, given how it looked before: between the two heights it stays as it is. */
export function isScrolled(before: boolean, y: number): boolean {
  return before ? y >= SCROLLED_BACK_ABOVE : y > SCROLLED_PAST;
}

/**
 * Keeps the attribute `data-scrolled` of an element in step with the window's scroll position. A second call for the same element
 * does the same once more, which changes nothing.
 * @returns the window's listener for `scroll`, to be removed by those for whom the element goes
 */
export function attachScrolledStyle(element: HTMLElement): () => void {
  const update = () => {
    element.toggleAttribute("data-scrolled", isScrolled(element.hasAttribute("data-scrolled"), scrollY));
  };
  // Not before the first picture: asked where it is scrolled to, the page would be laid out for that alone.
  afterNextPaint(update);
  addEventListener("scroll", update);
  return update;
}
