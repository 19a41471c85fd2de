/** A text field as it was posted; "" when it was not. Nothing is trimmed: a password of spaces is a password. */
export function readText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
}
