// The answers that sign-up and the profile form both ask for: their rules, and what the profile document keeps of them.
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

/** What the form holds: text as typed ("" when empty), and the box. */
export type ProfileValues = Record<ProfileTextField, string> & { guardianAgree: boolean };
export type ProfileField = keyof ProfileValues;
type ProfileFail = Fail<ProfileField>;

/** The answers as the profile document keeps them. What a role is not asked for is left out, and so is what is empty. */
export interface ProfileAnswers {
  role: Role;
  location: Location;
  /** "2005-08-14" */
  dob?: string;
  educationLevel?: string;
  subLevel?: string;
  majorField?: string;
  college?: string;
  /** True where the date of birth asks for a guardian's consent. */
  guardianAgree?: true;
  /** With its scheme. */
  companyUrl?: string;
}

/** True for a field that nobody has filled in, spaces and characters that cannot be seen aside. */
export const isEmpty = (typed: string) => plainLine(typed) === "";

/** The rules on what students must fill in (the specification, point 5, rules 3 and 4). */
export function checkStudentRequired(values: ProfileValues, fail: ProfileFail): void {
  for (const field of ["dob", "educationLevel", "subLevel", "college"] as const) {
    if (isEmpty(values[field])) fail(field, MESSAGES.student, FIELD_MESSAGES[field]);
  }
  const isFieldAsked = DEGREES_WITH_FIELDS.includes(values.subLevel);
  if (isFieldAsked && !isOneOf(FIELDS_OF_STUDY, values.majorField)) fail("majorField", MESSAGES.field);
}

/** The rule on the consent of a parent or guardian. */
export function checkGuardian(values: ProfileValues, today: Date, fail: ProfileFail): void {
  if (needsGuardian(values, today) && !values.guardianAgree) fail("guardianAgree", MESSAGES.guardian);
}

/** A student's answers. */
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

/** What the other roles are asked for. */
function parseCompany({ companyUrl }: ProfileValues, fail: ProfileFail) {
  if (companyUrl.trim() === "") return {};
  const address = toWebAddress(companyUrl);
  return { companyUrl: address ?? fail("companyUrl", MESSAGES.url, "Enter a web address like https://example.in") };
}

/** The rules of the profile's own answers that the specification leaves to the backend, in the order in which people are told. */
export function parseProfileAnswers(values: ProfileValues, today: Date, fail: ProfileFail): ProfileAnswers {
  const isStudent = values.role === "Student";
  const ofRole = isStudent ? parseStudent(values, today, fail) : parseCompany(values, fail);
  const answers: ProfileAnswers = {
    role: oneOf(ROLES, values.role) ?? fail("role", MESSAGES.choice, FIELD_MESSAGES.role),
    location: oneOf(LOCATIONS, values.location) ?? fail("location", MESSAGES.choice, FIELD_MESSAGES.location),
    ...ofRole,
  };
  const [field, max] = isStudent ? (["college", COLLEGE_MAX] as const) : (["companyUrl", COMPANY_URL_MAX] as const);
  checkLength(field, answers[field], max, fail);
  return answers;
}

/** The rule on how long an answer may be: what the backend can keep, in characters. */
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

function oneOf<Value extends string>(list: readonly Value[], value: string): Value | undefined {
  return list.find((known) => known === value);
}
