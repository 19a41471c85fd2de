// Name and value pairs gathered into fields, as a query string and a form write them.

/** `name[]` and `name[0]` gather into an array; a plain name given twice keeps its last value. */
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
