// What the sign-up form holds, and what the page must know of it while it is filled in; `sign-up-rules.ts` says what is wrong.
import { ADULT_AGE } from "./limits";

/** Every text field of the form, in the order in which the page shows them. */
export const SIGN_UP_TEXT_FIELDS = [
  "role",
  "name",
  "email",
  "phone",
  "location",
  "dob",
  "educationLevel",
  "subLevel",
  "majorField",
  "college",
  "companyUrl",
  "password",
  "confirmPassword",
] as const;
export type SignUpTextField = (typeof SIGN_UP_TEXT_FIELDS)[number];
export type SignUpField = SignUpTextField | "agree" | "guardianAgree";

/** What the form holds: text as typed ("" when empty), and the two boxes. */
export type SignUpValues = Record<SignUpTextField, string> & { agree: boolean; guardianAgree: boolean };

/** Said where a deployment wants the address proven first (the specification, point 5, rule 2). */
export const UNVERIFIED = "Please verify your email to complete the signup process.";

/** The age in whole years on a day, from a date of birth as the date field gives it ("2005-08-14"); null when it is no real past date. */
export function ageOn(today: Date, dob: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dob);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const born = new Date(Date.UTC(year, month - 1, day));
  if (born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day || born > today || year < 1900) return null;
  const hadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** True when this form must also carry a guardian's consent. */
export function needsGuardian(values: Pick<SignUpValues, "role" | "dob">, today: Date): boolean {
  const age = values.role === "Student" ? ageOn(today, values.dob) : null;
  return age !== null && age < ADULT_AGE;
}

/** True when two addresses are one to a mail server of today. */
export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
