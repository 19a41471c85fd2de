// The actions that save and delete a member's file. They redirect to the dashboard, or return action data with an error.

import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, publicConfigContext } from "../../../context";
import { FILE_ID_FIELDS, type FileKind } from "../../../contract/files";
import { dashboardPath } from "../../../forms/after-submit.server";
import { readText } from "../../../forms/read-text";
import { readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { chosenFile, deleteUploadedFile, uploadFormFile } from "../../../uploads/form-upload.server";
import { readUploadedFiles, removedKinds, type UploadedFile } from "../../../uploads/uploaded-file";
import { readMemberForm, redirectIfSessionEnded, requireMember } from "../member.server";
import {
  CHOOSE_FIRST,
  type DeleteFileActionData,
  FILE_NAME,
  type FileActionData,
  isUncertain,
  otherKind,
  postedId,
  postedKind,
} from "./action-data";

type Context = Readonly<RouterContextProvider>;

/** Error types that are shown at the file field. */
const FILE_ERRORS = [
  "upload_ticket_invalid",
  "upload_gone",
  "upload_incomplete",
  "file_content_mismatch",
  "storage_file_not_found",
  "forbidden",
];
const CHANGED = "Your file has changed since this page was opened. Look at it once more before you delete it.";

export async function putFile(request: Request, context: Context) {
  requireMember(context);
  const form = await readMemberForm(request, context);
  const kind = postedKind(form);
  const fail = (status: number, error: Pick<FileActionData, "message" | "fileError" | "uploaded">) =>
    data<FileActionData>({ kind, currentId: postedId(form), ...error }, { status });
  const result = await readFormFile(form, kind, context);
  if ("message" in result) return fail(422, { ...result, fileError: result.message });

  const { uploaded } = result;
  const changes = {
    [FILE_ID_FIELDS[kind]]: uploaded.id,
    [FILE_ID_FIELDS[otherKind(kind)]]: null,
    uploadTicket: uploaded.ticket,
  };
  const saved = await readApiResult(context.get(apiContext).client.profile.$patch({ json: changes }));
  if (!saved.ok) {
    redirectIfSessionEnded(saved.error);
    const message = errorMessage(saved.error, "Your file could not be put in its place. Please try again.");
    if (FILE_ERRORS.includes(saved.error.type)) {
      return fail(saved.error.code, { message, fileError: message, uploaded: null });
    }
    const withHint = `${message} The file has arrived: you need not choose it again.`;
    return fail(saved.error.code, { message: withHint, fileError: null, uploaded });
  }
  context.get(flashContext).set("file-saved", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

/** The file of the form: uploaded now from its file input, or before by a script. A message when there is none. */
async function readFormFile(
  form: FormData,
  kind: FileKind,
  context: Context,
): Promise<{ uploaded: UploadedFile } | { message: string; uploaded: UploadedFile | null }> {
  const { fetch } = context.get(apiContext);
  let uploaded = readUploadedFiles(form)[kind];
  if (uploaded && removedKinds(form).includes(kind)) {
    await deleteUploadedFile(fetch, uploaded);
    uploaded = null;
  }
  const chosen = chosenFile(form, kind);
  if (!chosen) return uploaded ? { uploaded } : { message: CHOOSE_FIRST, uploaded };
  const result = await uploadFormFile(fetch, kind, chosen, context.get(publicConfigContext).fileMaxBytes);
  if ("message" in result) return { message: result.message, uploaded };
  if (uploaded) await deleteUploadedFile(fetch, uploaded);
  return result;
}

export async function deleteFile(request: Request, context: Context) {
  requireMember(context);
  const form = await readMemberForm(request, context);
  const kind = postedKind(form);
  const expectedFileId = postedId(form);
  // Our form always names a file. Without one there is nothing to delete.
  if (!expectedFileId) throw redirect(dashboardPath(request), 303);
  // If another tab has replaced the file meanwhile, the API returns a conflict instead of deleting the new one.
  const json = { [FILE_ID_FIELDS[kind]]: null, expectedFileId };
  const deleted = await readApiResult(context.get(apiContext).client.profile.$patch({ json }));
  if (!deleted.ok) {
    const { error } = deleted;
    redirectIfSessionEnded(error);
    const fallback = `Your ${FILE_LABELS[kind].name} could not be deleted. Please try again.`;
    const message = error.type === "conflict" ? CHANGED : errorMessage(error, fallback);
    const file = { kind, id: expectedFileId, name: readText(form, FILE_NAME) };
    return data<DeleteFileActionData>({ message, ...file, isUncertain: isUncertain(error) }, { status: error.code });
  }
  context.get(flashContext).set("file-deleted", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}
