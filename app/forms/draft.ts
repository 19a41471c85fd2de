// What was typed into a form, kept in this tab until the form is done with or somebody logs out: a reload, or a page looked at in
// between, does not empty it. Passwords are never in it.
import { clearUploads, GUEST } from "../uploads/upload-storage";

/** The fields of a form by name: text as typed, or whether a box is ticked. */
export type Draft = Record<string, string | boolean>;

/** Everything that forms keep in this tab has a name that begins with this. */
const OWN = "navarambh:";
/** The name of the sign-up form's draft. */
export const SIGN_UP_DRAFT = "sign-up";

/** @param form the form's name; that of a member's form has the member's id in it, so that nobody else is offered the draft */
export function saveDraft(form: string, { password: _, confirmPassword: __, ...draft }: Draft): void {
  try {
    sessionStorage.setItem(OWN + form, JSON.stringify(draft));
  } catch (error) {
    // Storage may be full or forbidden; then a reload empties the form, and nothing else changes.
    console.warn("this browser keeps no session storage", error);
  }
}

/** The draft of this form in this tab; null when there is none. */
export function loadDraft(form: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(OWN + form) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Draft) : null;
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
    return null;
  }
}

/** @param form the form's name, or how it begins: without a member's id, every member's draft of it */
export function clearDraft(form: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(OWN + form)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
  }
}

/** Forgets what a guest typed and sent to join: it is the new member's now, and the next guest here must not be offered it. */
export function clearSignUp(): void {
  clearDraft(SIGN_UP_DRAFT);
  clearUploads(GUEST);
}

/** Forgets all that forms keep in this browser, files and answers: the next person here must find nothing. */
export function clearForms(): void {
  clearUploads();
  clearDraft("");
}

/**
 * Writes a draft into the fields of a form that nobody has touched since it was filled.
 * @param filled what its selects were filled with, by name: their options come and go, and do not remember it
 * @returns what found no place yet: an answer whose list depends on another answer that has only now been given
 */
export function fillFromDraft(form: HTMLFormElement, draft: Draft, filled: Draft = {}): Draft {
  const remaining: Draft = {};
  for (const [name, value] of Object.entries(draft)) {
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) putIntoRadios(control, value);
    else if (control instanceof HTMLInputElement) putIntoInput(control, value);
    else if (control instanceof HTMLSelectElement) {
      const isUntouched = control.selectedIndex <= 0 || control.value === filled[name];
      if (isUntouched && !putIntoSelect(control, value)) remaining[name] = value;
    }
  }
  return remaining;
}

function putIntoInput(input: HTMLInputElement, value: Draft[string]): void {
  if (input.type === "checkbox") {
    if (input.checked === input.defaultChecked) input.checked = value === true;
  } else if (typeof value === "string" && input.value === input.defaultValue) input.value = value;
}

function putIntoRadios(radios: RadioNodeList, value: Draft[string]): void {
  const inputs = [...radios].filter((node) => node instanceof HTMLInputElement);
  const isUntouched = inputs.every((input) => input.checked === input.defaultChecked);
  if (isUntouched && typeof value === "string" && value !== "") radios.value = value;
}

/** @returns false when the answer is not on the list, which may still change */
function putIntoSelect(select: HTMLSelectElement, value: Draft[string]): boolean {
  const option = [...select.options].find((candidate) => candidate.value === value);
  if (option) option.selected = true;
  return option !== undefined;
}
