// Sends a file that came with a posted form, which is how it comes without scripts, through the API's own upload.
import { type FileKind, TUS_VERSION } from "../contract/files";
import { FORM_FILE_MAX_BYTES } from "../contract/limits";
import { readApiResult } from "../lib/api-result.server";
import { errorMessage } from "../lib/error-messages";
import { fileError } from "./file-check";
import { type UploadedFile, uploadedFileFromUrl, uploadPath } from "./uploaded-file";

/** The in-process API, as far as files need it: paths are below /api. */
type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

const NOT_UPLOADED = "This file could not be kept. Choose it again";
const TUS = { "Tus-Resumable": TUS_VERSION };

/** The file of a posted form, or null when none was chosen: browsers then send an empty one without a name. */
export function chosenFile(form: FormData, kind: FileKind): File | null {
  const value = form.get(kind);
  return value instanceof File && value.name !== "" ? value : null;
}

/**
 * Uploads a file in one request (tus 1.0.0, creation).
 * @param wordsFor words what the API refuses
 * @returns the kept file, or the words for why it is not.
 */
export async function uploadFormFile(
  fetchApi: ApiFetch,
  kind: FileKind,
  file: File,
  maxBytes: number,
  messageFor = errorMessage,
): Promise<{ uploaded: UploadedFile } | { message: string }> {
  const problem = await fileError(kind, file, Math.min(maxBytes, FORM_FILE_MAX_BYTES));
  if (problem) return { message: problem };
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
    console.error("an upload was created without a usable address", location);
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

/** Deletes a kept file that no account will have. Failing is no reason to fail the form: the sweep removes it later. */
export async function deleteUploadedFile(fetchApi: ApiFetch, file: UploadedFile): Promise<void> {
  const answer = await readApiResult(fetchApi(uploadPath(file), { method: "DELETE", headers: TUS }));
  if (!answer.ok) console.warn("a file that is not wanted any more could not be deleted", answer.error);
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
    const answer = await readApiResult(Promise.resolve(response));
    return { message: answer.ok ? NOT_UPLOADED : messageFor(answer.error, NOT_UPLOADED) };
  } catch (error) {
    console.error("a file could not be handed to the API", error);
    return { message: NOT_UPLOADED };
  }
}

/** `Upload-Metadata`: keys, each with its value in base64 of UTF-8 (tus 1.0.0). */
function tusMetadata(values: Record<string, string>): string {
  const encode = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return Object.entries(values)
    .map(([key, value]) => `${key} ${encode(value)}`)
    .join(",");
}
