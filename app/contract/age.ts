import { ADULT_AGE } from "./limits";

/**
 * The age in whole years.
 * @param dob the date of birth in the format of a date input, "2005-08-14"
 * @returns null when `dob` is not a real date, is before 1900 or is in the future
 */
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

/** True for a student under 18, whose parent or guardian must agree too. */
export function needsGuardian({ role, dob }: { role: string; dob: string }, today: Date): boolean {
  const age = role === "Student" ? ageOn(today, dob) : null;
  return age !== null && age < ADULT_AGE;
}
