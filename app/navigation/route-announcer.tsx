// Makes a client navigation accessible: how the new page scrolls, where focus goes, and what a screen reader announces.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/** The id of the page's `<main>`: the target of the skip link, and of focus after a navigation. */
export const MAIN_ID = "main";

/**
 * Announces the title of a new page, moves focus to its content, and sets `data-travel` on `<html>`: base.css scrolls smoothly to the
 * top of a new page, but at once for back and forward. Must come before `<ScrollRestoration>`, so that its layout effect runs first.
 */
export function RouteAnnouncer() {
  const location = useLocation();
  const type = useNavigationType();
  // The query, too: it chooses what a page shows, such as the way of the second step.
  const page = location.pathname + location.search;
  const pageBefore = useRef(page);
  const [announcement, setAnnouncement] = useState("");

  useLayoutEffect(() => {
    // Following a fragment link is a POP too, but it stays on the same page.
    const isReturn = type === "POP" && pageBefore.current !== page;
    document.documentElement.dataset.travel = isReturn ? "back" : "forward";
  }, [location.key, type]);

  useEffect(() => {
    if (pageBefore.current === page) return;
    pageBefore.current = page;
    setAnnouncement(document.title);
    const main = document.getElementById(MAIN_ID);
    // The page may have moved focus itself, to an error summary for example.
    if (!main || location.hash || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [page, location.hash]);

  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}
