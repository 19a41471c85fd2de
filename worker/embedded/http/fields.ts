// Turns the name-value pairs of a query string or form into an object, with arrays as PHP reads them.

/** `name[]` and `name[0]` are collected in an array; of a plain name given twice the last value counts. */
export function collectFields(pairs: Iterable<[string, string]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    const list = /^([^[\]]+)\[\d*\]$/.exec(key)?.[1];
    if (list === undefined) {
      fields[key] = value;
      continue;
    }
    const existing = fields[list];
    if (Array.isArray(existing)) existing.push(value);
    else fields[list] = [value];
  }
  return fields;
}
