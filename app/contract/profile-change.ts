// Changes to a profile, for PATCH /profile. A change has only some of the fields, so the rules are checked on the profile that results.
import { collectErrors, type FormErrors } from "./form-schema";
import { DEGREES_WITH_FIELDS } from "./lists";
import {
  checkGuardian,
  checkStudentRequired,
  fieldsOf,
  PROFILE_TEXT_FIELDS,
  type ProfileField,
  type ProfileValues,
  parseStudent,
} from "./profile-fields";

/** Their rules depend on one another, so a change to one of them checks all of them. */
const STUDENT_FIELDS = fieldsOf("student");
const OTHER_FIELDS = fieldsOf("other");

type Fields = Readonly<Record<string, unknown>>;

/**
 * Adjusts a change to the role and the degree, as sign-up does. Fields that the role does not have are removed from the change. When the
 * role or the degree changes, stored values that no longer apply are set to null. The file is never affected: it stays until its owner
 * replaces or deletes it.
 * @param before the stored profile; null when there is none
 */
export function completeProfileChange<T extends Fields>(before: Fields | null, changes: T): T {
  const complete: Record<string, unknown> = { ...changes };
  const role = changes.role ?? before?.role;
  if (typeof role !== "string") return changes;
  for (const field of role === "Student" ? OTHER_FIELDS : STUDENT_FIELDS) {
    if (complete[field]) delete complete[field];
    const isObsolete = role !== before?.role && before?.[field];
    if (isObsolete && !(field in complete)) complete[field] = null;
  }
  const after = { ...before, ...complete };
  if ("subLevel" in complete && after.majorField && !DEGREES_WITH_FIELDS.includes(String(after.subLevel))) {
    complete.majorField = null;
  }
  return complete as T;
}

/**
 * Checks a student's profile as it would be after a change. A change without student fields always passes: an old profile that breaks a
 * newer rule can still be changed elsewhere.
 * @param before the stored profile; null when there is none
 * @returns null when the change is valid; otherwise the messages of the fields, with the first of them as the form's message
 */
export function checkProfileChange(before: Fields | null, changes: Fields): FormErrors<ProfileField> | null {
  if (![...STUDENT_FIELDS, "role"].some((field) => field in changes)) return null;
  const after = { ...before, ...changes };
  if (after.role !== "Student") return null;
  const text = PROFILE_TEXT_FIELDS.map((field) => [field, typeof after[field] === "string" ? after[field] : ""]);
  const values = { ...Object.fromEntries(text), guardianAgree: after.guardianAgree === true } as ProfileValues;
  const today = new Date();
  const errors = collectErrors<ProfileField>((fail) => {
    checkStudentRequired(values, fail);
    checkGuardian(values, today, fail);
    parseStudent(values, today, fail);
  });
  const [first] = STUDENT_FIELDS.flatMap((field) => errors?.fields[field] ?? []);
  return errors && first ? { message: first, fields: errors.fields } : null;
}
