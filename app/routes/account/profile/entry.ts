// The profile form: what it holds, what is wrong with it, and what it changes. Read the same way in the browser and by the action.
import type { Profile } from "../../../contract/account";
import { DEGREES_WITH_FIELDS } from "../../../contract/lists";
import { plainLine } from "../../../contract/plain-line";
import type { ProfilePatch } from "../../../contract/profile";
import { needsGuardian, SIGN_UP_TEXT_FIELDS, type SignUpTextField } from "../../../contract/sign-up-fields";
import { checkSignUp } from "../../../contract/sign-up-rules";
import type { Draft } from "../../../forms/draft";

/** The name that drafts of this form begin with; the member's id follows. */
export const PROFILE_DRAFT = "profile";

/** The name of the hidden field with what the form was filled with: only what differs from it is changed. */
export const LOADED = "loaded";

/** What sign-up asks and this form does not: answered, so that its rules pass. */
const SETTLED = {
  name: "-",
  email: "a@b.in",
  phone: "+919822055501",
  password: "--------",
  confirmPassword: "--------",
  agree: true,
};

type TextField = Exclude<SignUpTextField, keyof typeof SETTLED>;
const TEXT_FIELDS = SIGN_UP_TEXT_FIELDS.filter((field): field is TextField => !(field in SETTLED));

export type ProfileField = TextField | "guardianAgree";

/** The fields in the order of the page: whoever is asked for a guardian's consent is asked for no company. */
export const PAGE_ORDER: readonly ProfileField[] = [...TEXT_FIELDS, "guardianAgree"];

/** What the form holds: text as typed ("" when empty), and the box. */
export type ProfileValues = Record<TextField, string> & { guardianAgree: boolean };

export interface ProfileErrors {
  message: string;
  fields: Partial<Record<ProfileField, string>>;
}

/** What the action says about a form that changed nothing. */
export interface ProfileActionData {
  errors: ProfileErrors;
  values: ProfileValues;
  loaded: ProfileValues;
}

/** What a form is filled with. */
export function valuesOf(profile: Profile | null): ProfileValues {
  return toValues((field) => profile?.[field]);
}

export const EMPTY_VALUES = valuesOf(null);

export function readValues(form: FormData): ProfileValues {
  return { ...toValues((field) => form.get(field)), guardianAgree: form.has("guardianAgree") };
}

/** What the posted form had been filled with; nothing, when that cannot be told: then all of it counts as changed. */
export function readLoaded(form: FormData): ProfileValues {
  try {
    const loaded = JSON.parse(String(form.get(LOADED))) as Record<string, unknown> | null;
    return toValues((field) => loaded?.[field]);
  } catch (error) {
    console.warn("a profile form does not say what it was filled with", error);
    return EMPTY_VALUES;
  }
}

function toValues(answerTo: (field: ProfileField) => unknown): ProfileValues {
  const text = TEXT_FIELDS.map((field) => {
    const value = answerTo(field);
    return [field, typeof value === "string" ? value : ""];
  });
  return { ...Object.fromEntries(text), guardianAgree: answerTo("guardianAgree") === true };
}

/** Checks the form by the rules of sign-up. @returns null when it may be saved */
export function checkProfile(values: ProfileValues, today: Date): ProfileErrors | null {
  return checkSignUp({ ...SETTLED, ...values }, today);
}

/** What was typed and is not saved yet. */
export function draftOf(values: ProfileValues, loaded: ProfileValues): Draft {
  return Object.fromEntries(PAGE_ORDER.flatMap((f) => (values[f] === loaded[f] ? [] : [[f, values[f]]])));
}

/**
 * The changes that a form which passed the rules asks for. Answers that depend on one another go together, and those of a role
 * never without the role: another tab may have changed the rest meanwhile.
 */
export function changesOf(values: ProfileValues, loaded: ProfileValues, today: Date): ProfilePatch {
  const isNewRole = values.role !== loaded.role;
  const now = stored(values, today);
  const was = isNewRole ? null : stored(loaded, today);
  const ofRole: Record<string, unknown> = {};
  for (const group of values.role === "Student" ? STUDENT_GROUPS : OTHER_GROUPS) {
    if (was && group.every((field) => now[field] === was[field])) continue;
    for (const field of group) ofRole[field] = now[field];
  }
  if (ofRole.guardianAgree === null) delete ofRole.guardianAgree;
  const isOfRole = isNewRole || Object.keys(ofRole).length > 0;
  return {
    ...(values.location === loaded.location ? {} : { location: values.location }),
    ...(isOfRole ? { role: values.role, ...ofRole } : {}),
  } as ProfilePatch;
}

const STUDENT_GROUPS = [["dob", "guardianAgree"], ["educationLevel", "subLevel", "majorField"], ["college"]] as const;
const OTHER_GROUPS = [["companyUrl"]] as const;

type StoredField = (typeof STUDENT_GROUPS | typeof OTHER_GROUPS)[number][number];

/** Answers as they are kept: what is empty, or not asked, is null. */
function stored(values: ProfileValues, today: Date): Record<StoredField, string | boolean | null> {
  const asksField = DEGREES_WITH_FIELDS.includes(values.subLevel);
  return {
    dob: values.dob || null,
    guardianAgree: needsGuardian(values, today) && values.guardianAgree ? true : null,
    educationLevel: values.educationLevel || null,
    subLevel: values.subLevel || null,
    majorField: (asksField && values.majorField) || null,
    college: plainLine(values.college) || null,
    companyUrl: values.companyUrl.trim() || null,
  };
}
