// What happens when a navigation brings another page: how it scrolls, where focus goes, what a screen reader hears.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Where the page's content begins: the target of the skip link, and of focus after a navigation. */
export const MAIN_ID = "main";

/**
 * Stands before `<ScrollRestoration>`, whose effect comes after this one's: a new page scrolls smoothly to its top, back and
 * forward return at once (the two values are read by base.css, which leaves both at once under reduced motion).
 */
export function RouteAnnouncer() {
  const location = useLocation();
  const type = useNavigationType();
  const pathBefore = useRef(location.pathname);
  const [announcement, setAnnouncement] = useState("");

  useLayoutEffect(() => {
    // A plain fragment link counts as a POP, but it leads to another place of the same page.
    const isReturn = type === "POP" && pathBefore.current !== location.pathname;
    document.documentElement.dataset.travel = isReturn ? "back" : "forward";
  }, [location.key, type]);

  useEffect(() => {
    if (pathBefore.current === location.pathname) return;
    pathBefore.current = location.pathname;
    setAnnouncement(document.title);
    const main = document.getElementById(MAIN_ID);
    // A page that placed focus itself (an error summary, say) knows better.
    if (!main || location.hash || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [location.pathname, location.hash]);

  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}
