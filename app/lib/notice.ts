// The store of the notice: one message over the page that says why a click had no effect. See components/notice.tsx.

interface StoredNotice {
  message: string;
  /** Called by the button "Try again", which is there only with it. */
  onRetry: (() => void) | null;
}

let notice: StoredNotice | null = null;
const listeners = new Set<() => void>();

/** Shows a message in place of an earlier one; null hides it. */
export function setNotice(message: string | null, onRetry: StoredNotice["onRetry"] = null): void {
  notice = message === null ? null : { message, onRetry };
  for (const listener of listeners) listener();
}

export const getNotice = (): StoredNotice | null => notice;

/** @returns a function that removes the listener */
export function subscribeToNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
