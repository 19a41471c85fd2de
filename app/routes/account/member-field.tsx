import { useState } from "react";
import { useRootData } from "../../root";
import { OPENER_FIELD } from "./opener";

/**
 * Names the member who opened the form. Somebody else may have signed in since, in the same browser, and the form must not change their account
 * (see `readMemberForm`).
 */
export function MemberField() {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  return <input type="hidden" name={OPENER_FIELD} value={id} />;
}
