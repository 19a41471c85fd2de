// The errors of fields, as every form shows them.

type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** The errors as a list in the order of the page, for the links in the error summary. */
export function errorsInOrder<Field extends string>(
  order: readonly Field[],
  fields: FieldErrors<NoInfer<Field>>,
): { field: Field; message: string }[] {
  return order.flatMap((field) => {
    const message = fields[field];
    return message ? [{ field, message }] : [];
  });
}

/**
 * The errors to show while the visitor edits a form after a failed submit. An error disappears as soon as its field is valid; a field
 * that becomes invalid gets one only at the next submit.
 * @param shown the errors shown so far
 * @param current the errors that the fields have now; their messages may differ
 */
export function remainingErrors<Field extends string>(
  shown: FieldErrors<Field>,
  current: Partial<Record<string, string>>,
): FieldErrors<Field> {
  const remaining = Object.keys(shown).flatMap((field) => (current[field] ? [[field, current[field]]] : []));
  return Object.fromEntries(remaining) as FieldErrors<Field>;
}
