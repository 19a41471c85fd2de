import { useLayoutEffect, useRef, useState } from "react";
import { useHydrated } from "../../navigation/use-hydrated";
import { useRootData } from "../../root";
import { isRestoredForAnother } from "./history-entry";
import { OPENER_FIELD } from "./opener";

/**
 * Names the member who opened the form. Somebody else may have signed in since, in the same browser, and the form must not change their account
 * (see `readMemberForm`). What the browser has restored for another member is removed from the form.
 */
export function MemberField() {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  const [isHydrating] = useState(!useHydrated());
  const field = useRef<HTMLInputElement>(null);
  // A layout effect: it runs before the effects that read the form's fields, and upload their file.
  useLayoutEffect(() => {
    if (isHydrating && isRestoredForAnother(id)) field.current?.form?.reset();
  }, [isHydrating, id]);
  return <input ref={field} type="hidden" name={OPENER_FIELD} value={id} />;
}
