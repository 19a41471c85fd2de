/** These characters have a meaning in a URL or in HTML; all others may stay unescaped. */
const ESCAPED = /["#%<>]/g;

/**
 * Turns an SVG document into a data URI, for a drawing that comes with its page and needs no request of its own.
 * @param svg ASCII without line breaks, & and '
 */
export function svgUri(svg: string): string {
  return `data:image/svg+xml,${svg.replace(ESCAPED, encodeURIComponent)}`;
}
