// The data of the profile form: its values, errors and changes. Both the browser and the action use it.
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

/** The prefix of the draft's name; the member's id follows. */
export const PROFILE_DRAFT = "profile";

/** The name of the hidden input with the values that the form was rendered with, as JSON. Only values that differ from them are saved. */
export const LOADED = "loaded";

/** The fields in the order of the page. */
export const FIELD_ORDER: readonly ProfileField[] = [...PROFILE_TEXT_FIELDS, "guardianAgree"];

export type ProfileErrors = FormErrors<ProfileField>;

/** The action data when saving has failed. */
export interface ProfileActionData {
  errors: ProfileErrors;
  values: ProfileValues;
  loaded: ProfileValues;
}

/** The values of the form for a profile. */
export function toProfileValues(profile: Profile | null): ProfileValues {
  return toValues((field) => profile?.[field]);
}

export const EMPTY_VALUES = toProfileValues(null);

export function readProfileForm(form: FormData): ProfileValues {
  return { ...toValues((field) => form.get(field)), guardianAgree: form.has("guardianAgree") };
}

/** The values that a posted form was rendered with. When they cannot be parsed they are empty, so that every value counts as changed. */
export function readLoadedValues(form: FormData): ProfileValues {
  try {
    const loaded = JSON.parse(String(form.get(LOADED))) as Record<string, unknown> | null;
    return toValues((field) => loaded?.[field]);
  } catch (error) {
    console.warn("the loaded values of a profile form could not be parsed", error);
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

/** The errors of the form; null when it is valid. */
export function profileErrors(values: ProfileValues): ProfileErrors | null {
  return formErrors(ProfileFormSchema, values);
}

/** The values that differ from the loaded ones, which are the unsaved changes. */
export function toDraft(values: ProfileValues, loaded: ProfileValues): Draft {
  return Object.fromEntries(
    FIELD_ORDER.flatMap((field) => (values[field] === loaded[field] ? [] : [[field, values[field]]])),
  );
}

/**
 * Turns the parsed form into a patch with only the changes. Answers that depend on one another are sent together, and those of a role
 * always with the role: another tab may have changed the others meanwhile.
 * @param loaded the values that the form was rendered with
 */
export function toProfilePatch(answers: ProfileAnswers, loaded: ProfileValues): ProfilePatch {
  const isNewRole = answers.role !== loaded.role;
  const before = storedAnswers(loaded);
  const changed = COMMON_FIELDS.filter((field) => answers[field] !== before[field]);
  const roleFields: Record<string, unknown> = {};
  for (const group of answers.role === "Student" ? STUDENT_GROUPS : OTHER_GROUPS) {
    if (!isNewRole && group.every((field) => answers[field] === before[field])) continue;
    for (const field of group) roleFields[field] = answers[field] ?? null;
  }
  // A patch can only give consent, not withdraw it.
  if (roleFields.guardianAgree === null) delete roleFields.guardianAgree;
  const hasRoleFields = isNewRole || Object.keys(roleFields).length > 0;
  return {
    ...Object.fromEntries(changed.map((field) => [field, answers[field] ?? null])),
    ...(hasRoleFields && { role: answers.role, ...roleFields }),
  };
}

/** The fields that every role has. */
const COMMON_FIELDS = ["location"] as const;
/** The fields of a role, in groups that are saved together. */
const STUDENT_GROUPS = [["dob", "guardianAgree"], ["educationLevel", "subLevel", "majorField"], ["college"]] as const;
const OTHER_GROUPS = [["companyUrl"]] as const;

type StoredField = (typeof COMMON_FIELDS)[number] | (typeof STUDENT_GROUPS | typeof OTHER_GROUPS)[number][number];

/** The loaded values in the form of the parsed answers, to compare the two: empty ones are omitted. */
function storedAnswers(loaded: ProfileValues): Partial<Record<StoredField, string | true>> {
  const { guardianAgree, ...text } = loaded;
  return {
    ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== "")),
    ...(guardianAgree && needsGuardian(loaded, new Date()) && { guardianAgree: true }),
  };
}
