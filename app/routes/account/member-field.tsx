import { useEffect, useRef, useState } from "react";
import { useRootData } from "../../root";
import { isRestoredForAnother } from "./history-entry";
import { OPENER_FIELD } from "./opener";

/**
 * Names the member who opened the form. Somebody else may have signed in since, in the same browser, and the form must not change their account
 * (see `readMemberForm`). It also empties a form that the browser restored for another member. It must come first in its form, since the
 * effects of later fields read their values and upload their file.
 */
export function MemberField() {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  const field = useRef<HTMLInputElement>(null);
  // No layout effect: `keepTypedInput` may have copied the restored values into a form that React rendered anew.
  useEffect(() => {
    if (isRestoredForAnother(id)) field.current?.form?.reset();
  }, [id]);
  return <input ref={field} type="hidden" name={OPENER_FIELD} value={id} />;
}
