import { PASSWORD_MAX, PASSWORD_MIN } from "../contract/limits";
import { SIGN_UP_MESSAGES } from "../contract/sign-up-rules";

export type NewPasswordFields = Partial<Record<"password" | "confirmPassword", string>>;

/** What keeps a new password from being taken, by the rules of sign-up: the first sentence, and the words for each field. */
export function newPasswordErrors(
  password: string,
  confirmed: string,
): { message: string; fields: NewPasswordFields } | null {
  const fields: NewPasswordFields = {};
  if (password === "") fields.password = "Enter a password";
  else if (password.length < PASSWORD_MIN) fields.password = SIGN_UP_MESSAGES.passwordShort;
  else if (password.length > PASSWORD_MAX) fields.password = SIGN_UP_MESSAGES.passwordLong;
  if (confirmed === "") fields.confirmPassword = "Enter the password once more";
  else if (password !== confirmed) fields.confirmPassword = SIGN_UP_MESSAGES.mismatch;

  const isEmpty = password === "" || confirmed === "";
  const message = isEmpty ? SIGN_UP_MESSAGES.required : (fields.password ?? fields.confirmPassword);
  return message ? { message, fields } : null;
}
