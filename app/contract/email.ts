import type { Fail } from "./form-schema";
import { EMAIL_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";

/** True for an e-mail address that Appwrite accepts: a local part, one "@" and a domain with a dot, without spaces. */
export function isEmail(value: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(value);
}

/** True when two e-mail addresses differ only in case or surrounding spaces: mail servers treat them as one. */
export function isSameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The rules for an e-mail. @returns the e-mail without surrounding spaces */
export function parseEmail(typed: string, fail: Fail<"email">): string {
  const email = typed.trim();
  if (email === "") fail("email", FIELD_MESSAGES.email);
  if (!isEmail(email) || email.length > EMAIL_MAX) fail("email", MESSAGES.email);
  return email;
}
