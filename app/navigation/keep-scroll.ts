/** React Router's key in session storage: scroll positions by the key of their history entry. */
const POSITIONS = "react-router-scroll-positions";

/** The scroll position of the last visit to this history entry, in pixels from the top; null when this is the first visit. */
let lastVisit: { key: string; top: number } | null = null;

/**
 * Keeps the current scroll position when the page is hydrated, which may be long after it was loaded. React Router would restore the
 * position stored for this history entry, but the visitor may have scrolled since: so the stored position is deleted. A history
 * entry without a key, for example after a fragment link, gets one of its own, since React Router would use "default" for all.
 */
export function keepScroll(): void {
  const key: unknown = history.state?.key;
  if (typeof key !== "string") {
    history.replaceState({ ...history.state, key: crypto.randomUUID().slice(0, 8) }, "");
    return;
  }
  try {
    const { [key]: top, ...others } = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}");
    if (typeof top === "number") lastVisit = { key, top };
    sessionStorage.setItem(POSITIONS, JSON.stringify(others));
  } catch (error) {
    console.warn("stored scroll positions are not available", error);
  }
}

/**
 * Call it before the page grows to what it was at the last visit, as when a draft is restored.
 * @returns a function that then scrolls to the position of that visit. It does nothing when the visitor has scrolled since.
 */
export function keepLastScroll(): () => void {
  if (lastVisit === null || lastVisit.key !== history.state?.key) return () => {};
  const { top } = lastVisit;
  const end = document.documentElement.scrollHeight - innerHeight;
  const isThere = Math.abs(scrollY - Math.min(top, end)) <= 1;
  return () => {
    if (isThere) scrollTo({ top, behavior: "instant" });
  };
}
