// What the two forms about a file lead to: a file in its place, one that is gone, or an answer that says why not.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, publicConfigContext } from "../../../context";
import type { FileKind } from "../../../contract/files";
import { type AnswerError, readAnswer } from "../../../lib/api-answer.server";
import { errorWords } from "../../../lib/error-words";
import { FILE_WORDS } from "../../../lib/file-words";
import { dashboardAfter } from "../../../lib/form-post.server";
import { chosenFile, dropFile, keepFormFile } from "../../../lib/form-upload.server";
import { droppedKinds, type KeptFile, readKept } from "../../../lib/kept-file";
import { readForm } from "../../../lib/read-form.server";
import { leaveIfEnded, requireMember } from "../member.server";
import { CHOOSE_FIRST, FILE_ID, type FileAnswer, otherKind, postedKind } from "./answer";

type Context = Readonly<RouterContextProvider>;

/** Errors that are about the file and not about the form. */
const FILE_ERRORS = [
  "upload_ticket_invalid",
  "upload_gone",
  "upload_incomplete",
  "storage_file_not_found",
  "forbidden",
];
const NOT_READ = "This form could not be read. Open the page again";
const CHANGED = "Your file has changed since this page was opened. Look at it once more before you delete it.";

const idField = (kind: FileKind) => `${kind}Id` as const;

export async function putFile(request: Request, context: Context) {
  requireMember(context);
  const form = await readForm(request);
  const kind = postedKind(form);
  if (!kind) return refuse(NOT_READ, null, null, 422);
  const taken = await takeIn(form, kind, context);
  if ("words" in taken) return refuse(taken.words, taken.words, taken.kept, 422);

  const { kept } = taken;
  const changes = { [idField(kind)]: kept.id, [idField(otherKind(kind))]: null, uploadTicket: kept.ticket };
  const saved = await readAnswer(context.get(apiContext).client.profile.$patch({ json: changes }));
  if (!saved.ok) return refuseError(saved.error, kept);
  context.get(flashContext).leave("file-saved", "/dashboard");
  throw redirect(dashboardAfter(request), 303);
}

/** The file that came with the form, or that arrived before it; or the words for why there is none. */
async function takeIn(
  form: FormData,
  kind: FileKind,
  context: Context,
): Promise<{ kept: KeptFile } | { words: string; kept: KeptFile | null }> {
  const { fetch } = context.get(apiContext);
  let kept = readKept(form)[kind];
  if (kept && droppedKinds(form).includes(kind)) {
    await dropFile(fetch, kept);
    kept = null;
  }
  const chosen = chosenFile(form, kind);
  if (!chosen) return kept ? { kept } : { words: CHOOSE_FIRST, kept };
  const result = await keepFormFile(fetch, kind, chosen, context.get(publicConfigContext).fileMaxBytes);
  if ("words" in result) return { words: result.words, kept };
  if (kept) await dropFile(fetch, kept);
  return result;
}

function refuseError(error: AnswerError, kept: KeptFile) {
  leaveIfEnded(error);
  const words = errorWords(error, "Your file could not be put in its place. Please try again.");
  if (FILE_ERRORS.includes(error.type)) return refuse(words, words, null, error.code);
  return refuse(`${words} The file has arrived: you need not choose it again.`, null, kept, error.code);
}

function refuse(message: string, fileWords: string | null, kept: KeptFile | null, status: number) {
  return data<FileAnswer>({ message, fileWords, kept }, { status });
}

/** Why a file is still there. */
export interface DeleteAnswer {
  words: string;
}

export async function deleteFile(request: Request, context: Context) {
  requireMember(context);
  const form = await readForm(request);
  const kind = postedKind(form);
  if (!kind) return data<DeleteAnswer>({ words: NOT_READ }, { status: 422 });
  const { client } = context.get(apiContext);
  // The page asked about one file: another that has come since, in another tab, is not the one to delete.
  const current = await readAnswer(client.profile.$get());
  if (!current.ok) return refuseDeletion(current.error, kind);
  const id = current.data.profile?.[idField(kind)] ?? null;
  if (id !== null && id !== form.get(FILE_ID)) return data<DeleteAnswer>({ words: CHANGED }, { status: 409 });
  if (id !== null) {
    const deleted = await readAnswer(client.profile.$patch({ json: { [idField(kind)]: null } }));
    if (!deleted.ok) return refuseDeletion(deleted.error, kind);
  }
  context.get(flashContext).leave("file-deleted", "/dashboard");
  throw redirect(dashboardAfter(request), 303);
}

function refuseDeletion(error: AnswerError, kind: FileKind) {
  leaveIfEnded(error);
  const words = errorWords(error, `Your ${FILE_WORDS[kind].name} could not be deleted. Please try again.`);
  return data<DeleteAnswer>({ words }, { status: error.code });
}
