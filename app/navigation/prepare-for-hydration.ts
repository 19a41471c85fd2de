/**
 * Takes back what made a page static, so that React finds what it rendered; a page that is not static stays as it is. The linked
 * style sheet takes the place of the inline one: it holds the styles of the pages that are opened from here on, too. Where it
 * does not come, this never ends and the page stays the HTML that it is.
 */
export async function prepareForHydration(): Promise<void> {
  const inlineStyles = document.querySelector("style[data-static]");
  if (!inlineStyles) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => !sheet).map(untilLoaded));
  inlineStyles.remove();
  // From here on links fetch data, not documents. React counts on the script's place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

function untilLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => link.addEventListener("load", () => resolve(), { once: true }));
}
