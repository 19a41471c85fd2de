// The forms of the second step: for a code, for a mail with a code, and to cancel.
import type { FormEvent } from "react";
import { Form } from "react-router";
import { Actions } from "../../../components/ui/actions";
import { Button } from "../../../components/ui/button";
import { CodeField } from "../../../components/ui/code-field";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FormEnd, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { TextField } from "../../../components/ui/text-field";
import { collectErrors } from "../../../contract/form-schema";
import { type Factor, parseFactorCode } from "../../../contract/second-factor";
import { useFormErrors } from "../../../forms/use-form-errors";
import { useIsSubmitting } from "../../../forms/use-is-submitting";
import { usePreventDoubleSubmit } from "../../../forms/use-prevent-double-submit";
import { LocalMailbox } from "../link-page";
import { TWO_STEP_SIGN_IN_PATH } from "../path";
import {
  CODE_FIELD,
  FACTOR_FIELD,
  readFactorCode,
  STEP_FIELD,
  type Step,
  type TwoStepActionData,
  toStep,
} from "./action-data";
import { factorPath } from "./ways";

interface FormProps {
  actionData: TwoStepActionData | undefined;
}

/** True while the form is being posted with one of its buttons. */
function useIsBusy(step: Step): boolean {
  const isPosting = useIsSubmitting(TWO_STEP_SIGN_IN_PATH);
  const isStep = useIsSubmitting(TWO_STEP_SIGN_IN_PATH, { [STEP_FIELD]: step });
  return isPosting && isStep;
}

/** The form for a code. */
export function CodeForm({ factor, actionData }: FormProps & { factor: Factor }) {
  const { initial, shown, attempt, show, setShown } = useFormErrors(actionData);
  const isPosting = useIsSubmitting(TWO_STEP_SIGN_IN_PATH);
  const [isConfirming, isSending] = [useIsBusy("confirm"), useIsBusy("send")];
  const preventDoubleSubmit = usePreventDoubleSubmit(isPosting);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isConfirm = !(submitter instanceof HTMLButtonElement) || toStep(submitter.value) === "confirm";
    const values = readFactorCode(new FormData(event.currentTarget));
    const errors = isConfirm && collectErrors<"code">((fail) => parseFactorCode(values.factor, values.code, fail));
    if (!errors) return preventDoubleSubmit(event);
    event.preventDefault();
    show({ message: errors.message, fieldError: errors.fields.code ?? "", typed: "" });
  };
  const field = {
    id: CODE_FIELD,
    error: shown?.fieldError || undefined,
    defaultValue: initial?.typed,
  };
  const errors = shown?.fieldError ? [{ field: CODE_FIELD, message: shown.fieldError }] : [];
  return (
    <>
      {shown && <ErrorSummary title={shown.message} errors={errors} attempt={attempt} />}
      <Form
        method="post"
        action={factorPath(factor)}
        replace
        noValidate
        className={formVariants()}
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        <input type="hidden" name={FACTOR_FIELD} value={factor} />
        {factor === "recoveryCode" ? (
          <TextField
            {...field}
            label="Recovery code"
            hint="Ten characters. Each code works once."
            className="max-w-60 tabular-nums"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            enterKeyHint="go"
            spellCheck={false}
            required
          />
        ) : (
          <CodeField
            {...field}
            label={factor === "totp" ? "Code from your app" : "Code from the mail"}
            hint={factor === "totp" ? "Six digits. They change every 30 seconds." : "Six digits."}
          />
        )}
        <FormEnd>
          <Actions>
            <Button name={STEP_FIELD} value="confirm" busy={isConfirming} busyLabel="Checking...">
              Confirm
            </Button>
            <CancelButton />
          </Actions>
          {factor === "email" && (
            <p>
              No mail after a few minutes? Look in your spam folder. It is not there?{" "}
              <button
                type="submit"
                className={linkVariants({ button: true })}
                name={STEP_FIELD}
                value="send"
                aria-busy={isSending || undefined}
              >
                Send another code
              </button>
            </p>
          )}
        </FormEnd>
      </Form>
      {factor === "email" && <LocalMailbox />}
    </>
  );
}

/** The form that asks for a mail with a code. */
export function MailForm({ actionData }: FormProps) {
  const { shown, attempt } = useFormErrors(actionData);
  const isPosting = useIsSubmitting(TWO_STEP_SIGN_IN_PATH);
  const isSending = useIsBusy("send");
  const preventDoubleSubmit = usePreventDoubleSubmit(isPosting);
  return (
    <>
      {shown && <ErrorSummary title={shown.message} attempt={attempt} />}
      <Form
        method="post"
        action={factorPath("email")}
        replace
        className={formVariants()}
        onSubmit={preventDoubleSubmit}
      >
        <Actions>
          <Button name={STEP_FIELD} value="send" busy={isSending} busyLabel="Sending...">
            Send me a code
          </Button>
          <CancelButton />
        </Actions>
      </Form>
    </>
  );
}

/** The form for a page without a code. */
export function CancelForm() {
  return (
    <Form method="post" action={TWO_STEP_SIGN_IN_PATH} replace className={formVariants()}>
      <Actions>
        <CancelButton />
      </Actions>
    </Form>
  );
}

function CancelButton() {
  return (
    <Button name={STEP_FIELD} value="cancel" variant="outline" busy={useIsBusy("cancel")}>
      Start again
    </Button>
  );
}
