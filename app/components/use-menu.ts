import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Closes a `<details>` menu when a link in it is selected, on Escape (focus returns to its summary), on a press or focus outside,
 * and on every navigation. Without JavaScript it stays a plain disclosure.
 */
export function useMenu(): RefObject<HTMLDetailsElement | null> {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const closedAt = useRef(key);

  // Not on the first render: the menu may have been opened before hydration.
  useEffect(() => {
    if (ref.current && closedAt.current !== key) ref.current.open = false;
    closedAt.current = key;
  }, [key]);

  useEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    const closeOnSelect = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("a")) menu.open = false;
    };
    const closeFromOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.open) return;
      const hadFocus = menu.contains(document.activeElement);
      menu.open = false;
      if (hadFocus) menu.querySelector("summary")?.focus();
    };
    menu.addEventListener("click", closeOnSelect);
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      menu.removeEventListener("click", closeOnSelect);
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);

  return ref;
}
