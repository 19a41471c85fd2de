/** Characters that no address has as it is written: spaces, controls, invisible ones, and those that browsers would change. */
const NOT_IN_ADDRESS = /[\p{C}\s"<>\\^`{|}]/u;

/**
 * A web address as browsers parse it (WHATWG URL), so that what is stored and shown is where its link leads; null for anything else.
 * "Example.in" becomes "https://example.in". Only http and https, with a host that has a dot in its name, and without a user name or a
 * password.
 */
export function toWebAddress(typed: string): string | null {
  const text = typed.trim();
  if (NOT_IN_ADDRESS.test(text) || text.startsWith("/")) return null;
  // "example.in:8080" has a port, and no scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const address = hasScheme ? text : `https://${text}`;
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return null;
  const { href, origin, hostname, username, password } = new URL(address);
  if (!/^[^.]+(\.[^.]+)+$/.test(hostname) || username || password) return null;
  return href === `${origin}/` ? origin : href;
}
