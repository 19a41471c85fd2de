// The message of the contact form: its check, and the mail it becomes. Nothing of it is stored or sent on by us.
import { BRAND } from "../../content/brand";

/** The form's fields, in its order. */
export const CONTACT_FIELDS = ["fullName", "email", "subject", "message"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactMessage = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

const MISSING: ContactMessage = {
  fullName: "Please enter your full name",
  email: "Please enter your email address",
  subject: "Please enter a subject",
  message: "Please write your message",
};
/** What a mail program still takes from a link, and a person still reads; in characters. */
const MAX_LENGTHS: Record<ContactField, number> = { fullName: 128, email: 254, subject: 200, message: 5000 };
const EMAIL_WITHOUT_AT = "Please enter a valid email address";

/** Reads the form. A field that is missing, or is a file, is empty. */
export function readContactMessage(form: FormData): ContactMessage {
  const read = (field: ContactField) => {
    const value = form.get(field);
    return typeof value === "string" ? value.trim() : "";
  };
  return { fullName: read("fullName"), email: read("email"), subject: read("subject"), message: read("message") };
}

/** What is wrong, one sentence a field; empty when the message is ready. An address needs an "@" and no more: the visitor's own mail program sends it. */
export function contactErrors(message: ContactMessage): ContactErrors {
  const errors: ContactErrors = {};
  for (const field of CONTACT_FIELDS) {
    const max = MAX_LENGTHS[field];
    if (message[field] === "") errors[field] = MISSING[field];
    else if (message[field].length > max) errors[field] = `Please use at most ${max} characters`;
  }
  if (!errors.email && !message.email.includes("@")) errors.email = EMAIL_WITHOUT_AT;
  return errors;
}

/** The mail's text: the message, then who wrote it. */
function mailBody({ fullName, email, message }: ContactMessage): string {
  return `${message}\n\n${fullName}\n${email}`;
}

/** The mail as a link that opens the visitor's own mail program (RFC 6068: lines end with CRLF). */
export function contactHref(message: ContactMessage): string {
  const body = mailBody(message).replace(/\r?\n/g, "\r\n");
  return `mailto:${BRAND.email}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(body)}`;
}

/** The mail as text to copy, for those who have no mail program. */
export function contactText(message: ContactMessage): string {
  return `To: ${BRAND.email}\nSubject: ${message.subject}\n\n${mailBody(message)}`;
}
