import type { Fail } from "./form-schema";
import { EMAIL_MAX } from "./limits";
import { FIELD_MESSAGES, MESSAGES } from "./messages";

const LOCAL_MAX = 64;
/** What may be between the dots of a local part (RFC 5322, 3.2.3), and of a domain (RFC 1035, 2.3.1). */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** True for an e-mail address that Appwrite accepts: in ASCII, without quotes, with a domain that has a dot. */
export function isEmail(value: string): boolean {
  const [local = "", domain = "", ...rest] = value.split("@");
  const labels = domain.split(".");
  const isLocalPart = local.length <= LOCAL_MAX && local.split(".").every((atom) => ATOM.test(atom));
  const isDomain =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
  return rest.length === 0 && isLocalPart && isDomain;
}

/** An e-mail as it was meant: without the spaces around it, and without characters that cannot be seen, which come along with a paste. */
export function cleanEmail(typed: string): string {
  return typed.replace(/\p{Cf}/gu, "").trim();
}

/** True when two e-mail addresses differ only in case or surrounding spaces: mail servers treat them as one. */
export function isSameEmail(a: string, b: string): boolean {
  return cleanEmail(a).toLowerCase() === cleanEmail(b).toLowerCase();
}

/** The rules for an e-mail. @returns the clean e-mail */
export function parseEmail(typed: string, fail: Fail<"email">): string {
  const email = cleanEmail(typed);
  if (email === "") fail("email", FIELD_MESSAGES.email);
  if (!isEmail(email) || email.length > EMAIL_MAX) fail("email", MESSAGES.email);
  return email;
}
