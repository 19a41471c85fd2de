// How a form becomes what the backend gets: one schema, which the form uses in the browser and the API on the edge.
import * as z from "zod/mini";

/** What is wrong with a form: the sentence above it, and a message beside each field concerned. */
export interface FormErrors<Field extends string = string> {
  message: string;
  fields: Partial<Record<Field, string>>;
}

/**
 * Notes that a field is wrong. The first sentence stands above the form, the first message of a field beside it.
 * It returns nothing; its type is `never`, like that of `z.NEVER`, so that it can stand in the place of a value:
 * `const phone = toE164(typed) ?? fail("phone", MESSAGES.phone)`. What is made of such a value is thrown away.
 */
export type Fail<Field extends string> = (field: Field, sentence: string, message?: string) => never;

/** Runs rules in their order. @returns null when none of them failed */
export function collectErrors<Field extends string>(rules: (fail: Fail<Field>) => void): FormErrors<Field> | null {
  const fields: FormErrors<Field>["fields"] = {};
  let first: string | null = null;
  rules((field, sentence, message = sentence) => {
    first ??= sentence;
    fields[field] ??= message;
    return z.NEVER;
  });
  return first === null ? null : { message: first, fields };
}

/** Far above every real limit: the rules have a message for what is too long, and this keeps a hostile body small. */
const TEXT_MAX = 4096;

/** A text field, as it was typed. */
export const text = z.string().check(z.maxLength(TEXT_MAX));

/** A text field that may be left out, which is the same as leaving it empty. */
export const optionalText = z._default(text, "");

/** A checkbox; one that is left out is not ticked. */
export const checkbox = z._default(z.boolean(), false);

/**
 * A schema that reads the fields of a form and makes what the backend gets of them.
 * @param fields how each field comes, by its name: `text`, `optionalText`, `checkbox`
 * @param parse checks the fields in the order in which people are told, and returns the parsed form; what it returns counts only
 * when nothing failed
 */
// @__NO_SIDE_EFFECTS__ (a page leaves out the schemas that it does not use)
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
      // The issue without a path is the sentence; each of the others belongs to a field.
      const issues = [["", errors.message], ...Object.entries<string>(errors.fields as Record<string, string>)];
      for (const [field, message] of issues) {
        context.issues.push({ code: "custom", message, input: values, path: field ? [field] : [] });
      }
      return z.NEVER;
    }),
  );
}

/** Reads the errors of a form out of what a schema made of it. */
export function toFormErrors(issues: readonly z.core.$ZodIssue[]): { message: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    if (field !== "") fields[field] ??= message;
  }
  const sentence = issues.find(({ path }) => path.length === 0) ?? issues[0];
  return { message: sentence?.message ?? "", fields };
}

type FieldOf<Schema extends z.ZodMiniType> = keyof z.input<Schema> & string;

/** Parses the values of a form. */
export function parseForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: z.input<Schema>,
): { ok: true; data: z.output<Schema> } | { ok: false; errors: FormErrors<FieldOf<Schema>> } {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, data: result.data };
  return { ok: false, errors: toFormErrors(result.error.issues) as FormErrors<FieldOf<Schema>> };
}

/** What a schema says about the values of its form; null when nothing is wrong. */
export function formErrors<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: z.input<Schema>,
): FormErrors<FieldOf<Schema>> | null {
  const result = parseForm(schema, values);
  return result.ok ? null : result.errors;
}
