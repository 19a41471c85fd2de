// Drafts: the input of a form in session storage. It survives a reload and a visit to another page, until the form is saved or the member
// signs out. Passwords are never stored.
import { LINKED_FIELDS } from "../contract/linked-fields";
import { tabStorage } from "../lib/tab-storage";
import { clearUploads, GUEST } from "../uploads/upload-storage";
import { PHONE_FIELDS } from "./phone-fields";

/** The values of a form by field name: text, or whether a checkbox is ticked. */
export type Draft = Record<string, string | boolean>;

/** The prefix of all keys of this module. */
const PREFIX = "navarambh:";
/** The name of the sign-up form's draft. */
export const SIGN_UP_DRAFT = "sign-up";
/** The name of the draft with the code that was sent for the sign-up form. `clearSignUp` deletes it too. */
export const SIGN_UP_CODE_DRAFT = `${SIGN_UP_DRAFT}-code`;
/** The name of a member's draft of the profile form. */
export const profileDraft = (memberId: string) => `profile:${memberId}`;
/** The name of the draft with the code that was sent for signing in. */
export const SIGN_IN_CODE_DRAFT = "sign-in-code";

/** The suffix of the key for a draft's initial values. `clearDrafts` deletes them too. */
const INITIAL = ":initial";

/**
 * @param form the form's name. That of a member's form has the member's id in it, so that no other member sees the draft.
 * @param initialValues the values that the form was rendered with, for `dropSaved`
 */
export function saveDraft(
  form: string,
  { password: _, confirmPassword: __, ...draft }: Draft,
  initialValues?: Draft,
): void {
  try {
    tabStorage().setItem(PREFIX + form, JSON.stringify(draft));
    // Only the fields that `dropSaved` compares, not the whole profile.
    const fields = Object.keys(draft).flatMap(linkedWith);
    if (initialValues) tabStorage().setItem(PREFIX + form + INITIAL, JSON.stringify(initialValues, fields));
  } catch (error) {
    // Storage may be full or disabled. Then only a reload loses the input.
    console.warn("this browser keeps no session storage", error);
  }
}

/** The stored draft of a form; null when there is none. */
export function loadDraft(form: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(tabStorage().getItem(PREFIX + form) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Draft) : null;
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
    return null;
  }
}

/** The fields of a phone number. */
const PHONE: readonly string[] = Object.values(PHONE_FIELDS);
/** Groups of fields. When one field has changed since the draft was stored, the draft loses its whole group. */
const LINKED: readonly (readonly string[])[] = [...LINKED_FIELDS, PHONE];

/** A field and those that are linked with it. */
const linkedWith = (field: string) => LINKED.find((group) => group.includes(field)) ?? [field];

/** Returns the fields of a draft that have not changed, and of which no linked field has changed. */
function unchangedPart(draft: Draft, isChanged: (field: string) => boolean): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => !linkedWith(field).some(isChanged)));
}

/** True when a field has another value than the form was rendered with. One that is not in `initial` has not changed. */
const differs = (field: string, values: Readonly<Record<string, unknown>>, initial: Draft) =>
  field in initial && (values[field] || "") !== (initial[field] || "");

/**
 * The part of a draft that can be restored beside what was typed.
 * @param typed the values of the fields
 * @param initial the values that the form was rendered with
 */
export function withoutTyped(draft: Draft, typed: Draft, initial: Draft): Draft {
  return unchangedPart(draft, (field) => {
    // A value that equals the draft's may have been restored by the browser. Its linked fields still need the draft: the browser cannot restore
    // a degree before React has rendered the options. A phone number is different: whoever types it saw the country beside it.
    const isRestored = !PHONE.includes(field) && field in draft && typed[field] === draft[field];
    return differs(field, typed, initial) && !isRestored;
  });
}

/**
 * Removes from a draft what was saved without it: a form that is sent before hydration does not have its draft, which may be older.
 * @param saved the saved values, by field
 */
export function dropSaved(form: string, saved: Readonly<Record<string, unknown>>): void {
  const [draft, initial] = [loadDraft(form), loadDraft(form + INITIAL)];
  if (!draft || !initial) return;
  const unsaved = unchangedPart(draft, (field) => differs(field, saved, initial));
  clearDrafts(form);
  if (Object.keys(unsaved).length > 0) saveDraft(form, unsaved, initial);
}

/** Deletes the drafts whose form's name begins with `prefix`: without the member's id, those of all members. */
export function clearDrafts(prefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX + prefix)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
  }
}

/** Deletes the drafts and the uploads of the sign-up form, so that the next guest in this browser does not see them. */
export function clearSignUp(): void {
  clearDrafts(SIGN_UP_DRAFT);
  clearUploads(GUEST);
}

/** Deletes all drafts and uploads, so that the next person in this browser does not see them. */
export function clearForms(): void {
  clearUploads();
  clearDrafts("");
}

/**
 * Writes a draft into the fields of a form. A field that the visitor has changed keeps its value.
 * @param initialValues the initial values of selects, by name: React replaces their options, so the DOM does not have them
 * @returns the values that could not be set yet, because a select has no such option or there is no such field: both may depend on
 * another field, which has only now been set
 */
export function fillFromDraft(form: HTMLFormElement, draft: Draft, initialValues: Draft = {}): Draft {
  const remaining: Draft = {};
  for (const [name, value] of Object.entries(draft)) {
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) restoreRadios(control, value);
    else if (control instanceof HTMLInputElement) restoreInput(control, value);
    else if (control instanceof HTMLSelectElement) {
      const isUntouched = control.selectedIndex <= 0 || control.value === initialValues[name];
      if (isUntouched && !restoreSelect(control, value)) remaining[name] = value;
    } else if (value) remaining[name] = value;
  }
  return remaining;
}

function restoreInput(input: HTMLInputElement, value: Draft[string]): void {
  if (input.type === "checkbox") {
    if (input.checked === input.defaultChecked) input.checked = value === true;
  } else if (typeof value === "string" && input.value === input.defaultValue) input.value = value;
}

function restoreRadios(radios: RadioNodeList, value: Draft[string]): void {
  const inputs = [...radios].filter((node) => node instanceof HTMLInputElement);
  const isUntouched = inputs.every((input) => input.checked === input.defaultChecked);
  if (isUntouched && typeof value === "string" && value !== "") radios.value = value;
}

/** @returns false when the select has no such option */
function restoreSelect(select: HTMLSelectElement, value: Draft[string]): boolean {
  const option = [...select.options].find((candidate) => candidate.value === value);
  if (option) option.selected = true;
  return option !== undefined;
}
