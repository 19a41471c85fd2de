// What a change makes of a profile is held to the rules that it had to pass at sign-up.
import { DEGREES_WITH_FIELDS } from "./lists";
import type { SignUpValues } from "./sign-up-fields";
import { checkSignUp, type SignUpProblems } from "./sign-up-rules";

/** The fields that depend on one another; a change to any of them has all of them checked. */
const STUDENT_FIELDS = ["dob", "educationLevel", "subLevel", "majorField", "college", "guardianAgree"] as const;

/** What only students have, and what only the other roles have. A file is not among it: it stays until its owner replaces or deletes it. */
const FIELDS_OF_STUDENTS: readonly string[] = STUDENT_FIELDS;
const FIELDS_OF_OTHERS: readonly string[] = ["companyUrl"];

type Facts = Readonly<Record<string, unknown>>;

/**
 * What a change comes to. As at sign-up, fields of another role are dropped, and a degree without fields of study has none: what
 * stands of them is emptied when the role or the degree changes.
 * @param before the profile as it stands; null when there is none.
 */
export function settleProfileChange<T extends Facts>(before: Facts | null, changes: T): T {
  const settled: Record<string, unknown> = { ...changes };
  const role = changes.role ?? before?.role;
  if (typeof role !== "string") return changes;
  for (const field of role === "Student" ? FIELDS_OF_OTHERS : FIELDS_OF_STUDENTS) {
    if (settled[field]) delete settled[field];
    const isLeftOver = role !== before?.role && before?.[field];
    if (isLeftOver && !(field in settled)) settled[field] = null;
  }
  const after = { ...before, ...settled };
  if ("subLevel" in settled && after.majorField && !DEGREES_WITH_FIELDS.includes(String(after.subLevel))) {
    settled.majorField = null;
  }
  return settled as T;
}

/**
 * Checks what a student's profile becomes by a change. A change that touches none of its fields passes, so that a profile
 * from before a rule can still be changed elsewhere.
 * @param before the profile as it stands; null when there is none.
 * @returns null when it may be written; otherwise the sentence of the first problem, and every failing field's words.
 */
export function checkProfileChange(before: Facts | null, changes: Facts, today: Date): SignUpProblems | null {
  if (![...STUDENT_FIELDS, "role"].some((field) => field in changes)) return null;
  const after = { ...before, ...changes };
  if (after.role !== "Student") return null;
  const text = (field: string) => (typeof after[field] === "string" ? after[field] : "");
  const values: SignUpValues = {
    role: "Student",
    dob: text("dob"),
    educationLevel: text("educationLevel"),
    subLevel: text("subLevel"),
    majorField: text("majorField"),
    college: text("college"),
    guardianAgree: after.guardianAgree === true,
    ...OTHERS,
  };
  const problems = checkSignUp(values, today)?.fields ?? {};
  const failing = STUDENT_FIELDS.flatMap((field) => (problems[field] ? [[field, problems[field]] as const] : []));
  return failing[0] ? { message: failing[0][1], fields: Object.fromEntries(failing) } : null;
}

/** What belongs to the account, or is right by the schema: not looked at here. */
const OTHERS = {
  name: "",
  email: "",
  phone: "",
  location: "",
  companyUrl: "",
  password: "",
  confirmPassword: "",
  agree: true,
};
