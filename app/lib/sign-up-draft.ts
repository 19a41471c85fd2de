// What was typed into the sign-up form, kept in this tab until somebody has joined or logged out: a reload, or a page looked at in
// between, does not empty the form. Passwords are never in it.
import { forgetUploads } from "./upload-memory";

/** The fields of the form by name: text as typed, or whether a box is ticked. */
export type Draft = Record<string, string | boolean>;

const KEY = "navarambh:sign-up";

export function rememberDraft({ password: _, confirmPassword: __, ...draft }: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch (error) {
    // Storage may be full or forbidden; then a reload empties the form, and nothing else changes.
    console.warn("this browser keeps no session storage", error);
  }
}

/** The draft of this tab; null when there is none. */
export function recallDraft(): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Draft) : null;
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
    return null;
  }
}

/** Forgets all that the sign-up form keeps in this browser, files and answers: the next person here must find nothing. */
export function forgetSignUp(): void {
  forgetUploads();
  try {
    sessionStorage.removeItem(KEY);
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
  }
}

/**
 * Writes a draft into the fields of a form that are still empty.
 * @returns what found no place yet: an answer whose list depends on another answer that has only now been given
 */
export function putBack(form: HTMLFormElement, draft: Draft): Draft {
  const remaining: Draft = {};
  for (const [name, value] of Object.entries(draft)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked ||= value === true;
    else if (typeof value !== "string" || value === "") continue;
    else if (control instanceof RadioNodeList) control.value ||= value;
    else if (control instanceof HTMLInputElement) control.value ||= value;
    else if (control instanceof HTMLSelectElement) {
      if (control.selectedIndex > 0) continue;
      const option = [...control.options].find((candidate) => candidate.value === value);
      if (option) option.selected = true;
      else remaining[name] = value;
    }
  }
  return remaining;
}
