// The schema of a form turns what was typed into what the backend gets. Form, action and API share it: the form checks in the
// browser, the API checks again in the Worker.
import * as z from "zod/mini";
import { tooLongMessage } from "./messages";

/** The errors of a form: one message above the form, and one at each invalid field. */
export interface FormErrors<Field extends string = string> {
  message: string;
  fields: Partial<Record<Field, string>>;
}

/**
 * Reports that a rule failed for a field. It does not throw: the rules after it run as well.
 *
 * A rule has one message for the form and one for the field. The form shows the `formMessage` of the first rule that failed. A field
 * shows the `fieldMessage` of the first rule that failed for it; without one, it shows that rule's `formMessage`.
 *
 * A call can stand where a value is expected: `const phone: string = toE164(typed) ?? fail("phone", MESSAGES.phone)`. It returns undefined
 * then, whatever the type says: a form with an error has no output, so the rules after it may not rely on the value.
 */
export type Fail<Field extends string> = <Value>(field: Field, formMessage: string, fieldMessage?: string) => Value;

/**
 * Runs rules and collects their errors.
 * @param rules calls `fail` for each rule that fails; the order of the calls decides which message the form shows
 * @returns null when no rule failed
 */
export function collectErrors<Field extends string>(rules: (fail: Fail<Field>) => void): FormErrors<Field> | null {
  const fields: FormErrors<Field>["fields"] = {};
  let message: string | null = null;
  rules(<Value>(field: Field, formMessage: string, fieldMessage = formMessage) => {
    message ??= formMessage;
    fields[field] ??= fieldMessage;
    return undefined as Value;
  });
  return message === null ? null : { message, fields };
}

/** In characters. It limits the work for a hostile request; the rules have lower limits with messages of their own. */
const TEXT_MAX = 4096;

/** A text field, exactly as typed. */
export const text = z.string().check(z.maxLength(TEXT_MAX, tooLongMessage(TEXT_MAX)));

/** A text field that the body may omit; it is empty then. */
export const optionalText = z._default(text, "");

/** A checkbox that the body may omit; it is not ticked then. */
export const checkbox = z._default(z.boolean(), false);

/**
 * Creates the schema of a form. Its input is the object of field values, its output is the parsed form. zod checks the types of the
 * fields first; then `parse` checks the rules, all in one function, because their order matters and some compare two fields.
 * @param fields the zod type of each field, by name: `text`, `optionalText`, `checkbox` or another
 * @param parse calls `fail` for each rule that fails, in the order of the rules, and returns the parsed form; what it returns is
 * ignored when a rule failed
 */
// @__NO_SIDE_EFFECTS__ (lets the bundler drop the schemas that a page does not use)
export function formSchema<Fields extends Record<string, z.ZodMiniType>, Output>(
  fields: Fields,
  parse: (values: z.output<z.ZodMiniObject<Fields, z.core.$strict>>, fail: Fail<keyof Fields & string>) => Output,
) {
  return z.pipe(
    z.strictObject(fields),
    z.transform((values: z.output<z.ZodMiniObject<Fields, z.core.$strict>>, context): Output => {
      let output: Output = z.NEVER;
      const errors = collectErrors<keyof Fields & string>((fail) => {
        output = parse(values, fail);
      });
      if (!errors) return output;
      // The form's message becomes an issue without a path, and each field's message an issue with the field as its path.
      const issues = [["", errors.message], ...Object.entries<string>(errors.fields as Record<string, string>)];
      for (const [field, message] of issues) {
        context.issues.push({ code: "custom", message, input: values, path: field ? [field] : [] });
      }
      return z.NEVER;
    }),
  );
}

/**
 * Turns zod's issues into form errors. The form's message is the issue without a path, see `formSchema`. There is none when zod itself
 * rejected the type of a field: then it is the first issue's message.
 */
export function toFormErrors(issues: readonly z.core.$ZodIssue[]): { message: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    if (field !== "") fields[field] ??= message;
  }
  const formIssue = issues.find(({ path }) => path.length === 0) ?? issues[0];
  return { message: formIssue?.message ?? "", fields };
}

type FieldOf<Schema extends z.ZodMiniType> = keyof z.input<Schema> & string;

/** Parses the values of a form with its schema. */
export function parseForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: z.input<Schema>,
): { ok: true; data: z.output<Schema> } | { ok: false; errors: FormErrors<FieldOf<Schema>> } {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, data: result.data };
  return { ok: false, errors: toFormErrors(result.error.issues) as FormErrors<FieldOf<Schema>> };
}

/** The errors of a form; null when it is valid. */
export function formErrors<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: z.input<Schema>,
): FormErrors<FieldOf<Schema>> | null {
  const result = parseForm(schema, values);
  return result.ok ? null : result.errors;
}
