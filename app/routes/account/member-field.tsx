import { useState } from "react";
import { useRootData } from "../../root";

/** The name of the hidden input with the id of the member who opened the form. */
export const MEMBER_FIELD = "member";

/**
 * Names the member who opened the form. Somebody else may have signed in since, in the same browser: their profile must not get what the
 * form holds (see `redirectIfOtherMember`).
 */
export function MemberField() {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  return <input type="hidden" name={MEMBER_FIELD} value={id} />;
}
