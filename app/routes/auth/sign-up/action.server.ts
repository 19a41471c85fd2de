// What a posted sign-up form leads to: an account, or an answer that says what to put right.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, publicConfigContext } from "../../../context";
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import { UNVERIFIED } from "../../../contract/sign-up-fields";
import { actionErrorMessage, dashboardAfter } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorField, guestFileErrorMessage } from "../../../lib/error-messages";
import { chosenFile, deleteUploadedFile, uploadFormFile } from "../../../uploads/form-upload.server";
import { removedKinds } from "../../../uploads/uploaded-file";
import { readCodeStep } from "../code-step";
import { checkEntry } from "./check-entry";
import { type Entry, readEntry, type SignUpActionData, type SignUpErrors, withFileError } from "./entry";
import { askForProof, proveAddress } from "./prove-address.server";

const FALLBACK = "Signup failed. Please try again.";

/** Errors that are about the file and not about the form. */
const FILE_ERRORS = ["upload_ticket_invalid", "upload_gone", "upload_incomplete", "storage_file_not_found"];

export async function signUp(request: Request, context: Readonly<RouterContextProvider>) {
  const api = context.get(apiContext);
  const form = await readForm(request);
  const entry = readEntry(form);
  const step = readCodeStep(form);
  if (step) return proveAddress(request, context, form, entry, step);

  const kind = entry.values.role ? fileKindOf(entry.values.role) : null;
  const fileError = await receiveFiles(form, entry, kind, context);

  const { emailVerifiedAtSignUp: emailVerified } = context.get(publicConfigContext);
  const errors = checkEntry(entry, new Date(), emailVerified);
  const lacksProof = errors?.message === UNVERIFIED;
  if (lacksProof && !fileError) return askForProof(request, context, entry);
  if (errors || fileError) {
    const all = kind ? withFileError(lacksProof ? null : errors, kind, fileError) : errors;
    if (all) return answer(entry, all, 422);
  }

  const file = kind ? entry.uploaded[kind] : null;
  const created = await readApiResult(
    api.client.account.$post({
      json: {
        ...entry.values,
        ...(kind && file ? { [`${kind}Id`]: file.id, uploadTicket: file.ticket } : {}),
        ...(entry.proof && !emailVerified ? { emailProof: entry.proof.token } : {}),
      },
    }),
  );
  if (!created.ok) {
    // The proof was right here and is not to the API: it has run out.
    const isUnproven = created.error.message === UNVERIFIED;
    if (isUnproven) return askForProof(request, context, { ...entry, proof: null });
    return answerError(request, entry, kind, created.error);
  }

  await dropOthers(entry, kind, context);
  context.get(flashContext).leave(created.data.isNewProfile ? "new-user" : "existing-user", "/dashboard");
  throw redirect(dashboardAfter(request), 303);
}

/**
 * Takes in the file that came with the form and lets go of what was ticked to be left out; `entry.kept` is up to date afterwards.
 * @returns the words for a file that could not be kept.
 */
async function receiveFiles(
  form: FormData,
  entry: Entry,
  kind: FileKind | null,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const { fetch } = context.get(apiContext);
  for (const dropped of removedKinds(form)) {
    const file = entry.uploaded[dropped];
    if (file) await deleteUploadedFile(fetch, file);
    entry.uploaded[dropped] = null;
  }
  const chosen = kind ? chosenFile(form, kind) : null;
  if (!kind || !chosen) return null;
  const { fileMaxBytes } = context.get(publicConfigContext);
  const result = await uploadFormFile(fetch, kind, chosen, fileMaxBytes, guestFileErrorMessage);
  if ("message" in result) return result.message;
  const replaced = entry.uploaded[kind];
  if (replaced) await deleteUploadedFile(fetch, replaced);
  entry.uploaded[kind] = result.uploaded;
  return null;
}

/** A file of the kind that the chosen role does not have belongs to nobody. */
async function dropOthers(entry: Entry, kind: FileKind | null, context: Readonly<RouterContextProvider>) {
  const unwanted = FILE_KINDS.flatMap((other) => (other === kind ? [] : (entry.uploaded[other] ?? [])));
  await Promise.all(unwanted.map((file) => deleteUploadedFile(context.get(apiContext).fetch, file)));
}

function answerError(request: Request, entry: Entry, kind: FileKind | null, error: ApiResultError) {
  const message = actionErrorMessage(request, error, FALLBACK);
  if (kind && FILE_ERRORS.includes(error.type)) {
    entry.uploaded[kind] = null;
    return answer(entry, { message: message, fields: { [kind]: message } }, error.code);
  }
  if (error.type === "existing_account_wrong_password") {
    const fields = { password: "This is not the password of your account" };
    return answer(entry, { message: message, fields }, error.code, "sign-in");
  }
  const field = errorField(error);
  const fields = error.fields ?? (field ? { [field]: message } : {});
  return answer(entry, { message: message, fields }, error.code);
}

function answer(entry: Entry, errors: SignUpErrors, status: number, nextStep: SignUpActionData["nextStep"] = null) {
  const { defaultValues, uploaded, proof } = entry;
  return data<SignUpActionData>({ errors, nextStep, defaultValues, uploaded, proof, code: null }, { status });
}
