// Uploads a file that was posted with a form, as browsers without JavaScript do, through the API's tus endpoint.
import { type FileKind, TUS_VERSION } from "../contract/files";
import { FORM_FILE_MAX_BYTES } from "../contract/limits";
import { readApiResult } from "../lib/api-result.server";
import { errorMessage } from "../lib/error-messages";
import { fileError } from "./file-check";
import { type UploadedFile, uploadedFileFromUrl, uploadPath } from "./uploaded-file";

/** Calls the API in the same process; paths are relative to /api. */
type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

const NOT_UPLOADED = "This file could not be saved. Choose it again";
const TUS = { "Tus-Resumable": TUS_VERSION };

/** The file of a posted form, or null. When none was chosen, browsers send an empty file without a name. */
export function chosenFile(form: FormData, kind: FileKind): File | null {
  const value = form.get(kind);
  return value instanceof File && value.name !== "" ? value : null;
}

/**
 * Creates an upload (tus 1.0.0, extension "creation") and sends the whole file in one PATCH.
 * @param messageFor turns an error of the API into a message
 * @returns the uploaded file, or the error message
 */
export async function uploadFormFile(
  fetchApi: ApiFetch,
  kind: FileKind,
  file: File,
  maxBytes: number,
  messageFor = errorMessage,
): Promise<{ uploaded: UploadedFile } | { message: string }> {
  const message = await fileError(kind, file, Math.min(maxBytes, FORM_FILE_MAX_BYTES));
  if (message) return { message };
  const metadata = { filename: file.name, filetype: file.type || "application/octet-stream", kind };
  const creation = {
    method: "POST",
    headers: { ...TUS, "Upload-Length": String(file.size), "Upload-Metadata": tusMetadata(metadata) },
  };
  const created = await send(fetchApi, "/files", creation, messageFor);
  if ("message" in created) return created;
  const location = created.headers.get("Location");
  const uploaded = location ? uploadedFileFromUrl(location, file.name) : null;
  if (!uploaded) {
    console.error("an upload was created without a usable Location", location);
    return { message: NOT_UPLOADED };
  }
  const content = {
    method: "PATCH",
    headers: {
      ...TUS,
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(file.size),
    },
    body: await file.arrayBuffer(),
  };
  const sent = await send(fetchApi, uploadPath(uploaded), content, messageFor);
  return "message" in sent ? sent : { uploaded };
}

/** Deletes an uploaded file that no account will claim. Never throws: the server's sweep deletes the file later. */
export async function deleteUploadedFile(fetchApi: ApiFetch, file: UploadedFile): Promise<void> {
  const result = await readApiResult(fetchApi(uploadPath(file), { method: "DELETE", headers: TUS }));
  if (!result.ok) console.warn("a file that is no longer needed could not be deleted", result.error);
}

async function send(
  fetchApi: ApiFetch,
  path: string,
  init: RequestInit,
  messageFor: typeof errorMessage,
): Promise<Response | { message: string }> {
  try {
    const response = await fetchApi(path, init);
    if (response.ok) return response;
    const result = await readApiResult(Promise.resolve(response));
    return { message: result.ok ? NOT_UPLOADED : messageFor(result.error, NOT_UPLOADED) };
  } catch (error) {
    console.error("a file could not be sent to the API", error);
    return { message: NOT_UPLOADED };
  }
}

/** The value of `Upload-Metadata`: keys, each with its UTF-8 value in base64 (tus 1.0.0). */
function tusMetadata(values: Record<string, string>): string {
  const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return Object.entries(values)
    .map(([key, value]) => `${key} ${encode(value)}`)
    .join(",");
}
