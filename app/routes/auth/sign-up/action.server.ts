// What a posted sign-up form leads to: an account, or an answer that says what to put right.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, publicConfigContext } from "../../../context";
import { FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import { MESSAGES } from "../../../contract/messages";
import { actionErrorMessage, dashboardPath } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorFields, guestFileErrorMessage } from "../../../lib/error-messages";
import { chosenFile, deleteUploadedFile, uploadFormFile } from "../../../uploads/form-upload.server";
import { removedKinds } from "../../../uploads/uploaded-file";
import { readCodeStep } from "../code-step";
import { type SignUpActionData, type SignUpErrors, signUpErrors, withFileError } from "./errors";
import { readSignUpForm, type SignUpFormData, toSignUpBody } from "./form-data";
import { askForProof, proveAddress } from "./prove-address.server";

const FALLBACK = "Signup failed. Please try again.";

/** Errors that are about the file and not about the form. */
const FILE_ERRORS = ["upload_ticket_invalid", "upload_gone", "upload_incomplete", "storage_file_not_found"];

export async function signUp(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  const posted = readSignUpForm(form);
  const step = readCodeStep(form);
  if (step) return proveAddress(request, context, form, posted, step);

  const { role } = posted.values;
  const kind = role ? fileKindOf(role) : null;
  const fileError = await receiveFiles(form, posted, kind, context);
  if (kind && fileError) return answerFileError(posted, kind, fileError, context);

  // The API holds the form to its rules: they run once on this side of the network.
  const file = kind ? posted.uploaded[kind] : null;
  const body = toSignUpBody(posted);
  const created = await readApiResult(
    context.get(apiContext).client.account.$post({
      json: { ...body, ...(kind && file && { [`${kind}Id`]: file.id, uploadTicket: file.ticket }) },
    }),
  );
  if (!created.ok) {
    if (created.error.message !== MESSAGES.unverified) return answerError(request, posted, kind, created.error);
    // A proof that was sent and did not do has run out.
    return askForProof(request, context, body.emailProof ? { ...posted, proof: null } : posted);
  }

  await deleteOtherFiles(posted, kind, context);
  context.get(flashContext).leave(created.data.isNewProfile ? "new-user" : "existing-user", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

/**
 * Uploads the file that came with the form, and deletes those that were ticked to be left out; `posted.uploaded` is up to date afterwards.
 * @returns why a file could not be uploaded; null when there is nothing to say
 */
async function receiveFiles(
  form: FormData,
  posted: SignUpFormData,
  kind: FileKind | null,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const { fetch } = context.get(apiContext);
  for (const dropped of removedKinds(form)) {
    const file = posted.uploaded[dropped];
    if (file) await deleteUploadedFile(fetch, file);
    posted.uploaded[dropped] = null;
  }
  const chosen = kind ? chosenFile(form, kind) : null;
  if (!kind || !chosen) return null;
  const { fileMaxBytes } = context.get(publicConfigContext);
  const result = await uploadFormFile(fetch, kind, chosen, fileMaxBytes, guestFileErrorMessage);
  if ("message" in result) return result.message;
  const replaced = posted.uploaded[kind];
  if (replaced) await deleteUploadedFile(fetch, replaced);
  posted.uploaded[kind] = result.uploaded;
  return null;
}

/** A file of the kind that the chosen role does not have belongs to nobody. */
async function deleteOtherFiles(
  posted: SignUpFormData,
  kind: FileKind | null,
  context: Readonly<RouterContextProvider>,
) {
  const unwanted = FILE_KINDS.flatMap((other) => (other === kind ? [] : (posted.uploaded[other] ?? [])));
  await Promise.all(unwanted.map((file) => deleteUploadedFile(context.get(apiContext).fetch, file)));
}

/** Without its file no form becomes an account. What else is wrong with it is said as well. */
function answerFileError(
  posted: SignUpFormData,
  kind: FileKind,
  message: string,
  context: Readonly<RouterContextProvider>,
) {
  const { emailVerifiedAtSignUp } = context.get(publicConfigContext);
  const errors = signUpErrors(posted, emailVerifiedAtSignUp);
  // The code for the address is asked for once the file is right.
  const others = errors?.message === MESSAGES.unverified ? null : errors;
  return answer(posted, withFileError(others, kind, message), 422);
}

function answerError(request: Request, posted: SignUpFormData, kind: FileKind | null, error: ApiResultError) {
  const message = actionErrorMessage(request, error, FALLBACK);
  if (kind && FILE_ERRORS.includes(error.type)) {
    posted.uploaded[kind] = null;
    return answer(posted, { message, fields: { [kind]: message } }, error.code);
  }
  if (error.type === "existing_account_wrong_password") {
    const fields = { password: "This is not the password of your account" };
    return answer(posted, { message, fields }, error.code, "sign-in");
  }
  return answer(posted, { message, fields: errorFields(error, message) }, error.code);
}

function answer(
  posted: SignUpFormData,
  errors: SignUpErrors,
  status: number,
  nextStep: SignUpActionData["nextStep"] = null,
) {
  const { defaultValues, uploaded, proof } = posted;
  return data<SignUpActionData>({ errors, nextStep, defaultValues, uploaded, proof, code: null }, { status });
}
