// What the forms of the account settings ask, checked alike before they are sent and when they arrive.
import { NAME_MAX, PASSWORD_MAX } from "../../../contract/limits";
import { phoneProblem, toE164 } from "../../../contract/phone";
import { plainLine } from "../../../contract/plain-line";
import { SIGN_UP_MESSAGES } from "../../../contract/sign-up-rules";
import { newPasswordErrors } from "../../../forms/new-password";

export const SETTINGS_PATH = "/settings";
export const DELETE_PATH = "/settings/delete";

/** The name of the field that tells the page's forms apart, and what each says in it. */
export const INTENT = "intent";
export const INTENTS = ["name", "phone", "password", "session"] as const;
export type Intent = (typeof INTENTS)[number];

/** The name of the field that says which session to end. */
export const SESSION_FIELD = "session";

/** The fields of each form by their ids on the page, which are also their names, in the order of the page. */
export const FORM_FIELDS = {
  name: ["name"],
  phone: ["phone", "phonePassword"],
  password: ["oldPassword", "password", "confirmPassword"],
  session: [],
} as const satisfies Record<Intent, readonly string[]>;
export type SettingsField = (typeof FORM_FIELDS)[Intent][number];

/** What is wrong with a form: the first sentence, and the words for each field. */
export interface FormErrors {
  message: string;
  fields: Partial<Record<SettingsField, string>>;
}

/** A field as it was posted; "" when it was not. Nothing is trimmed: a password of spaces is a password. */
export function typed(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}

export function nameErrors(form: FormData): FormErrors | null {
  const name = plainLine(typed(form, "name"));
  if (name !== "" && name.length <= NAME_MAX) return null;
  const message = name === "" ? "Enter your full name" : `Use at most ${NAME_MAX} characters`;
  return { message: message, fields: { name: message } };
}

export function phoneErrors(form: FormData): FormErrors | null {
  const phone = typed(form, "phone").trim();
  const fields: FormErrors["fields"] = {};
  if (phone === "") fields.phone = "Enter your phone number";
  else if (toE164(phone) === null) fields.phone = phoneProblem(phone);
  const passwordWords = ownPasswordError(typed(form, "phonePassword"));
  if (passwordWords) fields.phonePassword = passwordWords;

  const isEmpty = phone === "" || typed(form, "phonePassword") === "";
  if (isEmpty) return { message: SIGN_UP_MESSAGES.required, fields };
  if (fields.phone) return { message: SIGN_UP_MESSAGES.phone, fields };
  return passwordWords ? { message: passwordWords, fields } : null;
}

export function passwordErrors(form: FormData): FormErrors | null {
  const [old, password] = [typed(form, "oldPassword"), typed(form, "password")];
  const rest = newPasswordErrors(password, typed(form, "confirmPassword"));
  const fields: FormErrors["fields"] = { ...rest?.fields };
  const oldWords = ownPasswordError(old, "Enter your current password");
  if (oldWords) fields.oldPassword = oldWords;
  if (!rest?.fields.password && old === password)
    fields.password = "You have this password already. Choose another one";

  if (old === "") return { message: SIGN_UP_MESSAGES.required, fields };
  const message = rest?.message === SIGN_UP_MESSAGES.required ? rest.message : oldWords;
  const first = message ?? fields.password ?? rest?.message;
  return first ? { message: first, fields } : null;
}

/** What is wrong with a password that somebody has had for a while, as far as it can be told without asking; null when nothing. */
export function ownPasswordError(password: string, missing = "Enter your password"): string | null {
  if (password === "") return missing;
  return password.length > PASSWORD_MAX ? SIGN_UP_MESSAGES.passwordLong : null;
}

/** What keeps a form from being sent, by its intent. */
export const CHECKS: Readonly<Record<Intent, (form: FormData) => FormErrors | null>> = {
  name: nameErrors,
  phone: phoneErrors,
  password: passwordErrors,
  session: () => null,
};
