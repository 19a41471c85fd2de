/** Where React Router keeps the heights that pages were left at, by the key of their place in the history. */
const POSITIONS = "react-router-scroll-positions";

/**
 * Keeps a page where it is scrolled when React takes it over, which may be long after it was loaded: forgets the height that
 * this place in the history was once left at, which the page has been put back to already. A place that has no key, after a
 * link to a fragment say, gets one, so that it shares none with others.
 */
export function keepScroll(): void {
  const key: unknown = history.state?.key;
  if (typeof key !== "string") {
    history.replaceState({ ...history.state, key: crypto.randomUUID().slice(0, 8) }, "");
    return;
  }
  try {
    const { [key]: _here, ...others } = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}");
    sessionStorage.setItem(POSITIONS, JSON.stringify(others));
  } catch (error) {
    console.warn("scroll positions are not kept", error);
  }
}
