// The profile form: what it holds, what is wrong with it, and what it changes. Read the same way in the browser and by the action.
import type { Profile } from "../../../contract/account";
import { needsGuardian } from "../../../contract/age";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { ProfileFormSchema, type ProfilePatch } from "../../../contract/profile";
import {
  PROFILE_TEXT_FIELDS,
  type ProfileAnswers,
  type ProfileField,
  type ProfileValues,
} from "../../../contract/profile-fields";
import type { Draft } from "../../../forms/draft";

/** The name that drafts of this form begin with; the member's id follows. */
export const PROFILE_DRAFT = "profile";

/** The name of the hidden field with what the form was filled with: only what differs from it is changed. */
export const LOADED = "loaded";

/** The fields in the order of the page: whoever is asked for a guardian's consent is asked for no company. */
export const PAGE_ORDER: readonly ProfileField[] = [...PROFILE_TEXT_FIELDS, "guardianAgree"];

export type ProfileErrors = FormErrors<ProfileField>;

/** What the action answers about a form that changed nothing. */
export interface ProfileActionData {
  errors: ProfileErrors;
  values: ProfileValues;
  loaded: ProfileValues;
}

/** What a form is filled with. */
export function toProfileValues(profile: Profile | null): ProfileValues {
  return toValues((field) => profile?.[field]);
}

export const EMPTY_VALUES = toProfileValues(null);

export function readProfileForm(form: FormData): ProfileValues {
  return { ...toValues((field) => form.get(field)), guardianAgree: form.has("guardianAgree") };
}

/** What the posted form had been filled with; nothing, when that cannot be told: then all of it counts as changed. */
export function readLoadedValues(form: FormData): ProfileValues {
  try {
    const loaded = JSON.parse(String(form.get(LOADED))) as Record<string, unknown> | null;
    return toValues((field) => loaded?.[field]);
  } catch (error) {
    console.warn("a profile form does not say what it was filled with", error);
    return EMPTY_VALUES;
  }
}

function toValues(readValue: (field: ProfileField) => unknown): ProfileValues {
  const text = PROFILE_TEXT_FIELDS.map((field) => {
    const value = readValue(field);
    return [field, typeof value === "string" ? value : ""];
  });
  return { ...Object.fromEntries(text), guardianAgree: readValue("guardianAgree") === true };
}

/** What the rules say about the form; null when it may be saved. */
export function profileErrors(values: ProfileValues): ProfileErrors | null {
  return formErrors(ProfileFormSchema, values);
}

/** What was typed and is not saved yet. */
export function toDraft(values: ProfileValues, loaded: ProfileValues): Draft {
  return Object.fromEntries(
    PAGE_ORDER.flatMap((field) => (values[field] === loaded[field] ? [] : [[field, values[field]]])),
  );
}

/**
 * What the answers of a form change. Those that depend on one another go together, and those of a role never without the role: another
 * tab may have changed the rest meanwhile.
 * @param loaded what the form was filled with
 */
export function toProfilePatch(answers: ProfileAnswers, loaded: ProfileValues): ProfilePatch {
  const isNewRole = answers.role !== loaded.role;
  const before = storedAnswers(loaded);
  const ofRole: Record<string, unknown> = {};
  for (const group of answers.role === "Student" ? STUDENT_GROUPS : OTHER_GROUPS) {
    if (!isNewRole && group.every((field) => answers[field] === before[field])) continue;
    for (const field of group) ofRole[field] = answers[field] ?? null;
  }
  // A consent is given, never taken back.
  if (ofRole.guardianAgree === null) delete ofRole.guardianAgree;
  const isOfRole = isNewRole || Object.keys(ofRole).length > 0;
  return {
    ...(answers.location !== loaded.location && { location: answers.location }),
    ...(isOfRole && { role: answers.role, ...ofRole }),
  };
}

const STUDENT_GROUPS = [["dob", "guardianAgree"], ["educationLevel", "subLevel", "majorField"], ["college"]] as const;
const OTHER_GROUPS = [["companyUrl"]] as const;

type StoredField = (typeof STUDENT_GROUPS | typeof OTHER_GROUPS)[number][number];

/** The values that a form was filled with, as the profile keeps them: what is empty or not asked for is left out. */
function storedAnswers(loaded: ProfileValues): Partial<Record<StoredField, string | true>> {
  const { guardianAgree, ...text } = loaded;
  return {
    ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== "")),
    ...(guardianAgree && needsGuardian(loaded, new Date()) && { guardianAgree: true }),
  };
}
