// Why a form of the account settings changed nothing, as the page shows it.
import { type ErrorInfo, errorField } from "../../../lib/error-messages";
import type { FormErrors, Intent, SettingsField } from "./rules";

export interface SettingsActionData extends FormErrors {
  /** The form that was sent; null when that could not be told. */
  intent: Intent | null;
  /** What was typed, for a page that comes back as a new document; passwords are never sent back. */
  typed: { name?: string; phone?: string };
}

export const WRONG_PASSWORD = "This is not your password. Check it and try again";
const WRONG_OLD_PASSWORD = "This is not your current password. Check it and try again";

/**
 * A refusal of the API, beside the answer that it is about.
 * @param words what the error says in general
 */
export function rejectedErrors(intent: Intent, error: ErrorInfo, message: string): FormErrors {
  const about = (field: SettingsField, sentence: string): FormErrors => ({
    message: sentence,
    fields: { [field]: sentence },
  });
  if (error.type === "user_invalid_credentials") {
    if (intent === "phone") return about("phonePassword", WRONG_PASSWORD);
    if (intent === "password") return about("oldPassword", WRONG_OLD_PASSWORD);
  }
  const field = errorField(error);
  return field && field === intent ? about(field, message) : { message: message, fields: {} };
}
