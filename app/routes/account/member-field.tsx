import { useEffect, useState } from "react";
import { useRootData } from "../../root";
import { OPENER_FIELD } from "./opener";

/**
 * Names the member who opened the form. Somebody else may have signed in since, in the same browser, and the form must not change their account
 * (see `readMemberForm`).
 */
export function MemberField() {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  // Without dependencies, since a navigation of the router can replace the state of the history entry.
  useEffect(() => claimHistoryEntry(id));
  return <input type="hidden" name={OPENER_FIELD} value={id} />;
}

/**
 * Stores the member in the current history entry. When somebody returns to an entry, the browser puts back what was in its fields, also a
 * file, which would be uploaded. If the entry is another member's, the forms are emptied.
 */
function claimHistoryEntry(id: string): void {
  const opener: unknown = history.state?.[OPENER_FIELD];
  if (opener === id) return;
  if (opener !== undefined) for (const form of document.forms) form.reset();
  history.replaceState({ ...history.state, [OPENER_FIELD]: id }, "");
}
