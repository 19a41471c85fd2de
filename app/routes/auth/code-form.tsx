// Asks for a one-time code: over the page where scripts run, in the page's place where they do not.
import { type FormEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { Form } from "react-router";
import { Button } from "../../components/ui/button";
import { CodeField } from "../../components/ui/code-field";
import { Dialog } from "../../components/ui/dialog";
import { ErrorSummary } from "../../components/ui/error-summary";
import { codeProblem, INVALID_CODE, rememberSentCode, type SentCode } from "../../lib/one-time-code";
import { useShownAnswer } from "../../lib/use-shown-answer";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { LocalMailbox } from "./link-page";

/** The name of the form's buttons; "send" has none, it stands for what opened the form. */
export const CODE_STEP = "codeStep";
const STEPS = ["send", "verify", "again", "cancel"] as const;
export type CodeStep = (typeof STEPS)[number];

/** The button of the code's form that posted this; null when none of them did. */
export function readCodeStep(form: FormData | undefined): CodeStep | null {
  const pressed = form?.get(CODE_STEP);
  return STEPS.find((step) => step === pressed) ?? null;
}

/** The name of the code's field. */
export const CODE = "code";

const TITLE = "Your one-time code";

/** A code that was sent, and what the last press of one of the form's buttons came to. */
export interface CodeAnswer {
  sent: SentCode;
  /** Why the code was not verified, or no other one sent; "" when nothing is wrong. */
  problem: string;
  /** What is wrong with what was typed; "" when it may be right. */
  fieldWords: string;
  /** What was typed and is not right: a page that comes anew shows it again. */
  typed: string;
  /** True when another code was just sent. */
  isNew: boolean;
}

/** The answer when nothing is wrong. */
export function codeSent(sent: SentCode, isNew = false): CodeAnswer {
  return { sent, problem: "", fieldWords: "", typed: "", isNew };
}

interface CodeFormProps {
  /** The path that it posts to. */
  action: string;
  answer: CodeAnswer;
  /** False where only an address with an account is sent a code, and nobody is told which those are. */
  isForAnybody: boolean;
  /** Which of the buttons is at work. */
  busy: CodeStep | null;
  /** Sends what may be sent, or keeps it from being sent; without it the browser does. */
  onSend?: (event: FormEvent<HTMLFormElement>) => void;
  /** Hidden fields that the form carries on. */
  children?: ReactNode;
}

/** The form, with the words on how to know the right mail. A refused code is told by the browser's own alert, too. */
function CodeForm({ action, answer, busy, onSend, children }: CodeFormProps) {
  const { sent } = answer;
  const { shown, attempt, show, setShown } = useShownAnswer<CodeAnswer>(answer);
  useEffect(() => {
    if (answer.problem.startsWith(INVALID_CODE)) window.alert(answer.problem);
  }, [answer]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem(CODE) as HTMLInputElement;
    const fieldWords = pressed(event) === "verify" ? codeProblem(field.value) : null;
    if (!fieldWords) return onSend?.(event);
    event.preventDefault();
    show({ ...codeSent(sent), fieldWords });
    field.focus();
  };
  return (
    <>
      {sent.phrase && (
        <p className="phrase">
          The mail has to show the same security phrase: <b>{sent.phrase}</b>
        </p>
      )}
      {shown?.problem && <ErrorSummary title={<ProblemWords>{shown.problem}</ProblemWords>} attempt={attempt} />}
      <Form
        method="post"
        action={action}
        replace
        noValidate
        className="code-form"
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <CodeField
          id={CODE}
          label="One-time code"
          hint="Six digits. Spaces between them do no harm."
          error={shown?.fieldWords || undefined}
          defaultValue={answer.typed}
        />
        <div className="actions mt-8">
          <Button name={CODE_STEP} value="verify" busy={busy === "verify"} busyLabel="Verifying...">
            Verify
          </Button>
          <Button name={CODE_STEP} value="cancel" look="outline" onClick={closeDialog}>
            Cancel
          </Button>
        </div>
        <p className="mt-4">
          No mail after a few minutes? Look among the unwanted mail, or{" "}
          <button type="submit" className="link-button" name={CODE_STEP} value="again">
            send another code
          </button>
          .
        </p>
        <p role="status">
          {busy === "again" ? "Sending another code..." : shown?.isNew ? "Another code is on its way." : ""}
        </p>
      </Form>
      <LocalMailbox />
    </>
  );
}

/** The words of a problem, whose own mark stands in place of the one that they begin with. */
function ProblemWords({ children: words }: { children: string }) {
  const mark = INVALID_CODE.slice(0, INVALID_CODE.indexOf(" ") + 1);
  if (!words.startsWith(mark)) return words;
  return (
    <span>
      <span className="visually-hidden">{mark}</span>
      {words.slice(mark.length)}
    </span>
  );
}

/** The button that submits; Enter in the field stands for the first one. */
function pressed(event: FormEvent<HTMLFormElement>): CodeStep {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return STEPS.find((step) => submitter instanceof HTMLButtonElement && submitter.value === step) ?? "verify";
}

/** In a dialog nothing has to be sent to leave it. */
function closeDialog(event: MouseEvent<HTMLButtonElement>) {
  const dialog = event.currentTarget.closest("dialog");
  if (!dialog) return;
  event.preventDefault();
  dialog.close();
}

/** Where the code is. */
function Lead({ answer, isForAnybody }: Pick<CodeFormProps, "answer" | "isForAnybody">) {
  const email = <b className="break-all">{answer.sent.email}</b>;
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
      <CodeForm {...form} />
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
      <CodeForm {...form} />
    </AuthPage>
  );
}

/**
 * The code that is asked for at the moment.
 * @param form the name under which this tab keeps it, since phones reload a page while its mail is read
 * @param first what the document came with
 * @returns also whether the form is a page: it stays one where the document came as one, until it is closed
 */
export function useSentCode(form: string, first: CodeAnswer | null) {
  const [asked, setAsked] = useState(first);
  const [isPage, setIsPage] = useState(first !== null);
  const ask = useCallback(
    (answer: CodeAnswer) => {
      rememberSentCode(form, answer.sent);
      setAsked(answer);
    },
    [form],
  );
  const close = useCallback(() => {
    setAsked(null);
    setIsPage(false);
  }, []);
  return { asked, isPage, ask, close };
}
