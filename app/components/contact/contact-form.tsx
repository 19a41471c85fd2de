import type { FormEvent } from "react";
import { Form } from "react-router";
import { errorsInOrder, remainingErrors } from "../../forms/field-errors";
import { useFormErrors } from "../../forms/use-form-errors";
import { Button } from "../ui/button";
import { ErrorSummary } from "../ui/error-summary";
import { ariaAttributes, Field, inputVariants } from "../ui/field";
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

/** A message with its errors; without errors it is ready to be mailed. */
type ContactResult = { message: ContactMessage; errors: ContactErrors };

/** Any edit hides the summary; a field's error stays until the field is valid. */
type ShownResult = ContactResult & { isEdited?: boolean };

interface ContactFormProps {
  /** The result for a form that was posted without JavaScript. */
  actionData: ContactResult | undefined;
}

/**
 * The contact form. With JavaScript the message is not sent to us: it is checked in the browser and opened in the visitor's mail
 * program. Without JavaScript the action checks it, stores nothing, and returns it for the link and the text.
 */
export function ContactForm({ actionData }: ContactFormProps) {
  const { shown, attempt, show, setShown } = useFormErrors<ShownResult>(actionData);
  const errors = shown?.errors ?? {};
  const orderedErrors = errorsInOrder(CONTACT_FIELDS, errors);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = readContactMessage(new FormData(event.currentTarget));
    const messageErrors = contactErrors(message);
    show({ message, errors: messageErrors });
    if (Object.keys(messageErrors).length === 0) window.location.assign(contactHref(message));
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const current = contactErrors(readContactMessage(new FormData(event.currentTarget)));
    setShown((last) => last && { ...last, errors: remainingErrors(last.errors, current), isEdited: true });
  };

  const field = (id: ContactField) => ({ id, error: errors[id], defaultValue: actionData?.message[id] });
  const messageField = field("message");
  return (
    <>
      {shown && !shown.isEdited && <Result message={shown.message} errors={orderedErrors} attempt={attempt} />}
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
            {...ariaAttributes({ id: "message", error: messageField.error })}
          />
        </Field>
        <p className="mt-6">
          <Button>Send Message</Button>
        </p>
      </Form>
    </>
  );
}

interface ResultProps {
  message: ContactMessage;
  errors: { field: ContactField; message: string }[];
  attempt: number;
}

function Result({ message, errors, attempt }: ResultProps) {
  const [first] = errors;
  if (first) return <ErrorSummary title={first.message} attempt={attempt} errors={errors} />;
  return <ContactReady message={message} attempt={attempt} />;
}
