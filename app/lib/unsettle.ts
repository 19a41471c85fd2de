/**
 * Takes back what settling did to a page, for React to find what it rendered; a page that was not settled stays as it is.
 * The linked stylesheets, once they are there, take the place of the inline one. Both say the same, so nothing moves; but only
 * the linked ones are whole, and fit the pages that are opened from here on.
 * @throws when one of them does not load; then the inline one stays.
 */
export async function unsettle(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all([...links].filter(({ sheet }) => !sheet).map(untilLoaded));
  document.querySelector("style[data-settled]")?.remove();
  // From here on links fetch data, not documents. React counts on the script's place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

function untilLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(`${link.href} did not load`)));
  });
}
