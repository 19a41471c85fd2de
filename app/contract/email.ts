import type { Fail } from "./form-schema";
import { EMAIL_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";

/** True when Appwrite would take this as an e-mail address: something, one "@", a dotted domain, no spaces. */
export function isEmail(value: string): boolean {
  return /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(value);
}

/** True when two addresses are one to a mail server of today. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The rules on an address alone. @returns it without the spaces around it */
export function parseEmail(typed: string, fail: Fail<"email">): string {
  const email = typed.trim();
  if (email === "") fail("email", FIELD_MESSAGES.email);
  if (!isEmail(email) || email.length > EMAIL_MAX) fail("email", MESSAGES.email);
  return email;
}
