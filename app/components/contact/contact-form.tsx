import { type FormEvent, useState } from "react";
import { Form } from "react-router";
import { Button } from "../ui/button";
import { ErrorSummary } from "../ui/error-summary";
import { describe, Field } from "../ui/field";
import { TextField } from "../ui/text-field";
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactMessage,
  type ContactProblems,
  checkContactMessage,
  contactHref,
  readContactMessage,
} from "./contact-message";
import { ContactReady } from "./contact-ready";

/** What became of a message: it lacks something, or it is ready to be mailed. */
export type ContactResult = { message: ContactMessage; problems: ContactProblems };

interface ContactFormProps {
  /** The server's answer to a form that was posted without JavaScript. */
  posted: ContactResult | undefined;
}

/**
 * "Get in Touch". With JavaScript the message never leaves the page: it is checked here and handed to the visitor's own mail
 * program. Without, the server checks it, keeps nothing, and answers with the link and the text.
 */
export function ContactForm({ posted }: ContactFormProps) {
  const [checked, setChecked] = useState<ContactResult>();
  const [attempt, setAttempt] = useState(0);
  // The sentence on top goes with any edit, a field's mark when the field is right.
  const [isSummaryShown, setIsSummaryShown] = useState(true);

  const result = checked ?? posted;
  const problems = result?.problems ?? {};
  const failing = CONTACT_FIELDS.filter((field) => problems[field]);
  const first = failing[0] && problems[failing[0]];

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = readContactMessage(new FormData(event.currentTarget));
    const found = checkContactMessage(message);
    setChecked({ message, problems: found });
    setAttempt(attempt + 1);
    setIsSummaryShown(true);
    if (Object.keys(found).length === 0) window.location.assign(contactHref(message));
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    setIsSummaryShown(false);
    if (!result || failing.length === 0) return;
    const message = readContactMessage(new FormData(event.currentTarget));
    const still = checkContactMessage(message);
    // Only marks that stand already are looked at: nothing is found wrong while somebody types.
    const kept = Object.fromEntries(failing.flatMap((field) => (still[field] ? [[field, problems[field]]] : [])));
    setChecked({ message, problems: kept });
  };

  const field = (id: ContactField) => ({ id, error: problems[id], defaultValue: posted?.message[id] });
  const messageField = field("message");
  return (
    <>
      {first && isSummaryShown && (
        <ErrorSummary
          title={first}
          attempt={attempt}
          problems={failing.map((id) => ({ field: id, words: problems[id] ?? "" }))}
        />
      )}
      {result && !first && isSummaryShown && <ContactReady message={result.message} attempt={attempt} />}
      <Form method="post" action="/about#contact" className="form" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextField label="Full name" autoComplete="name" {...field("fullName")} />
        <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
        <TextField label="Subject" {...field("subject")} />
        <Field id="message" label="Message" error={messageField.error}>
          <textarea
            id="message"
            name="message"
            className="input"
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
