// The form that puts a file into the profile: where it posts to, and what comes back when nothing changed.
import { FILE_KINDS, type FileKind } from "../../../contract/files";
import type { KeptFile } from "../../../lib/kept-file";

export const FILE_PATH = "/profile/file";
export const DELETE_PATH = "/profile/file/delete";

/** The names of hidden fields: the kind of the file that the form is about, and its id. */
export const KIND = "kind";
export const FILE_ID = "id";

export const CHOOSE_FIRST = "Choose a file first";

export interface FileAnswer {
  message: string;
  /** Words beside the file, where it is at fault. */
  fileWords: string | null;
  /** What has arrived, so that it is not asked for again. */
  kept: KeptFile | null;
}

/** The kind that a posted form is about; null when it does not say. */
export function postedKind(form: FormData): FileKind | null {
  const posted = form.get(KIND);
  return FILE_KINDS.find((kind) => kind === posted) ?? null;
}

/** The kind that a member of the other roles keeps. */
export function otherKind(kind: FileKind): FileKind {
  return kind === "resume" ? "portfolio" : "resume";
}
