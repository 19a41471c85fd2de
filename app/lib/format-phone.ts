// Formats phone numbers. The spaces in a country's example show how its numbers are grouped.
import { COUNTRY_CODES } from "../contract/lists";
import { ANOTHER_COUNTRY, DEFAULT_COUNTRY_CODE, type PhoneParts } from "../contract/phone";
import { capitalizedNumber } from "./number-in-words";

/** The hint of a phone field: "Ten digits, like 98220 55501." */
export function phoneHint(code: string): string {
  const country = COUNTRY_CODES.find((known) => known.code === code);
  if (!country) return "With its country code, like +44 20 7946 0018.";
  return `${capitalizedNumber(country.digits)} digits, like ${country.example}.`;
}

/** A number in E.164, grouped: "+91 98220 55502". Numbers of countries that are not in our list stay unchanged. */
export function formatPhone(e164: string): string {
  const { code, number } = splitPhone(e164);
  return code === ANOTHER_COUNTRY ? number : `${code} ${number}`;
}

/** Splits a number in E.164 for the two fields of a form, the second one grouped. An empty number has the country India. */
export function splitPhone(e164: string): PhoneParts {
  if (e164 === "") return { code: DEFAULT_COUNTRY_CODE, number: "" };
  const country = COUNTRY_CODES.find(({ code }) => e164.startsWith(code));
  if (!country) return { code: ANOTHER_COUNTRY, number: e164 };
  const groups: string[] = [];
  let rest = e164.slice(country.code.length);
  for (const { length } of country.example.split(" ")) {
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return { code: country.code, number: [...groups, rest].filter(Boolean).join(" ") };
}
