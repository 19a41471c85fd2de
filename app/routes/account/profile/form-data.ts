// The data of the profile form: its values, errors and changes. Both the browser and the action use it.
import type { Profile } from "../../../contract/account";
import { needsGuardian } from "../../../contract/age";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { LINKED_FIELDS } from "../../../contract/linked-fields";
import { DEGREES_WITH_FIELDS } from "../../../contract/lists";
import { plainLine } from "../../../contract/plain-line";
import { ProfileFormSchema } from "../../../contract/profile";
import {
  fieldsOf,
  PROFILE_TEXT_FIELDS,
  type ProfileAnswers,
  type ProfileField,
  type ProfileValues,
  type RoleField,
} from "../../../contract/profile-fields";
import type { ProfilePatch } from "../../../contract/profile-patch";
import type { Draft } from "../../../forms/draft";

/** The name of the hidden input with the values that the form was rendered with, as JSON. Only values that differ from them are saved. */
export const LOADED = "loaded";

/** The fields in the order of the page. */
export const FIELD_ORDER: readonly ProfileField[] = [...PROFILE_TEXT_FIELDS, "guardianAgree"];

/** The name of the hidden input with the fields that count as changed whatever their values are, see `ProfileActionData`. */
export const UNCONFIRMED = "unconfirmed";

export type ProfileErrors = FormErrors<ProfileField>;

/** The action data when saving has failed. */
export interface ProfileActionData {
  errors: ProfileErrors;
  values: ProfileValues;
  loaded: ProfileValues;
  /** The fields that were sent to be saved without learning whether they are: the profile may have other values than the form was rendered with. */
  unconfirmed: readonly ProfileField[];
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
  } catch {
    // Without the error, which quotes what was sent.
    console.warn("the loaded values of a profile form could not be parsed");
    return EMPTY_VALUES;
  }
}

/** The fields of a posted form whose last save had no answer. */
export function readUnconfirmed(form: FormData): ProfileField[] {
  const posted = String(form.get(UNCONFIRMED) ?? "").split(" ");
  return FIELD_ORDER.filter((field) => posted.includes(field));
}

/** As `readUnconfirmed`, when this save has no answer either. */
export function addUnconfirmed(form: FormData): ProfileField[] {
  const changed = Object.keys(toDraft(readProfileForm(form), readLoadedValues(form)));
  const unconfirmed = readUnconfirmed(form);
  return FIELD_ORDER.filter((field) => unconfirmed.includes(field) || changed.includes(field));
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
 * Turns the parsed form into a patch with only the changes. Fields of a role are always sent with the role: another tab may have changed
 * it meanwhile.
 * @param values what was typed, which decides what was changed
 * @param loaded the values that the form was rendered with
 * @param unconfirmed as in `ProfileActionData`
 */
export function toProfilePatch(
  answers: ProfileAnswers,
  values: ProfileValues,
  loaded: ProfileValues,
  unconfirmed: readonly ProfileField[],
): ProfilePatch {
  const [after, before] = [comparable(values), comparable(loaded)];
  const isChanged = (field: RoleField) => after[field] !== before[field] || unconfirmed.includes(field);
  const isNewRole = values.role !== loaded.role || unconfirmed.includes("role");
  const groups = groupsOf(answers.role === "Student" ? "student" : "other");
  const roleFields = groups.filter((group) => isNewRole || group.some(isChanged)).flat();
  const changed = [...fieldsOf("every").filter(isChanged), ...roleFields];
  const patch: ProfilePatch = Object.fromEntries(changed.map((field) => [field, answers[field] ?? null]));
  // A patch can only give consent, not withdraw it.
  if (!patch.guardianAgree) delete patch.guardianAgree;
  return isNewRole || roleFields.length > 0 ? { ...patch, role: answers.role } : patch;
}

/** The fields of a role in the groups that are saved together. A field without links is a group of its own. */
function groupsOf(roles: "student" | "other"): readonly (readonly RoleField[])[] {
  const fields = fieldsOf(roles);
  const linked = LINKED_FIELDS.filter((group) => group.some((field) => fields.includes(field)));
  const single = fields.filter((field) => !linked.flat().includes(field));
  return [...linked, ...single.map((field) => [field])];
}

/** The values of a form, to compare two of them: without spaces at the ends, and empty where the form does not ask. */
function comparable(values: ProfileValues): Record<RoleField, string | boolean> {
  const text = fieldsOf("every")
    .concat(fieldsOf("student"), fieldsOf("other"))
    .map((field) => {
      const value = values[field];
      return [field, typeof value === "string" ? plainLine(value) : value];
    });
  return {
    ...(Object.fromEntries(text) as Record<RoleField, string | boolean>),
    majorField: DEGREES_WITH_FIELDS.includes(values.subLevel) ? values.majorField : "",
    guardianAgree: needsGuardian(values, new Date()) && values.guardianAgree,
  };
}
