import { COUNTRY_CODES } from "./lists";

/**
 * A phone number as people write it, in E.164 ("+919822055501"), or null when it cannot be one.
 * Spaces, dots, dashes and brackets are dropped; "00" counts as "+"; without a country code +91 is assumed,
 * and the trunk zero of a national number goes. A country that is not offered takes what E.164 allows.
 */
export function toE164(typed: string): string | null {
  const compact = typed.normalize("NFKC").replace(/[\s().\-‐-―]/g, "");
  if (!/^(\+|00)?\d+$/.test(compact)) return null;
  const international = compact.startsWith("+") ? compact : compact.startsWith("00") ? `+${compact.slice(2)}` : null;
  const candidate = international ?? withAssumedCountry(compact);
  const known = COUNTRY_CODES.find(({ code }) => candidate.startsWith(code));
  if (!known) return /^\+[1-9]\d{6,14}$/.test(candidate) ? candidate : null;
  const national = candidate.slice(known.code.length).replace(/^0/, "");
  return national.length === known.digits && !national.startsWith("0") ? known.code + national : null;
}

/** How to write a number that was not understood, by the country whose code it has, or else the one that is assumed. */
export function phoneMessage(typed: string): string {
  const compact = typed.trim().replace(/^00/, "+");
  const { code, country, digits, example } =
    COUNTRY_CODES.find((known) => compact.startsWith(known.code)) ?? COUNTRY_CODES[0];
  return `Enter a phone number with ${digits} digits after ${code} (${country}), like ${example}`;
}

/** A number as it was typed, with the country code that was chosen beside it; one that has a code keeps its own. */
export function withCountryCode(code: string, typed: string): string {
  const phone = typed.trim();
  // The first code is the one that `toE164` assumes.
  if (phone === "" || /^(\+|00)/.test(phone) || code === "" || code === COUNTRY_CODES[0].code) return phone;
  return `${code} ${phone}`;
}

function withAssumedCountry(digits: string): string {
  const { code } = COUNTRY_CODES[0];
  const bare = code.slice(1);
  // "91 98220 55501" without the plus is an Indian number with its code; ten digits starting with 91 are not.
  if (digits.length === bare.length + 10 && digits.startsWith(bare)) return `+${digits}`;
  return code + digits;
}
