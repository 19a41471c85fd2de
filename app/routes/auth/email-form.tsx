// A form with an e-mail field. It requests a mail with a link for a new password, or one with a code for signing in.

import type { FormEvent } from "react";
import { Form, Link } from "react-router";
import { Actions } from "../../components/ui/actions";
import { Button } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../components/ui/form-layout";
import { linkVariants } from "../../components/ui/link-variants";
import { TextField } from "../../components/ui/text-field";
import { RecoverySchema } from "../../contract/account-settings";
import { formErrors } from "../../contract/form-schema";
import { EMAIL_MAX } from "../../contract/limits";
import { errorsInOrder } from "../../forms/field-errors";
import { readText } from "../../forms/read-text";
import { useFormErrors } from "../../forms/use-form-errors";
import { useIsSubmitting } from "../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../forms/use-prevent-double-submit";
import { type CarriedEmail, useCarriedEmail } from "../../navigation/carried-email";
import { RateLimitAdvice } from "./rate-limit-advice";

/** The errors of the form, and what fills it again. */
export interface EmailFormErrors {
  /** "" when there is no error, and the form is only filled again. */
  message: string;
  fields: { email?: string };
  /** True when no code was sent because of a limit. The form then leads to a new password. */
  isRateLimited?: boolean;
  email: string;
}

/** The e-mail in a posted form, without surrounding spaces. */
export function postedEmail(form: FormData): string {
  return readText(form, "email").trim();
}

interface EmailFormProps {
  /** The path of the page, to which the form posts. */
  path: string;
  actionData: EmailFormErrors | undefined;
  hint: string;
  /** The labels of the submit button and of the link to the sign-in page. */
  button: string;
  back: string;
}

export function EmailForm({ path, actionData, hint, button, back }: EmailFormProps) {
  const { initial, shown, attempt, show, setShown } = useFormErrors(actionData);
  const carried = useCarriedEmail();
  const isBusy = useIsSubmitting(path);
  const preventDoubleSubmit = usePreventDoubleSubmit(isBusy);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const email = postedEmail(new FormData(event.currentTarget));
    const errors = formErrors(RecoverySchema, { email });
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ ...errors, email });
  };
  const email = initial?.email ?? carried;
  const fields = shown?.fields ?? {};
  return (
    <>
      {shown?.message && (
        <ErrorSummary title={shown.message} errors={errorsInOrder(["email"], fields)} attempt={attempt}>
          {shown.isRateLimited && <RateLimitAdvice email={shown.email} />}
        </ErrorSummary>
      )}
      <Form
        method="post"
        action={path}
        replace
        className={formVariants()}
        noValidate
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        <TextField
          id="email"
          label="Email"
          hint={hint}
          error={fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          enterKeyHint="send"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
          defaultValue={email}
        />
        <FormEnd>
          <Actions>
            <Button busy={isBusy} busyLabel="Sending...">
              {button}
            </Button>
            <Link className={linkVariants({ standalone: true })} to="/login" state={{ email } satisfies CarriedEmail}>
              {back}
            </Link>
          </Actions>
        </FormEnd>
      </Form>
    </>
  );
}
