import { type RefObject, useEffect } from "react";

/** The header turns translucent past the first height, in CSS pixels, and solid again only above the second. */
const SCROLLED_PAST = 35;
const SCROLLED_BACK_ABOVE = 10;

/** Whether the header looks scrolled at height `y`, given how it looked before: between the two heights it stays as it is. */
export function looksScrolled(before: boolean, y: number): boolean {
  if (y > SCROLLED_PAST) return true;
  if (y < SCROLLED_BACK_ABOVE) return false;
  return before;
}

/** Keeps the class `is-scrolled` on an element in step with the window's scroll position. */
export function useScrolledLook(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const update = () => {
      const classes = ref.current?.classList;
      classes?.toggle("is-scrolled", looksScrolled(classes.contains("is-scrolled"), window.scrollY));
    };
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [ref]);
}
