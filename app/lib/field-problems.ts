// What is wrong with the fields of a form, as every form shows it.

type Problems<Field extends string> = Partial<Record<Field, string>>;

/** One entry a failing field, in the order of the page: that of the links in the summary. */
export function problemsInOrder<Field extends string>(
  order: readonly Field[],
  fields: Problems<NoInfer<Field>>,
): { field: Field; words: string }[] {
  return order.flatMap((field) => {
    const words = fields[field];
    return words ? [{ field, words }] : [];
  });
}

/** The marks that remain while somebody puts a form right, in the words that hold now: marks only go here, they never come. */
export function stillWrong<Field extends string>(
  marked: Problems<Field>,
  now: Partial<Record<string, string>>,
): Problems<Field> {
  const remaining = Object.keys(marked).flatMap((field) => (now[field] ? [[field, now[field]]] : []));
  return Object.fromEntries(remaining) as Problems<Field>;
}
