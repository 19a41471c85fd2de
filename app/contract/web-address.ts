/** Adds a missing scheme to a web address: "example.in" becomes "https://example.in". @returns null when it is not one */
export function toWebAddress(typed: string): string | null {
  const text = typed.trim();
  const candidate = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  return /^https?:$/.test(url.protocol) && url.hostname.includes(".") ? candidate : null;
}
