import { type PhoneParts, withCountryCode } from "../contract/phone";
import { PHONE_FIELDS } from "./phone-fields";
import { readText } from "./read-text";

/** Both fields, as they were filled in. */
export function readPhoneParts(form: FormData): PhoneParts {
  return { code: readText(form, PHONE_FIELDS.code), number: readText(form, PHONE_FIELDS.number) };
}

/** The phone number, with the chosen country code in front unless it was typed with one. */
export function readPhone(form: FormData): string {
  const { code, number } = readPhoneParts(form);
  return withCountryCode(code, number);
}
