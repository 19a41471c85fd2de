import { data } from "react-router";

/**
 * The fields of a posted form.
 * @throws {Response} 415 for what is no form, 400 for one that cannot be read; the page in its place says so.
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) throw data(null, { status: 415 });
  try {
    return await request.formData();
  } catch (error) {
    console.warn("a form could not be read", error);
    throw data(null, { status: 400 });
  }
}
