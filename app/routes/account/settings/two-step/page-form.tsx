// A form that has a page about two-step sign-in for itself.
import type { FormEvent, ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import type * as z from "zod/mini";
import { Actions } from "../../../../components/ui/actions";
import { Button } from "../../../../components/ui/button";
import { ErrorSummary } from "../../../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../../../components/ui/form-layout";
import { linkVariants } from "../../../../components/ui/link-variants";
import { PasswordField } from "../../../../components/ui/password-field";
import { formErrors } from "../../../../contract/form-schema";
import { errorsInOrder } from "../../../../forms/field-errors";
import { readText } from "../../../../forms/read-text";
import { useFormErrors } from "../../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../../forms/use-prevent-double-submit";
import { RECOVERY_PATH } from "../../../auth/path";
import { MemberForm } from "../../member-form";
import { CANCEL_FIELD, FIELDS, type TwoStepErrors } from "./form-data";

interface PageFormProps {
  path: string;
  /** The schema of the API call. Its fields are those of the form. */
  schema: z.ZodMiniType<unknown, Record<string, string>>;
  fields: readonly (typeof FIELDS)[number][];
  /** The errors from the action. */
  errors: TwoStepErrors | undefined;
  /** What to do about the errors, below them. */
  help?: (errors: TwoStepErrors["fields"]) => ReactNode;
  button: string;
  busyLabel: string;
  variant?: "primary" | "danger";
  /** The way out beside the button: a link, or without a path a button that posts `CANCEL_FIELD`. */
  cancel: { label: string; to?: string };
  /** Renders the fields, with their errors. */
  children: (errors: TwoStepErrors["fields"]) => ReactNode;
}

export function PageForm({
  path,
  schema,
  fields,
  errors,
  help,
  button,
  busyLabel,
  variant,
  cancel,
  children,
}: PageFormProps) {
  const { shown, attempt, show, setShown } = useFormErrors(errors);
  const isPosting = useIsSubmitting(path);
  const isCancelling = useNavigation().formData?.has(CANCEL_FIELD) ?? false;
  const preventDoubleSubmit = usePreventDoubleSubmit(isPosting);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name === CANCEL_FIELD) return preventDoubleSubmit(event);
    const form = new FormData(event.currentTarget);
    const found = formErrors(schema, Object.fromEntries(fields.map((field) => [field, readText(form, field)])));
    if (!found) return preventDoubleSubmit(event);
    event.preventDefault();
    show(found);
  };
  const links = errorsInOrder(FIELDS, shown?.fields ?? {});
  return (
    <>
      {shown && (
        <ErrorSummary title={shown.message} errors={links} attempt={attempt}>
          {help?.(shown.fields)}
        </ErrorSummary>
      )}
      <MemberForm
        action={path}
        replace
        className={formVariants()}
        noValidate
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        {children(shown?.fields ?? {})}
        <FormEnd>
          <Actions>
            <Button variant={variant} busy={isPosting && !isCancelling} busyLabel={busyLabel}>
              {button}
            </Button>
            {cancel.to ? (
              <Link className={linkVariants({ standalone: true })} to={cancel.to}>
                {cancel.label}
              </Link>
            ) : (
              <button
                type="submit"
                className={linkVariants({ button: true, standalone: true })}
                name={CANCEL_FIELD}
                value=""
              >
                {cancel.label}
              </button>
            )}
          </Actions>
          {fields.includes("password") && (
            <p>
              <Link to={RECOVERY_PATH}>Forgotten your password?</Link>
            </p>
          )}
        </FormEnd>
      </MemberForm>
    </>
  );
}

/** The member's password. */
export function OwnPasswordField({ hint, error }: { hint: string; error: string | undefined }) {
  return (
    <PasswordField
      id="password"
      label="Password"
      shows="password"
      hint={hint}
      error={error}
      autoComplete="current-password"
      enterKeyHint="go"
    />
  );
}
