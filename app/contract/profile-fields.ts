// The fields that the sign-up form and the profile form share, with their rules. `check…` functions only report errors; `parse…`
// functions also return the values for the profile document.
import { ageOn, needsGuardian } from "./age";
import type { Fail } from "./form-schema";
import { COLLEGE_MAX, COMPANY_URL_MAX } from "./limits";
import {
  DEGREES_WITH_FIELDS,
  degreesOf,
  EDUCATION_LEVELS,
  FIELDS_OF_STUDY,
  LOCATIONS,
  type Location,
  ROLES,
  type Role,
} from "./lists";
import { FIELD_MESSAGES, MESSAGES, tooLongMessage } from "./messages";
import { plainLine } from "./plain-line";
import { toWebAddress } from "./web-address";

/** The text fields of the profile form, in the order in which the page shows them. */
export const PROFILE_TEXT_FIELDS = [
  "role",
  "location",
  "dob",
  "educationLevel",
  "subLevel",
  "majorField",
  "college",
  "companyUrl",
] as const;
export type ProfileTextField = (typeof PROFILE_TEXT_FIELDS)[number];

/** The values of the form: texts as typed ("" when empty), and the checkbox. */
export type ProfileValues = Record<ProfileTextField, string> & { guardianAgree: boolean };
export type ProfileField = keyof ProfileValues;
type ProfileFail = Fail<ProfileField>;

/**
 * The roles that have a field: every role, students, or all others. A change of role empties what the new role does not have, and the
 * profile form saves a field of a role together with the role.
 */
const FIELD_ROLES = {
  location: "every",
  dob: "student",
  educationLevel: "student",
  subLevel: "student",
  majorField: "student",
  college: "student",
  guardianAgree: "student",
  companyUrl: "other",
} as const satisfies Record<Exclude<ProfileField, "role">, "every" | "student" | "other">;
type FieldRoles = typeof FIELD_ROLES;
export type RoleField = keyof FieldRoles;

/** The fields that every role has, or students, or all other roles. */
export function fieldsOf(roles: FieldRoles[RoleField]): RoleField[] {
  return (Object.keys(FIELD_ROLES) as RoleField[]).filter((field) => FIELD_ROLES[field] === roles);
}

/** The answers as the profile document stores them. Empty answers, and those that the role is not asked for, are omitted. */
export interface ProfileAnswers {
  role: Role;
  location: Location;
  /** "2005-08-14" */
  dob?: string;
  educationLevel?: string;
  subLevel?: string;
  majorField?: string;
  college?: string;
  /** Present when the student is under 18. */
  guardianAgree?: true;
  /** With its scheme. */
  companyUrl?: string;
}

/** True for a field without any visible character. */
export const isBlank = (typed: string) => plainLine(typed) === "";

/** The required fields of students (the specification, point 5, rules 3 and 4). */
export function checkStudentRequired(values: ProfileValues, fail: ProfileFail): void {
  for (const field of ["dob", "educationLevel", "subLevel", "college"] as const) {
    if (isBlank(values[field])) fail(field, MESSAGES.student, FIELD_MESSAGES[field]);
  }
  const needsFieldOfStudy = DEGREES_WITH_FIELDS.includes(values.subLevel);
  if (needsFieldOfStudy && !isOneOf(FIELDS_OF_STUDY, values.majorField)) fail("majorField", MESSAGES.field);
}

/** The rule for the consent of a parent or guardian. */
export function checkGuardian(values: ProfileValues, today: Date, fail: ProfileFail): void {
  if (needsGuardian(values, today) && !values.guardianAgree) fail("guardianAgree", MESSAGES.guardian);
}

/** Parses the answers that only students are asked for. */
export function parseStudent(values: ProfileValues, today: Date, fail: ProfileFail) {
  const { dob, educationLevel, subLevel, majorField } = values;
  if (ageOn(today, dob) === null) fail("dob", MESSAGES.dob);
  if (!isOneOf(EDUCATION_LEVELS, educationLevel)) {
    fail("educationLevel", MESSAGES.choice, FIELD_MESSAGES.educationLevel);
  }
  if (!degreesOf(educationLevel).includes(subLevel)) fail("subLevel", MESSAGES.choice, FIELD_MESSAGES.subLevel);
  return {
    dob,
    educationLevel,
    subLevel,
    ...(DEGREES_WITH_FIELDS.includes(subLevel) && { majorField }),
    college: plainLine(values.college),
    ...(needsGuardian(values, today) && { guardianAgree: true as const }),
  };
}

/** Parses the answer that only the other roles are asked for. */
function parseCompany({ companyUrl }: ProfileValues, fail: ProfileFail) {
  if (isBlank(companyUrl)) return {};
  const address: string =
    toWebAddress(companyUrl) ?? fail("companyUrl", MESSAGES.url, "Enter a web address like https://example.in");
  return { companyUrl: address };
}

/**
 * Parses all answers of a profile, with the rules that are not in point 5 of the specification. Required fields and consent have rules of
 * their own, which come earlier: see `checkStudentRequired` and `checkGuardian`.
 */
export function parseProfileAnswers(values: ProfileValues, today: Date, fail: ProfileFail): ProfileAnswers {
  const isStudent = values.role === "Student";
  const roleAnswers = isStudent ? parseStudent(values, today, fail) : parseCompany(values, fail);
  const answers: ProfileAnswers = {
    role: parseOption(ROLES, values.role) ?? fail("role", MESSAGES.choice, FIELD_MESSAGES.role),
    location: parseOption(LOCATIONS, values.location) ?? fail("location", MESSAGES.choice, FIELD_MESSAGES.location),
    ...roleAnswers,
  };
  const [field, max] = isStudent ? (["college", COLLEGE_MAX] as const) : (["companyUrl", COMPANY_URL_MAX] as const);
  checkLength(field, answers[field], max, fail);
  return answers;
}

/** The rule for the length of an answer. @param max what the backend can store, in characters */
export function checkLength<Field extends string>(
  field: Field,
  answer: string | undefined,
  max: number,
  fail: Fail<Field>,
): void {
  if (answer !== undefined && answer.length > max) fail(field, MESSAGES.tooLong, tooLongMessage(max));
}

function isOneOf(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

function parseOption<Value extends string>(list: readonly Value[], value: string): Value | undefined {
  return list.find((option) => option === value);
}
