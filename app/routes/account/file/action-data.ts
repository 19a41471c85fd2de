// What the actions about a file share with their forms: paths, field names and action data.
import { data } from "react-router";
import type { ApiErrorType } from "../../../contract/errors";
import { FILE_KINDS, type FileKind } from "../../../contract/files";
import type { ErrorInfo } from "../../../lib/error-messages";
import type { UploadedFile } from "../../../uploads/uploaded-file";

export const FILE_PATH = "/profile/file";
export const DELETE_PATH = "/profile/file/delete";

/** The names of the hidden inputs: the kind of file that the form is about, and the id and name of the current file. */
export const KIND = "kind";
export const FILE_ID = "id";
export const FILE_NAME = "name";

export const CHOOSE_FIRST = "Choose a file first";

/** The action data when saving the file has failed. */
export interface FileActionData {
  kind: FileKind;
  /** The id of the file that was in the profile when the form was opened; null when there was none. */
  currentId: string | null;
  message: string;
  /** The message at the file field, when the file is the cause. */
  fileError: string | null;
  /** The file that the server has already, so that it need not be chosen again. */
  uploaded: UploadedFile | null;
}

/** The action data when deleting the file has failed. */
export interface DeleteFileActionData {
  message: string;
  kind: FileKind;
  id: string | null;
  name: string;
  /** True when an answer was lost, so that the file may be deleted. */
  isUncertain: boolean;
}

/** The errors after which a change may have been made all the same. */
const WITHOUT_OUTCOME: readonly string[] = ["backend_failed", "backend_stalled", "internal"] satisfies ApiErrorType[];

/** @param error null when there was no response at all */
export function isUncertain(error: Pick<ErrorInfo, "type"> | null): boolean {
  return !error || WITHOUT_OUTCOME.includes(error.type);
}

/** The kind of file that a posted form is about. @throws {Response} 400 when the form names none, which ours always do */
export function postedKind(form: FormData): FileKind {
  const posted = form.get(KIND);
  const kind = FILE_KINDS.find((known) => known === posted);
  if (!kind) throw data(null, { status: 400 });
  return kind;
}

/** The id of the current file in a posted form; null when there was none. */
export function postedId(form: FormData): string | null {
  const id = form.get(FILE_ID);
  return typeof id === "string" && id !== "" ? id : null;
}

/** The kind of file for the other roles. */
export function otherKind(kind: FileKind): FileKind {
  return kind === "resume" ? "portfolio" : "resume";
}
