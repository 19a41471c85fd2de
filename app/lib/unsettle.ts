/**
 * Takes back what settling did to a page, for React to find what it rendered; a page that was not settled stays as it is.
 * The linked stylesheets, once they are there, take the place of the inline one. Both say the same, save that what was jumped over
 * gets its real height now: what is in view stays where it is. But only the linked ones are whole, and fit the pages that are
 * opened from here on. Without them the page stays the HTML that it is:
 * one that fails is fetched again at a later sign of intent, or never.
 */
export async function unsettle(): Promise<void> {
  const settled = document.querySelector("style[data-settled]");
  if (!settled) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => !sheet).map(untilLoaded));
  keepInView(() => {
    for (const link of links) link.removeAttribute("media");
    settled.remove();
  });
  // Nothing is left that the bootstrap would wake again.
  document.querySelector('script[type="module"]')?.removeAttribute("type");
  // From here on links fetch data, not documents. React counts on the script's place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

/** Changes the page, and scrolls by as much as that moved what is in the middle of the window: browsers do so only now and then. */
function keepInView(change: () => void): void {
  const held = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const top = held?.getBoundingClientRect().top ?? 0;
  change();
  const moved = (held?.getBoundingClientRect().top ?? 0) - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: "instant" });
}

function untilLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => link.addEventListener("load", () => resolve(), { once: true }));
}
