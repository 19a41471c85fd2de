import { data } from "react-router";
import { FORM_TEXT_MAX } from "../contract/limits";

/**
 * Reads a posted form. The error boundary shows what this throws.
 * @throws {Response} 415 for another content type, 400 for a body that cannot be parsed, 413 for text fields that are too long
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) throw data(null, { status: 415 });
  const form = await request.formData().catch(() => {
    // Not logged: the runtime's message quotes what was sent.
    throw data(null, { status: 400 });
  });
  // A form with a file may be much larger, but its text may not.
  let length = 0;
  for (const [name, value] of form) length += name.length + (typeof value === "string" ? value.length : 0);
  if (length > FORM_TEXT_MAX) throw data(null, { status: 413 });
  return form;
}
