// What is wrong with the fields of a form, as every form shows it.

type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

/** One entry a failing field, in the order of the page: that of the links in the summary. */
export function errorsInOrder<Field extends string>(
  order: readonly Field[],
  fields: FieldErrors<NoInfer<Field>>,
): { field: Field; message: string }[] {
  return order.flatMap((field) => {
    const message = fields[field];
    return message ? [{ field, message }] : [];
  });
}

/** The marks that remain while somebody puts a form right, in the words that hold now: marks only go here, they never come. */
export function remainingErrors<Field extends string>(
  marked: FieldErrors<Field>,
  now: Partial<Record<string, string>>,
): FieldErrors<Field> {
  const remaining = Object.keys(marked).flatMap((field) => (now[field] ? [[field, now[field]]] : []));
  return Object.fromEntries(remaining) as FieldErrors<Field>;
}
