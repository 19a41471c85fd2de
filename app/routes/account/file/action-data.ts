// The form that puts a file into the profile: where it posts to, and what comes back when nothing changed.
import { data } from "react-router";
import { FILE_KINDS, type FileKind } from "../../../contract/files";
import type { UploadedFile } from "../../../uploads/uploaded-file";

export const FILE_PATH = "/profile/file";
export const DELETE_PATH = "/profile/file/delete";

/** The names of hidden fields: the kind of the file that the form is about, the id and the name of the one that is there. */
export const KIND = "kind";
export const FILE_ID = "id";
export const FILE_NAME = "name";

export const CHOOSE_FIRST = "Choose a file first";

export interface FileActionData {
  kind: FileKind;
  /** The id of the file that was there when the form was opened; null when there was none. */
  replaced: string | null;
  message: string;
  /** Words beside the file, where it is at fault. */
  fileError: string | null;
  /** What has arrived, so that it is not asked for again. */
  uploaded: UploadedFile | null;
}

/** Why a file is still there. */
export interface DeleteFileActionData {
  message: string;
  kind: FileKind;
  id: string | null;
  name: string;
}

/** The kind that a posted form is about. @throws {Response} 400 when it does not say, which no form of ours does */
export function postedKind(form: FormData): FileKind {
  const posted = form.get(KIND);
  const kind = FILE_KINDS.find((one) => one === posted);
  if (!kind) throw data(null, { status: 400 });
  return kind;
}

/** The id of the file that a posted form is about; null when there was none. */
export function postedId(form: FormData): string | null {
  const id = form.get(FILE_ID);
  return typeof id === "string" && id !== "" ? id : null;
}

/** The kind that a member of the other roles keeps. */
export function otherKind(kind: FileKind): FileKind {
  return kind === "resume" ? "portfolio" : "resume";
}
