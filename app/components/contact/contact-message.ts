// The message of the contact form: validation, and the mail to send. The site neither stores nor sends it.
import { BRAND } from "../../content/brand";

/** The fields, in the order of the form. */
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
/** Limits in characters, so that mail programs accept the `mailto:` link. */
const MAX_LENGTHS: Record<ContactField, number> = { fullName: 128, email: 254, subject: 200, message: 5000 };
const EMAIL_WITHOUT_AT = "Please enter a valid email address";

/** Reads the form. A field that is missing or a file becomes "". */
export function readContactMessage(form: FormData): ContactMessage {
  const read = (field: ContactField) => {
    const value = form.get(field);
    return typeof value === "string" ? value.trim() : "";
  };
  return { fullName: read("fullName"), email: read("email"), subject: read("subject"), message: read("message") };
}

/**
 * One error message per invalid field; `{}` for a valid message. The e-mail needs only an "@": it is merely quoted in the mail, which
 * the visitor's own mail program sends.
 */
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

/** The mail's body: the message, then the sender. */
function mailBody({ fullName, email, message }: ContactMessage): string {
  return `${message}\n\n${fullName}\n${email}`;
}

/** The mail as a `mailto:` link (RFC 6068: lines end with CRLF). */
export function contactHref(message: ContactMessage): string {
  const body = mailBody(message).replace(/\r?\n/g, "\r\n");
  return `mailto:${BRAND.email}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(body)}`;
}

/** The mail as text to copy, for visitors without a mail program. */
export function contactText(message: ContactMessage): string {
  return `To: ${BRAND.email}\nSubject: ${message.subject}\n\n${mailBody(message)}`;
}
