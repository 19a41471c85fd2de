// A file that is on the server but that no profile has yet. A form carries its id, ticket and name in hidden inputs.

import { FILE_ID_FIELDS, FILE_KINDS, type FileKind } from "../contract/files";
import { readText } from "../forms/read-text";

export interface UploadedFile {
  id: string;
  /** The `ticket` parameter of the upload URL. It authorizes its bearer to claim or delete the file. */
  ticket: string;
  name: string;
  /** Identifies the file that this browser has sent, as `uploadFingerprint` does. Missing when only the server knows of it. */
  fingerprint?: string;
}

export type UploadedFiles = Record<FileKind, UploadedFile | null>;

const NO_FILES: UploadedFiles = { resume: null, portfolio: null };

/** The names of the hidden inputs for an uploaded file of one kind. */
export function uploadedFileFields(kind: FileKind) {
  return { id: FILE_ID_FIELDS[kind], ticket: `${kind}Ticket`, name: `${kind}Name` } as const;
}

/** The name of the checkbox "Leave this file out", which replaces the "Remove" button where scripts do not run. */
export function removeField(kind: FileKind): string {
  return `${kind}Drop`;
}

/** Reads the uploaded files from the hidden inputs of a posted form. */
export function readUploadedFiles(form: FormData): UploadedFiles {
  const uploaded = { ...NO_FILES };
  for (const kind of FILE_KINDS) {
    const names = uploadedFileFields(kind);
    const [id, ticket, name] = [names.id, names.ticket, names.name].map((field) => readText(form, field));
    if (id && ticket) uploaded[kind] = { id, ticket, name: name || "Your file" };
  }
  return uploaded;
}

/** The kinds of file whose checkbox "Leave this file out" was ticked. */
export function removedKinds(form: FormData): FileKind[] {
  return FILE_KINDS.filter((kind) => form.has(removeField(kind)));
}

/** Sets the fields of an uploaded file in form data, or deletes them for null. The file input itself is not sent again. */
export function setUploadedFile(form: FormData, kind: FileKind, file: UploadedFile | null): void {
  form.delete(kind);
  for (const [part, name] of Object.entries(uploadedFileFields(kind)) as [
    keyof ReturnType<typeof uploadedFileFields>,
    string,
  ][]) {
    if (file) form.set(name, file[part]);
    else form.delete(name);
  }
}

/** The file with an upload URL such as `/api/files/f1?ticket=t1`; null for a URL without id or ticket. */
export function uploadedFileFromUrl(url: string, name: string): UploadedFile | null {
  const parsed = new URL(url, "https://edge.invalid");
  const id = parsed.pathname.split("/").pop();
  const ticket = parsed.searchParams.get("ticket");
  return id && ticket ? { id, ticket, name } : null;
}

/** The upload's path, relative to /api. */
export function uploadPath({ id, ticket }: Pick<UploadedFile, "id" | "ticket">): string {
  return `/files/${encodeURIComponent(id)}?ticket=${encodeURIComponent(ticket)}`;
}
