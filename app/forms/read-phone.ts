import { type PhoneParts, withCountryCode } from "../contract/phone";
import { readText } from "./read-text";

/** The names of the fields of a phone number. */
export const PHONE_FIELDS = { code: "phoneCode", number: "phone" } as const;

/** Both fields, as they were filled in. */
export function readPhoneParts(form: FormData): PhoneParts {
  return { code: readText(form, PHONE_FIELDS.code), number: readText(form, PHONE_FIELDS.number) };
}

/** The phone number, with the chosen country code in front unless it was typed with one. */
export function readPhone(form: FormData): string {
  const { code, number } = readPhoneParts(form);
  return withCountryCode(code, number);
}
