/** The value of a text field; "" when the form does not have it. It is not trimmed, since a password may contain spaces. */
export function readText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}
