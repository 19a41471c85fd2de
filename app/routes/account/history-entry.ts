// Whose page a history entry is. When somebody returns to an entry, the browser restores what was in its fields, even a chosen file, whoever is
// signed in by then.
import { OPENER_FIELD } from "./opener";

/** The entry in which this document was loaded, as it was then: its key, and the member whose page it was. Empty on the server. */
const { key: loadedKey, [OPENER_FIELD]: openedBy }: Record<string, unknown> =
  (import.meta.env.SSR ? null : history.state) ?? {};

/** True when the browser may have restored the fields of another member's page. */
export function isRestoredForAnother(memberId: string): boolean {
  return openedBy !== undefined && openedBy !== memberId && history.state?.key === loadedKey;
}

/** Stores in the current history entry whose page it is. */
export function claimHistoryEntry(memberId: string): void {
  history.replaceState({ ...history.state, [OPENER_FIELD]: memberId }, "");
}
