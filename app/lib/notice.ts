// The store of the notice: one message over the page that says why a click had no effect. See components/notice.tsx.

let message: string | null = null;
const listeners = new Set<() => void>();

/** Shows a message in place of an earlier one; null hides it. */
export function setNotice(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

export const getNotice = (): string | null => message;

/** @returns a function that removes the listener */
export function subscribeToNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
