// The page after a mail for a new password was requested. It is the same for every e-mail, so that nobody learns which ones have an account.

import { Form, Link } from "react-router";
import { ACTIONS } from "../../components/ui/actions";
import { Button, buttonVariants } from "../../components/ui/button";
import { linkVariants } from "../../components/ui/link-variants";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import type { CarriedEmail } from "../../navigation/carried-email";
import { LocalMailbox } from "./link-page";
import { RECOVERY_PATH } from "./path";

/** The name of the hidden input that counts how many times the mail was requested again. */
export const RESEND_COUNT_FIELD = "again";

/** @param resendCount how many times the mail was requested again */
export function RecoveryRequested({ email, resendCount }: { email: string; resendCount: number }) {
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
        <input type="hidden" name={RESEND_COUNT_FIELD} value={resendCount + 1} />
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
