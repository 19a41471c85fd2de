// What a change makes of a profile is held to the rules that it had to pass at sign-up.
import { collectErrors, type FormErrors } from "./form-schema";
import { DEGREES_WITH_FIELDS } from "./lists";
import {
  checkGuardian,
  checkStudentRequired,
  type ProfileField,
  type ProfileValues,
  parseStudent,
} from "./profile-fields";

/** The fields that depend on one another; a change to any of them has all of them checked. */
const STUDENT_FIELDS = ["dob", "educationLevel", "subLevel", "majorField", "college", "guardianAgree"] as const;

/** What only students have, and what only the other roles have. A file is not among it: it stays until its owner replaces or deletes it. */
const FIELDS_OF_STUDENTS: readonly string[] = STUDENT_FIELDS;
const FIELDS_OF_OTHERS: readonly string[] = ["companyUrl"];

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a change comes to. As at sign-up, fields of another role are dropped, and a degree without fields of study has none: what
 * the profile says there is emptied when the role or the degree changes.
 * @param before the profile as it is; null when there is none
 */
export function completeProfileChange<T extends Fields>(before: Fields | null, changes: T): T {
  const complete: Record<string, unknown> = { ...changes };
  const role = changes.role ?? before?.role;
  if (typeof role !== "string") return changes;
  for (const field of role === "Student" ? FIELDS_OF_OTHERS : FIELDS_OF_STUDENTS) {
    if (complete[field]) delete complete[field];
    const isLeftOver = role !== before?.role && before?.[field];
    if (isLeftOver && !(field in complete)) complete[field] = null;
  }
  const after = { ...before, ...complete };
  if ("subLevel" in complete && after.majorField && !DEGREES_WITH_FIELDS.includes(String(after.subLevel))) {
    complete.majorField = null;
  }
  return complete as T;
}

/**
 * Checks what a student's profile becomes by a change. A change that touches none of a student's fields passes, so that a profile
 * that is older than a rule can still be changed elsewhere.
 * @param before the profile as it is; null when there is none
 * @returns null when it may be written; otherwise the first field's message, and every failing field's
 */
export function checkProfileChange(before: Fields | null, changes: Fields): FormErrors<ProfileField> | null {
  if (![...STUDENT_FIELDS, "role"].some((field) => field in changes)) return null;
  const after = { ...before, ...changes };
  if (after.role !== "Student") return null;
  const text = (field: string) => (typeof after[field] === "string" ? after[field] : "");
  const values: ProfileValues = {
    role: "Student",
    location: text("location"),
    dob: text("dob"),
    educationLevel: text("educationLevel"),
    subLevel: text("subLevel"),
    majorField: text("majorField"),
    college: text("college"),
    companyUrl: "",
    guardianAgree: after.guardianAgree === true,
  };
  const today = new Date();
  const errors = collectErrors<ProfileField>((fail) => {
    checkStudentRequired(values, fail);
    checkGuardian(values, today, fail);
    parseStudent(values, today, fail);
  });
  const [first] = STUDENT_FIELDS.flatMap((field) => errors?.fields[field] ?? []);
  return errors && first ? { message: first, fields: errors.fields } : null;
}
