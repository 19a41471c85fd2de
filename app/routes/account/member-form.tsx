import { type ComponentProps, useState } from "react";
import { Form } from "react-router";
import { useRootData } from "../../root";
import { OPENER_FIELD } from "./opener";

/**
 * A form of a member page, which is read by `readMemberForm`. It names the member who opened it: somebody else may have signed in since, in
 * the same browser, and the form must not change their account.
 *
 * When somebody goes back to a page, Chrome and Safari restore its fields, even a chosen file, if the first two controls of the form have the
 * same names as before. The first one here is named after the member, so that nobody gets another member's input. Firefox restores nothing
 * then, since member pages are not stored.
 */
export function MemberForm({ children, ...props }: Omit<ComponentProps<typeof Form>, "method">) {
  // State without a setter: the form keeps its member when the page is revalidated.
  const [id] = useState(useRootData()?.member?.id ?? "");
  return (
    <Form {...props} method="post">
      {/* Disabled, since only its name counts: it is not sent. */}
      <input type="hidden" name={`member-${id}`} disabled />
      <input type="hidden" name={OPENER_FIELD} value={id} />
      {children}
    </Form>
  );
}
