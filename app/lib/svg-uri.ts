/** `#` ends an address, `"` an attribute, `<` and `>` a tag, and `%` begins an escape; all else may stand as it is. */
const ESCAPED = /["#%<>]/g;

/**
 * An SVG document as an address, for a drawing that comes with its page: whoever reads the page has it then, without asking again.
 * @param svg in ASCII, without line breaks, & and '
 */
export function svgUri(svg: string): string {
  return `data:image/svg+xml,${svg.replace(ESCAPED, encodeURIComponent)}`;
}
