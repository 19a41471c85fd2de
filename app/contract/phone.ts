import { asciiDigits } from "./ascii-digits";
import { COUNTRY_CODES } from "./lists";

/** The code of the country that a form selects at first. */
export const DEFAULT_COUNTRY_CODE = COUNTRY_CODES[0].code;

/**
 * Converts a phone number to E.164 ("+919822055501").
 * Digits may be Devanagari. Spaces, dots, dashes, brackets, invisible characters and the trunk zero of a national number are removed. "00"
 * means "+". A number without a country code is taken as Indian. A country code that stands twice, as when it is both selected and typed,
 * counts once. For the countries on our list the number of digits must be right; for others, any length that E.164 allows is.
 * @returns null when it is not a phone number
 */
export function toE164(typed: string): string | null {
  const compact = normalizePhone(typed);
  if (!/^\+?\d+$/.test(compact)) return null;
  const candidate = compact.startsWith("+") ? compact : DEFAULT_COUNTRY_CODE + compact;
  const known = COUNTRY_CODES.find(({ code }) => candidate.startsWith(code));
  if (!known) return /^\+[1-9]\d{6,14}$/.test(candidate) ? candidate : null;
  const digits = candidate.slice(known.code.length);
  const bareCode = known.code.slice(1);
  // "91 98220 55501" without the plus is an Indian number with its code; ten digits starting with 91 are not.
  const hasCodeTwice = digits.length >= bareCode.length + known.digits && digits.startsWith(bareCode);
  const national = (hasCodeTwice ? digits.slice(bareCode.length) : digits).replace(/^0/, "");
  return national.length === known.digits && !national.startsWith("0") ? known.code + national : null;
}

/**
 * Converts digits to ASCII, and removes separators and invisible characters. Contact lists put invisible characters around a number. A leading
 * "00" becomes "+". The two zeros of "(0)020" do not: they are no country code.
 */
function normalizePhone(typed: string): string {
  const ascii = asciiDigits(typed);
  const compact = ascii.replace(/[\s().\-‐-―]/g, "");
  return /^[\s(]*00/.test(ascii) ? `+${compact.slice(2)}` : compact;
}

/**
 * Stands for a country that is not on our list: no country's code begins with a zero. A number is valid with it only when it was typed with
 * a code of its own.
 */
export const ANOTHER_COUNTRY = "+0";

/** The message for an invalid number: the format of its country, which is India for a number without a code. */
export function phoneMessage(typed: string): string {
  const compact = normalizePhone(typed);
  const known = COUNTRY_CODES.find(({ code }) => compact.startsWith(code));
  if (!known && compact.startsWith("+"))
    return "Enter the whole phone number with its country code, like +44 20 7946 0018";
  const { code, country, digits, example } = known ?? COUNTRY_CODES[0];
  return `Enter a phone number with ${digits} digits after ${code} (${country}), like ${example}`;
}

/** A phone number as the two fields of a form have it. */
export interface PhoneParts {
  /** The country code, or `ANOTHER_COUNTRY`; "" when the form does not have the field. */
  code: string;
  /** Without the country code, unless it was typed with one. */
  number: string;
}

/** Puts the selected country code before a number, unless the number was typed with a code. */
export function withCountryCode(code: string, typed: string): string {
  const phone = typed.trim();
  // `toE164` adds the default code itself.
  if (phone === "" || code === "" || code === DEFAULT_COUNTRY_CODE) return phone;
  return normalizePhone(phone).startsWith("+") ? phone : `${code} ${phone}`;
}
