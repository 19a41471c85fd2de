/**
 * Takes back what settling did to a page, for React to find what it rendered; a page that was not settled stays as it is.
 * The linked stylesheets, once they are there, take the place of the inline one. Both say the same, so nothing moves; but only
 * the linked ones are whole, and fit the pages that are opened from here on. Without them the page stays the HTML that it is:
 * one that fails is fetched again at a later sign of intent, or never.
 */
export async function unsettle(): Promise<void> {
  const settled = document.querySelector("style[data-settled]");
  if (!settled) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => !sheet).map(untilLoaded));
  for (const link of links) link.removeAttribute("media");
  settled.remove();
  // Nothing is left that the bootstrap would wake again.
  document.querySelector('script[type="module"]')?.removeAttribute("type");
  // From here on links fetch data, not documents. React counts on the script's place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

function untilLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => link.addEventListener("load", () => resolve(), { once: true }));
}
