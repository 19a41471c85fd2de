// Whose page a history entry is. When somebody returns to an entry, the browser restores what was in its fields, even a chosen file, whoever is
// signed in by then.
import { OPENER_FIELD } from "./opener";

/** The member whose page the current entry was when this document was loaded; undefined for a new entry, and on the server. */
const openedBy: unknown = import.meta.env.SSR ? undefined : history.state?.[OPENER_FIELD];

export function isRestoredForAnother(memberId: string): boolean {
  return openedBy !== undefined && openedBy !== memberId;
}

/** Stores in the current history entry whose page it is. */
export function claimHistoryEntry(memberId: string): void {
  history.replaceState({ ...history.state, [OPENER_FIELD]: memberId }, "");
}
