// The form for a one-time code: in a dialog, or as a page of its own where JavaScript does not run.

import { cva } from "class-variance-authority";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect } from "react";
import { Form } from "react-router";
import { Actions } from "../../components/ui/actions";
import { Button } from "../../components/ui/button";
import { CodeField } from "../../components/ui/code-field";
import { Dialog } from "../../components/ui/dialog";
import { ErrorSummary } from "../../components/ui/error-summary";
import { linkVariants } from "../../components/ui/link-variants";
import { useFormErrors } from "../../forms/use-form-errors";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { CODE_FIELD, CODE_STEP_FIELD, type CodeFormState, type CodeStep, codeFormState, toCodeStep } from "./code-step";
import { LocalMailbox } from "./link-page";
import { codeError, INVALID_CODE_PREFIX } from "./one-time-code";
import { RateLimitAdvice } from "./rate-limit-advice";

const TITLE = "Your one-time code";

interface CodeFormProps {
  /** The path that the form posts to. */
  action: string;
  state: CodeFormState;
  /**
   * True when every address is sent a code. False when only an address with an account is: the text then must not reveal whether this one
   * has an account.
   */
  isAlwaysSent: boolean;
  /** The button that is being submitted; null when none is. */
  busyStep: CodeStep | null;
  /** Called with the submit event when the form is valid. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Further hidden fields. */
  children?: ReactNode;
}

const phraseVariants = cva("max-w-form border-l-5 border-dye bg-tint px-4.5 pt-3.25 pb-3.5 leading-relaxed", {
  variants: { place: { page: "mt-5", dialog: "mt-4" } },
});

/** The form and the security phrase. A code that was not verified also opens an alert, as point 8 of the specification requires. */
function CodeForm({
  place,
  action,
  state,
  busyStep,
  onSubmit,
  children,
}: CodeFormProps & { place: "page" | "dialog" }) {
  const { sent } = state;
  const { shown, attempt, show, setShown } = useFormErrors<CodeFormState>(state);
  useEffect(() => {
    if (state.error.startsWith(INVALID_CODE_PREFIX)) window.alert(state.error);
  }, [state]);
  // The error summary has taken the focus. Where little is visible, as above a keyboard, it would hide the field.
  useEffect(() => {
    if (attempt > 0) document.getElementById(CODE_FIELD)?.scrollIntoView({ block: "nearest" });
  }, [attempt]);

  const checkAndSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem(CODE_FIELD) as HTMLInputElement;
    const fieldError = submittedStep(event) === "verify" ? codeError(field.value) : null;
    if (!fieldError) return onSubmit?.(event);
    event.preventDefault();
    show({ ...codeFormState(sent), fieldError });
    field.focus();
  };
  return (
    <>
      {sent.phrase && (
        <p className={phraseVariants({ place })}>
          The mail has to show the same security phrase:{" "}
          <b translate="no" className="block font-display text-xl/snug font-bold">
            {sent.phrase}
          </b>
        </p>
      )}
      {shown?.error && (
        <ErrorSummary title={<CodeErrorMessage>{shown.error}</CodeErrorMessage>} attempt={attempt} place={place}>
          {shown.isRateLimited && <RateLimitAdvice email={sent.email} />}
        </ErrorSummary>
      )}
      <Form
        method="post"
        action={action}
        replace
        noValidate
        className="*:data-field:mt-5"
        onSubmit={checkAndSubmit}
        onInput={() => setShown(null)}
      >
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <CodeField
          // A new code remounts the field, which empties it.
          key={sent.userId}
          id={CODE_FIELD}
          label="One-time code"
          hint="Six digits. You may type spaces between them."
          error={shown?.fieldError || undefined}
          defaultValue={state.typed}
        />
        <Actions className="mt-8 scroll-mb-4">
          <Button name={CODE_STEP_FIELD} value="verify" busy={busyStep === "verify"} busyLabel="Verifying...">
            Verify
          </Button>
          <Button name={CODE_STEP_FIELD} value="cancel" variant="outline" onClick={closeDialog}>
            Cancel
          </Button>
        </Actions>
        <p className="mt-4">
          The code works once, for 15 minutes, and until you ask for another. No mail after a few minutes? Look in your
          spam folder, or{" "}
          <button type="submit" className={linkVariants({ button: true })} name={CODE_STEP_FIELD} value="again">
            send another code
          </button>
          .
        </p>
        <p role="status">
          {busyStep === "again" ? "Sending another code..." : shown?.isNew ? "Another code is on its way." : ""}
        </p>
      </Form>
      <LocalMailbox />
    </>
  );
}

/** The message of an error. Its "❌" is for screen readers only, since the error summary shows a mark of its own. */
function CodeErrorMessage({ children: message }: { children: string }) {
  const mark = INVALID_CODE_PREFIX.slice(0, INVALID_CODE_PREFIX.indexOf(" ") + 1);
  if (!message.startsWith(mark)) return message;
  return (
    <span>
      <span className="sr-only">{mark}</span>
      {message.slice(mark.length)}
    </span>
  );
}

/** The step of the button that submitted the form; Enter in the field counts as "verify". */
function submittedStep(event: FormEvent<HTMLFormElement>): CodeStep {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return (submitter instanceof HTMLButtonElement && toCodeStep(submitter.value)) || "verify";
}

/** In a dialog, "Cancel" closes it instead of submitting the form. */
function closeDialog(event: MouseEvent<HTMLButtonElement>) {
  const dialog = event.currentTarget.closest("dialog");
  if (!dialog) return;
  event.preventDefault();
  dialog.close();
}

/** Says where the code was sent. */
function Lead({ state, isAlwaysSent }: Pick<CodeFormProps, "state" | "isAlwaysSent">) {
  const email = <b className="wrap-anywhere">{state.sent.email}</b>;
  return isAlwaysSent ? (
    <>We sent a mail with a code to {email}.</>
  ) : (
    <>If {email} has an account, a mail with a code is on its way to it.</>
  );
}

/** The form in a dialog. @param onClose called when the dialog is closed */
export function CodeDialog({ onClose, ...form }: CodeFormProps & { onClose: () => void }) {
  return (
    <Dialog title={TITLE} onClose={onClose} isForm>
      <p>
        <Lead {...form} />
      </p>
      <CodeForm place="dialog" {...form} />
    </Dialog>
  );
}

/**
 * The form as a page, for a browser without JavaScript. It stays a page when the scripts load late, so that the code that was typed until
 * then is not lost.
 */
export function CodePage({ aside, ...form }: CodeFormProps & Pick<AuthPageProps, "aside">) {
  return (
    <AuthPage title={TITLE} lead={<Lead {...form} />} aside={aside}>
      <CodeForm place="page" {...form} />
    </AuthPage>
  );
}
