/**
 * Undoes what the server changed to make a page static, so that React finds the HTML it rendered. Other pages stay unchanged.
 * The inline styles are only those of this page, so the linked style sheet replaces them: the next pages need it too. If it does
 * not load, the promise never resolves, and the page stays plain HTML.
 */
export async function prepareForHydration(): Promise<void> {
  const inlineStyles = document.querySelector("style[data-static]");
  if (!inlineStyles) return;
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => !sheet).map(waitForLoad));
  inlineStyles.remove();
  // From here on links fetch data, so prefetched documents would be wasted. An empty element replaces the script, since React expects
  // an element in its place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

function waitForLoad(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => link.addEventListener("load", () => resolve(), { once: true }));
}
