/** React Router's key in session storage: scroll positions by the key of their history entry. */
const POSITIONS = "react-router-scroll-positions";

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
    const { [key]: _current, ...others } = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}");
    sessionStorage.setItem(POSITIONS, JSON.stringify(others));
  } catch (error) {
    console.warn("stored scroll positions are not available", error);
  }
}
