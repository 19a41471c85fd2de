// The action data of the account settings, and how errors of the API become errors of a form.
import type { ApiError } from "../../../contract/error-body";
import type { PhoneParts } from "../../../contract/phone";
import { type ErrorInfo, errorField, retryTime } from "../../../lib/error-messages";
import {
  type Intent,
  SESSION_PASSWORD_FIELD,
  type SettingsErrors,
  type SettingsField,
  toPageErrors,
} from "./form-data";

export interface SettingsActionData extends SettingsErrors {
  /** The form that was posted; null when it is unknown. */
  intent: Intent | null;
  /** The input, which fills the form again when the server renders a new page. Passwords are never sent back. */
  typed: { name?: string; phone?: PhoneParts };
  /** The session to end, when that takes the password; null otherwise. */
  session: string | null;
  /** True when nothing is wrong: ending the session only takes the password, which was not asked for before. */
  isPasswordAsked: boolean;
}

export const WRONG_PASSWORD = "This is not your password. Check it and try again";
const PASSWORDS_OF_NETWORK = "Many passwords were changed from your network in the last hour. Try again";
const WRONG_OLD_PASSWORD = "This is not your current password. Check it and try again";

/**
 * Turns an error of the API into errors of the form, at the field that caused it.
 * @param message the error's message
 */
export function apiErrors(
  intent: Intent,
  error: ErrorInfo & Pick<ApiError, "fields">,
  message: string,
): SettingsErrors {
  const fieldError = (field: SettingsField, text: string): SettingsErrors => ({
    message: text,
    fields: { [field]: text },
  });
  if (intent === "session" && error.fields?.password) return fieldError(SESSION_PASSWORD_FIELD, error.fields.password);
  if (intent !== "session" && error.fields) return toPageErrors(intent, { message, fields: error.fields });
  if (error.type === "user_invalid_credentials") {
    if (intent === "phone") return fieldError("phonePassword", WRONG_PASSWORD);
    if (intent === "password") return fieldError("oldPassword", WRONG_OLD_PASSWORD);
    if (intent === "session") return fieldError(SESSION_PASSWORD_FIELD, WRONG_PASSWORD);
  }
  // The limit of the member was passed before: this is Appwrite's, which all members in a network share.
  if (intent === "password" && error.type === "general_rate_limit_exceeded") {
    return {
      message: `${PASSWORDS_OF_NETWORK} ${retryTime(error)}, or choose a new one by mail: that works now.`,
      fields: {},
    };
  }
  const field = errorField(error);
  return field && field === intent ? fieldError(field, message) : { message, fields: {} };
}
