/** How long a stylesheet may take, in milliseconds: one that had failed before anybody listened says nothing more. */
const LOADED_WITHIN_MS = 30_000;

/**
 * Takes back what settling did to a page, for React to find what it rendered; a page that was not settled stays as it is.
 * The linked stylesheets, once they are there, take the place of the inline one. Both say the same, so nothing moves; but only
 * the linked ones are whole, and fit the pages that are opened from here on.
 * @throws when one of them does not load; then the inline one stays.
 */
export async function unsettle(): Promise<void> {
  const settled = document.querySelector("style[data-settled]");
  if (!settled) return;
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all([...links].filter(({ sheet }) => !sheet).map(untilLoaded));
  settled.remove();
  // From here on links fetch data, not documents. React counts on the script's place.
  document.querySelector('script[type="speculationrules"]')?.replaceWith(document.createElement("script"));
}

function untilLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${link.href} did not load`));
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", fail);
    setTimeout(fail, LOADED_WITHIN_MS);
  });
}
