import { data } from "react-router";

/**
 * Reads a posted form. The error boundary shows what this throws.
 * @throws {Response} 415 for another content type, 400 for a body that cannot be parsed
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) throw data(null, { status: 415 });
  try {
    return await request.formData();
  } catch {
    // Not logged: the runtime's message quotes what was sent.
    throw data(null, { status: 400 });
  }
}
