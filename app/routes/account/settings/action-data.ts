// Why a form of the account settings changed nothing, as the page shows it.
import type { ApiError } from "../../../contract/error-body";
import { type ErrorInfo, errorField } from "../../../lib/error-messages";
import { type Intent, type SettingsErrors, type SettingsField, toPageErrors } from "./form-data";

export interface SettingsActionData extends SettingsErrors {
  /** The form that was sent; null when that could not be told. */
  intent: Intent | null;
  /** What was typed, for a page that comes back as a new document; passwords are never sent back. */
  typed: { name?: string; phone?: string };
}

export const WRONG_PASSWORD = "This is not your password. Check it and try again";
const WRONG_OLD_PASSWORD = "This is not your current password. Check it and try again";

/**
 * An error of the API, beside the field that it is about.
 * @param message what the error says in general
 */
export function apiErrors(
  intent: Intent,
  error: ErrorInfo & Pick<ApiError, "fields">,
  message: string,
): SettingsErrors {
  const about = (field: SettingsField, sentence: string): SettingsErrors => ({
    message: sentence,
    fields: { [field]: sentence },
  });
  if (intent !== "session" && error.fields) return toPageErrors(intent, { message, fields: error.fields });
  if (error.type === "user_invalid_credentials") {
    if (intent === "phone") return about("phonePassword", WRONG_PASSWORD);
    if (intent === "password") return about("oldPassword", WRONG_OLD_PASSWORD);
  }
  const field = errorField(error);
  return field && field === intent ? about(field, message) : { message, fields: {} };
}
