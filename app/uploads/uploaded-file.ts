// A file that has arrived before its account: what the form carries of it, and how that is read back.
import { FILE_KINDS, type FileKind } from "../contract/files";

/** An uploaded file, kept for the account to be. */
export interface UploadedFile {
  id: string;
  /** The `ticket` parameter of its upload URL: whoever has it may claim or delete the file. */
  ticket: string;
  name: string;
}

export type UploadedFiles = Record<FileKind, UploadedFile | null>;

const NO_FILES: UploadedFiles = { resume: null, portfolio: null };

/** The names of the hidden inputs that carry a kept file of one kind. */
export function uploadedFileFields(kind: FileKind) {
  return { id: `${kind}Id`, ticket: `${kind}Ticket`, name: `${kind}Name` } as const;
}

/** The name of the box that leaves a kept file out of a form without scripts. */
export function removeField(kind: FileKind): string {
  return `${kind}Drop`;
}

/** The kept files that a posted form carries. */
export function readUploadedFiles(form: FormData): UploadedFiles {
  const uploaded = { ...NO_FILES };
  for (const kind of FILE_KINDS) {
    const names = uploadedFileFields(kind);
    const [id, ticket, name] = [names.id, names.ticket, names.name].map((field) => String(form.get(field) ?? ""));
    if (id && ticket) uploaded[kind] = { id, ticket, name: name || "Your file" };
  }
  return uploaded;
}

/** The kinds of file whose "leave this file out" box was ticked. */
export function removedKinds(form: FormData): FileKind[] {
  return FILE_KINDS.filter((kind) => form.has(removeField(kind)));
}

/** Writes a kept file into a form that is about to be sent, or takes it out. */
export function setUploadedFile(form: FormData, kind: FileKind, file: UploadedFile | null): void {
  form.delete(kind);
  for (const [part, name] of Object.entries(uploadedFileFields(kind)) as [keyof UploadedFile, string][]) {
    if (file) form.set(name, file[part]);
    else form.delete(name);
  }
}

/** The file that an upload's URL stands for; null when the URL is none of ours. */
export function uploadedFileFromUrl(url: string, name: string): UploadedFile | null {
  const parsed = new URL(url, "https://edge.invalid");
  const id = parsed.pathname.split("/").pop();
  const ticket = parsed.searchParams.get("ticket");
  return id && ticket ? { id, ticket, name } : null;
}

/** The path of a kept file's upload below the API. */
export function uploadPath({ id, ticket }: Pick<UploadedFile, "id" | "ticket">): string {
  return `/files/${encodeURIComponent(id)}?ticket=${encodeURIComponent(ticket)}`;
}
