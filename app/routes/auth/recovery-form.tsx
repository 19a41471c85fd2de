// Asks for a mail with which somebody chooses a new password, and says the same for every address: whether one has an account is
// nobody else's business.
import type { FormEvent } from "react";
import { Form, Link } from "react-router";
import { Button } from "../../components/ui/button";
import { ErrorSummary } from "../../components/ui/error-summary";
import { TextField } from "../../components/ui/text-field";
import { EMAIL_MAX } from "../../contract/limits";
import { isEmail, SIGN_UP_MESSAGES } from "../../contract/sign-up-rules";
import { type CarriedEmail, useCarriedEmail } from "../../lib/carried-email";
import { problemsInOrder } from "../../lib/field-problems";
import { useOnce } from "../../lib/use-once";
import { usePosting } from "../../lib/use-posting";
import { useShownAnswer } from "../../lib/use-shown-answer";
import { LocalMailbox } from "./link-page";

/** The path that the form posts to; without a link's parameters this page is about asking for one. */
export const RECOVERY_PATH = "/reset-password";

/** The name of the field that tells a mail asked for once more, and how many times by now. */
export const AGAIN = "again";

/** Why no mail was asked for. */
export interface EmailProblem {
  message: string;
  fields: { email?: string };
  email: string;
}

/** What is wrong with an address, before any mail is asked for; null when nothing is. */
export function emailProblem(email: string): EmailProblem | null {
  const words = email === "" ? "Enter your email address" : isEmail(email) ? null : SIGN_UP_MESSAGES.email;
  return words ? { message: words, fields: { email: words }, email } : null;
}

/** The e-mail that a form posts. */
export function postedEmail(form: FormData): string {
  return String(form.get("email") ?? "").trim();
}

export function RecoveryForm({ answer }: { answer: EmailProblem | undefined }) {
  const { first, shown, attempt, show, setShown } = useShownAnswer(answer);
  const carried = useCarriedEmail();
  const isBusy = usePosting(RECOVERY_PATH);
  const once = useOnce(isBusy);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const problem = emailProblem(postedEmail(new FormData(event.currentTarget)));
    if (!problem) return once(event);
    event.preventDefault();
    show(problem);
  };
  return (
    <>
      {shown && (
        <ErrorSummary
          title={shown.message}
          problems={shown.fields.email === shown.message ? [] : problemsInOrder(["email"], shown.fields)}
          attempt={attempt}
        />
      )}
      <Form
        method="post"
        action={RECOVERY_PATH}
        replace
        className="form"
        noValidate
        onSubmit={onSubmit}
        onInput={() => setShown(null)}
      >
        <TextField
          id="email"
          label="Email"
          hint="The one you sign in with."
          error={shown?.fields.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          enterKeyHint="send"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
          defaultValue={first?.email ?? carried}
        />
        <div className="form-end">
          <div className="actions">
            <Button busy={isBusy} busyLabel="Sending...">
              Send me a link
            </Button>
            <Link className="quiet" to="/login">
              Back to sign in
            </Link>
          </div>
        </div>
      </Form>
    </>
  );
}

/**
 * After the mail was asked for: another one, the mailbox of a local run, and the way back.
 * @param again how many times it was asked for once more
 */
export function RecoveryAsked({ email, again }: { email: string; again: number }) {
  const isBusy = usePosting(RECOVERY_PATH);
  return (
    <>
      <p className="mt-4 prose">
        Nothing there after a few minutes? Look among the unwanted mail, and whether{" "}
        <b className="break-all">{email}</b> is the address you joined with.
      </p>
      <LocalMailbox />
      <Form method="post" action={RECOVERY_PATH} replace className="actions mt-8" onSubmit={useOnce(isBusy)}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name={AGAIN} value={again + 1} />
        <Link className="button button-primary" to="/login" state={{ email } satisfies CarriedEmail}>
          Back to sign in
        </Link>
        <Button look="outline" busy={isBusy} busyLabel="Sending...">
          Send it again
        </Button>
        <Link className="quiet" to={RECOVERY_PATH} replace>
          Use another address
        </Link>
      </Form>
    </>
  );
}
