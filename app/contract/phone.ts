import { COUNTRY_CODES } from "./lists";

/** National digits after the country code; other countries take what E.164 allows. */
const NATIONAL_LENGTHS: Record<string, number> = { "+91": 10, "+233": 9, "+234": 10, "+256": 9 };

/**
 * A phone number as people write it, in E.164 ("+919822055501"), or null when it cannot be one.
 * Spaces, dots, dashes and brackets are dropped; "00" counts as "+"; without a country code +91 is assumed,
 * and the trunk zero of a national number goes.
 */
export function toE164(typed: string): string | null {
  const compact = typed.normalize("NFKC").replace(/[\s().\-‐-―]/g, "");
  if (!/^(\+|00)?\d+$/.test(compact)) return null;
  const international = compact.startsWith("+") ? compact : compact.startsWith("00") ? `+${compact.slice(2)}` : null;
  const candidate = international ?? withAssumedCountry(compact);
  const known = COUNTRY_CODES.find(({ code }) => candidate.startsWith(code));
  if (!known) return /^\+[1-9]\d{6,14}$/.test(candidate) ? candidate : null;
  const national = candidate.slice(known.code.length).replace(/^0/, "");
  return national.length === NATIONAL_LENGTHS[known.code] && !national.startsWith("0") ? known.code + national : null;
}

function withAssumedCountry(digits: string): string {
  const { code } = COUNTRY_CODES[0];
  const bare = code.slice(1);
  // "91 98220 55501" without the plus is an Indian number with its code; ten digits starting with 91 are not.
  if (digits.length === bare.length + 10 && digits.startsWith(bare)) return `+${digits}`;
  return code + digits;
}
