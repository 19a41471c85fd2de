// What stands on the page once a mail for a new password was asked for. It says the same for every address: whether one has an
// account is nobody else's business.

import { Form, Link } from "react-router";
import { ACTIONS } from "../../components/ui/actions";
import { Button, buttonVariants } from "../../components/ui/button";
import { linkVariants } from "../../components/ui/link-variants";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import type { CarriedEmail } from "../../navigation/carried-email";
import { LocalMailbox } from "./link-page";
import { RECOVERY_PATH } from "./path";

/** The name of the field that tells a mail asked for once more, and how many times by now. */
export const AGAIN = "again";

/**
 * After the mail was asked for: another one, the mailbox of a local run, and the way back.
 * @param again how many times it was asked for once more
 */
export function RecoveryAsked({ email, again }: { email: string; again: number }) {
  const isBusy = useIsSubmitting(RECOVERY_PATH);
  return (
    <>
      <p className="mt-4 prose">
        Nothing there after a few minutes? Look in your spam folder, and check that{" "}
        <b className="wrap-anywhere">{email}</b> is the address you joined with.
      </p>
      <LocalMailbox />
      <Form
        method="post"
        action={RECOVERY_PATH}
        replace
        className={`${ACTIONS} mt-8`}
        onSubmit={usePreventDoubleSubmit(isBusy)}
      >
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name={AGAIN} value={again + 1} />
        <Link className={buttonVariants()} to="/login" state={{ email } satisfies CarriedEmail}>
          Back to sign in
        </Link>
        <Button variant="outline" busy={isBusy} busyLabel="Sending...">
          Send it again
        </Button>
        <Link className={linkVariants({ standalone: true })} to={RECOVERY_PATH} replace>
          Use another address
        </Link>
      </Form>
    </>
  );
}
