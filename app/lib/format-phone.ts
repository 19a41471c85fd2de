// Phone numbers as people read them. The example of each country code shows how its numbers are grouped.
import { COUNTRY_CODES } from "../contract/lists";
import { capitalizedNumber } from "./number-in-words";

const byCode = (code: string) => COUNTRY_CODES.find((country) => country.code === code) ?? COUNTRY_CODES[0];

/** What to type for the country code that is chosen: "Ten digits, like 98220 55501." */
export function phoneHint(code: string): string {
  const { digits, example } = byCode(code);
  return `${capitalizedNumber(digits)} digits, like ${example}.`;
}

/** A number in E.164, grouped for reading: "+91 98220 55502". One of another country stays as it is. */
export function formatPhone(e164: string): string {
  const known = COUNTRY_CODES.find(({ code }) => e164.startsWith(code));
  if (!known) return e164;
  const parts: string[] = [known.code];
  let rest = e164.slice(known.code.length);
  for (const { length } of known.example.split(" ")) {
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...parts, rest].filter(Boolean).join(" ");
}
