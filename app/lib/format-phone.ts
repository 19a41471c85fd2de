// Formats phone numbers. The spaces in a country's example show how its numbers are grouped.
import { COUNTRY_CODES } from "../contract/lists";
import { capitalizedNumber } from "./number-in-words";

/** The hint of a phone field: "Ten digits, like 98220 55501." An unknown country code means India. */
export function phoneHint(code: string): string {
  const { digits, example } = COUNTRY_CODES.find((country) => country.code === code) ?? COUNTRY_CODES[0];
  return `${capitalizedNumber(digits)} digits, like ${example}.`;
}

/** A number in E.164, grouped: "+91 98220 55502". Numbers of countries that are not in our list stay unchanged. */
export function formatPhone(e164: string): string {
  const country = COUNTRY_CODES.find(({ code }) => e164.startsWith(code));
  if (!country) return e164;
  const parts: string[] = [country.code];
  let rest = e164.slice(country.code.length);
  for (const { length } of country.example.split(" ")) {
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...parts, rest].filter(Boolean).join(" ");
}
