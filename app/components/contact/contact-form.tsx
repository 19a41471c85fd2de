import type { FormEvent } from "react";
import { Form } from "react-router";
import { errorsInOrder, remainingErrors } from "../../forms/field-errors";
import { useFormErrors } from "../../forms/use-form-errors";
import { Button } from "../ui/button";
import { ErrorSummary } from "../ui/error-summary";
import { describe, Field, inputVariants } from "../ui/field";
import { formVariants } from "../ui/form-layout";
import { TextField } from "../ui/text-field";
import {
  CONTACT_FIELDS,
  type ContactErrors,
  type ContactField,
  type ContactMessage,
  contactErrors,
  contactHref,
  readContactMessage,
} from "./contact-message";
import { ContactReady } from "./contact-ready";

/** What became of a message: it lacks something, or it is ready to be mailed. */
export type ContactResult = { message: ContactMessage; errors: ContactErrors };

/** The sentence on top goes with any edit, a field's mark when the field is right. */
type ShownResult = ContactResult & { isEdited?: boolean };

interface ContactFormProps {
  /** The server's answer to a form that was posted without JavaScript. */
  posted: ContactResult | undefined;
}

/**
 * "Get in Touch". With JavaScript the message never leaves the page: it is checked here and handed to the visitor's own mail
 * program. Without, the server checks it, keeps nothing, and answers with the link and the text.
 */
export function ContactForm({ posted }: ContactFormProps) {
  const { shown, attempt, show, setShown } = useFormErrors<ShownResult>(posted);
  const errors = shown?.errors ?? {};
  const failing = errorsInOrder(CONTACT_FIELDS, errors);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = readContactMessage(new FormData(event.currentTarget));
    const found = contactErrors(message);
    show({ message, errors: found });
    if (Object.keys(found).length === 0) window.location.assign(contactHref(message));
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const now = contactErrors(readContactMessage(new FormData(event.currentTarget)));
    setShown((was) => was && { ...was, errors: remainingErrors(was.errors, now), isEdited: true });
  };

  const field = (id: ContactField) => ({ id, error: errors[id], defaultValue: posted?.message[id] });
  const messageField = field("message");
  return (
    <>
      {shown && !shown.isEdited && <Outcome message={shown.message} failing={failing} attempt={attempt} />}
      <Form
        method="post"
        action="/about#contact"
        className={formVariants({ className: "*:first:mt-0" })}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <TextField label="Full name" autoComplete="name" {...field("fullName")} />
        <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
        <TextField label="Subject" {...field("subject")} />
        <Field id="message" label="Message" error={messageField.error}>
          <textarea
            id="message"
            name="message"
            className={inputVariants()}
            rows={6}
            defaultValue={messageField.defaultValue}
            {...describe({ id: "message", error: messageField.error })}
          />
        </Field>
        <p className="mt-6">
          <Button>Send Message</Button>
        </p>
      </Form>
    </>
  );
}

interface OutcomeProps {
  message: ContactMessage;
  failing: { field: ContactField; message: string }[];
  attempt: number;
}

function Outcome({ message, failing, attempt }: OutcomeProps) {
  const [first] = failing;
  if (first) return <ErrorSummary title={first.message} attempt={attempt} errors={failing} />;
  return <ContactReady message={message} attempt={attempt} />;
}
