// The error summary of the sign-up form.
import { Link } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { linkVariants } from "../../../components/ui/link-variants";
import { MESSAGES } from "../../../contract/messages";
import type { SignUpValues } from "../../../contract/sign-up";
import { errorsInOrder } from "../../../forms/field-errors";
import { capitalizedNumber } from "../../../lib/number-in-words";
import type { CarriedEmail } from "../../../navigation/carried-email";
import { RECOVERY_PATH } from "../path";
import { FIELD_ORDER, type SignUpActionData, type SignUpErrors } from "./errors";

interface SignUpSummaryProps {
  errors: SignUpErrors;
  nextStep: SignUpActionData["nextStep"];
  attempt: number;
  values: SignUpValues;
  /** True when the server rendered the page after a submit: the password fields are empty then. */
  arePasswordsCleared: boolean;
}

export function SignUpSummary({ errors, nextStep, attempt, values, arePasswordsCleared }: SignUpSummaryProps) {
  const needsEmailProof = errors.message === MESSAGES.emailProof;
  const count = Object.keys(errors.fields).length;
  const hasTyped = Object.values(values).some(Boolean);
  const carried = { email: values.email } satisfies CarriedEmail;
  return (
    <ErrorSummary title={errors.message} errors={errorsInOrder(FIELD_ORDER, errors.fields)} attempt={attempt}>
      {needsEmailProof && (
        <p>We mail you a code. Type it in, and your account is made. “Create Account” asks for it.</p>
      )}
      {count > 0 && !needsEmailProof && (
        <p>
          {capitalizedNumber(count)} {count === 1 ? "answer needs" : "answers need"} another look.{" "}
          {hasTyped && !arePasswordsCleared && "We kept everything you typed."}
        </p>
      )}
      {hasTyped && arePasswordsCleared && (
        <p>We kept everything you typed, but not your passwords: please enter them again.</p>
      )}
      {nextStep === "sign-in" && (
        <Actions className="mt-4">
          <Link className={buttonVariants({ variant: "outline", size: "small" })} to="/login" state={carried}>
            Go to the sign-in page
          </Link>
          <Link className={linkVariants({ standalone: true })} to={RECOVERY_PATH} state={carried}>
            Reset your password
          </Link>
        </Actions>
      )}
    </ErrorSummary>
  );
}
