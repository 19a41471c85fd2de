// The forms of the account settings: their fields, and what is wrong with them.
import type * as z from "zod/mini";
import { NameSchema, PasswordFormSchema, PhoneSchema } from "../../../contract/account-settings";
import { type FormErrors, formErrors } from "../../../contract/form-schema";
import { readText } from "../../../forms/read-text";

export const SETTINGS_PATH = "/settings";
export const DELETE_PATH = "/settings/delete";

/** The name of the field that tells the page's forms apart, and what each says in it. */
export const INTENT = "intent";
export const INTENTS = ["name", "phone", "password", "session"] as const;
export type Intent = (typeof INTENTS)[number];
/** A form with fields to fill in. */
export type FormIntent = Exclude<Intent, "session">;

/** The name of the field that says which session to end. */
export const SESSION_FIELD = "session";

/**
 * The fields of each form, in the order of the page: the schema's name for each, and its id on the page, which is also the name under
 * which it is posted. Two forms ask for a password, so the ids differ.
 */
const FIELD_IDS = {
  name: { name: "name" },
  phone: { phone: "phone", password: "phonePassword" },
  password: { oldPassword: "oldPassword", password: "password", confirmPassword: "confirmPassword" },
} as const satisfies Record<FormIntent, Readonly<Record<string, string>>>;

type IdsOf<Intent extends FormIntent> = (typeof FIELD_IDS)[Intent];
export type SettingsField = { [Intent in FormIntent]: IdsOf<Intent>[keyof IdsOf<Intent>] }[FormIntent];
export type SettingsErrors = FormErrors<SettingsField>;

const SCHEMAS = { name: NameSchema, phone: PhoneSchema, password: PasswordFormSchema } as const;

/** The ids of a form's fields, in the order of the page. */
export function fieldIds(intent: FormIntent): readonly SettingsField[] {
  return Object.values(FIELD_IDS[intent]);
}

/** A posted form, as its schema reads it. */
export function readSettingsForm<Intent extends FormIntent>(intent: Intent, form: FormData) {
  const values = Object.entries<string>(FIELD_IDS[intent]).map(([field, id]) => [field, readText(form, id)]);
  return Object.fromEntries(values) as Record<keyof IdsOf<Intent>, string>;
}

/** What the rules say about a form; null when it may be sent. */
export function settingsErrors(intent: FormIntent, form: FormData): SettingsErrors | null {
  const schema: z.ZodMiniType<unknown, Record<string, string>> = SCHEMAS[intent];
  const errors = formErrors(schema, readSettingsForm(intent, form));
  return errors && toPageErrors(intent, errors);
}

/** Errors by the schema's names for the fields, as errors by their ids on the page. */
export function toPageErrors(intent: FormIntent, { message, fields }: FormErrors): SettingsErrors {
  const byId = Object.entries<SettingsField>(FIELD_IDS[intent]).flatMap(([field, id]) =>
    fields[field] ? [[id, fields[field]] as const] : [],
  );
  return { message, fields: Object.fromEntries(byId) };
}
