// The one message that may stand over any page: why a tap led nowhere. It stays until it is put away or the next page is there.

let words: string | null = null;
const listeners = new Set<() => void>();

/** Shows a message over the page that is there, in place of the one before; null takes it away. */
export function setNotice(next: string | null): void {
  words = next;
  for (const listener of listeners) listener();
}

export const currentNotice = (): string | null => words;

export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
