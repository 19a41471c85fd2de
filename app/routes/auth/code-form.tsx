// Asks for a one-time code: over the page where scripts run, in the page's place where they do not.

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
import { CODE, CODE_STEP, type CodeFormState, type CodeStep, codeFormState, toCodeStep } from "./code-step";
import { LocalMailbox } from "./link-page";
import { codeError, INVALID_CODE } from "./one-time-code";

const TITLE = "Your one-time code";

interface CodeFormProps {
  /** The path that it posts to. */
  action: string;
  state: CodeFormState;
  /** False where only an address with an account is sent a code, and nobody is told which those are. */
  isForAnybody: boolean;
  /** Which of the buttons is being submitted. */
  busyStep: CodeStep | null;
  /** Called with the submit event of a form that may be sent. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Further hidden fields. */
  children?: ReactNode;
}

const phraseVariants = cva("max-w-form border-l-5 border-dye bg-tint px-4.5 pt-3.25 pb-3.5 leading-relaxed", {
  variants: { place: { page: "mt-5", dialog: "mt-4" } },
});

/** The form, with the phrase by which the right mail is known. For a code that was not verified there is the browser's alert, too. */
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
    if (state.error.startsWith(INVALID_CODE)) window.alert(state.error);
  }, [state]);

  const checkAndSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem(CODE) as HTMLInputElement;
    const fieldWords = pressed(event) === "verify" ? codeError(field.value) : null;
    if (!fieldWords) return onSubmit?.(event);
    event.preventDefault();
    show({ ...codeFormState(sent), fieldError: fieldWords });
    field.focus();
  };
  return (
    <>
      {sent.phrase && (
        <p className={phraseVariants({ place })}>
          The mail has to show the same security phrase:{" "}
          <b className="block font-display text-xl/snug font-bold">{sent.phrase}</b>
        </p>
      )}
      {shown?.error && (
        <ErrorSummary title={<CodeErrorMessage>{shown.error}</CodeErrorMessage>} attempt={attempt} place={place} />
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
          // Another code begins with an empty field.
          key={sent.userId}
          id={CODE}
          label="One-time code"
          hint="Six digits. You may type spaces between them."
          error={shown?.fieldError || undefined}
          defaultValue={state.typed}
        />
        <Actions className="mt-8">
          <Button name={CODE_STEP} value="verify" busy={busyStep === "verify"} busyLabel="Verifying...">
            Verify
          </Button>
          <Button name={CODE_STEP} value="cancel" variant="outline" onClick={closeDialog}>
            Cancel
          </Button>
        </Actions>
        <p className="mt-4">
          No mail after a few minutes? Look in your spam folder, or{" "}
          <button type="submit" className={linkVariants({ button: true })} name={CODE_STEP} value="again">
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

/** An error's message. The summary's own mark stands in the place of the one that the message begins with. */
function CodeErrorMessage({ children: message }: { children: string }) {
  const mark = INVALID_CODE.slice(0, INVALID_CODE.indexOf(" ") + 1);
  if (!message.startsWith(mark)) return message;
  return (
    <span>
      <span className="sr-only">{mark}</span>
      {message.slice(mark.length)}
    </span>
  );
}

/** The button that submits; Enter in the field stands for the first one. */
function pressed(event: FormEvent<HTMLFormElement>): CodeStep {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return (submitter instanceof HTMLButtonElement && toCodeStep(submitter.value)) || "verify";
}

/** In a dialog nothing has to be sent to leave it. */
function closeDialog(event: MouseEvent<HTMLButtonElement>) {
  const dialog = event.currentTarget.closest("dialog");
  if (!dialog) return;
  event.preventDefault();
  dialog.close();
}

/** Where the code is. */
function Lead({ state, isForAnybody }: Pick<CodeFormProps, "state" | "isForAnybody">) {
  const email = <b className="wrap-anywhere">{state.sent.email}</b>;
  return (
    <>
      {isForAnybody ? (
        <>We sent a mail with a code to {email}.</>
      ) : (
        <>If {email} has an account, a mail with a code is on its way to it.</>
      )}{" "}
      The code works once, for 15 minutes, and until you ask for another.
    </>
  );
}

/** The form over the page that asked for the code. @param onClose told when it is left without a code */
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
 * The form as a page, for a browser without scripts, and for one whose scripts come after it: what was typed by then stays, since
 * nothing takes the page's place.
 */
export function CodePage({ aside, ...form }: CodeFormProps & Pick<AuthPageProps, "aside">) {
  return (
    <AuthPage title={TITLE} lead={<Lead {...form} />} aside={aside}>
      <CodeForm place="page" {...form} />
    </AuthPage>
  );
}
