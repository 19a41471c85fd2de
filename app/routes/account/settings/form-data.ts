// The forms of the account settings: their fields, values and errors.
import type * as z from "zod/mini";
import { NameSchema, PasswordFormSchema, PhoneSchema } from "../../../contract/account-settings";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { PHONE_FIELDS } from "../../../forms/phone-fields";
import { readPhone } from "../../../forms/read-phone";
import { readText } from "../../../forms/read-text";

export const SETTINGS_PATH = "/settings";
export const DELETE_PATH = "/settings/delete";

/** The name of the hidden input that tells the forms of the page apart, and its values. */
export const INTENT = "intent";
export const INTENTS = ["name", "phone", "password", "session"] as const;
export type Intent = (typeof INTENTS)[number];
/** A form with fields to fill in. */
export type FormIntent = Exclude<Intent, "session">;

/** The name of the hidden input with the id of the session to end. */
export const SESSION_FIELD = "session";

/**
 * The fields of each form, in the order of the page. The key is the field's name in the schema; the value is its id on the page, which is
 * also its name in the posted form. Two forms have a `password`, so their ids must differ.
 */
const FIELD_IDS = {
  name: { name: "name" },
  phone: { phone: PHONE_FIELDS.number, password: "phonePassword" },
  password: { oldPassword: "oldPassword", password: "password", confirmPassword: "confirmPassword" },
} as const satisfies Record<FormIntent, Readonly<Record<string, string>>>;

type IdsOf<Intent extends FormIntent> = (typeof FIELD_IDS)[Intent];
/** The id of the password that ending a session may take. */
export const SESSION_PASSWORD_FIELD = "sessionPassword";
export type SettingsField =
  | typeof SESSION_PASSWORD_FIELD
  | { [Intent in FormIntent]: IdsOf<Intent>[keyof IdsOf<Intent>] }[FormIntent];
export type SettingsErrors = FormErrors<SettingsField>;

const SCHEMAS = { name: NameSchema, phone: PhoneSchema, password: PasswordFormSchema } as const;

/** The ids of a form's fields, in the order of the page. */
export function fieldIds(intent: FormIntent): readonly SettingsField[] {
  return Object.values(FIELD_IDS[intent]);
}

/** The input of the form's schema, from the posted form. */
export function readSettingsForm<Intent extends FormIntent>(intent: Intent, form: FormData) {
  const values = Object.entries<string>(FIELD_IDS[intent]).map(([field, id]) => [
    field,
    id === PHONE_FIELDS.number ? readPhone(form) : readText(form, id),
  ]);
  return Object.fromEntries(values) as Record<keyof IdsOf<Intent>, string>;
}

/** The errors of a form; null when it is valid. */
export function settingsErrors(intent: FormIntent, form: FormData): SettingsErrors | null {
  const schema: z.ZodMiniType<unknown, Record<string, string>> = SCHEMAS[intent];
  const errors = formErrors(schema, readSettingsForm(intent, form));
  return errors && toPageErrors(intent, errors);
}

/** Renames the fields of errors, from the names in the schema to the ids on the page. */
export function toPageErrors(intent: FormIntent, { message, fields }: FormErrors): SettingsErrors {
  const byId = Object.entries<SettingsField>(FIELD_IDS[intent]).flatMap(([field, id]) =>
    fields[field] ? [[id, fields[field]] as const] : [],
  );
  return { message, fields: Object.fromEntries(byId) };
}
