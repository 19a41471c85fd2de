// The action of the sign-up form. It creates the account and redirects to the dashboard, or returns action data with errors.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, publicConfigContext } from "../../../context";
import { FILE_ID_FIELDS, FILE_KINDS, type FileKind, fileKindOf } from "../../../contract/files";
import { MESSAGES } from "../../../contract/messages";
import { actionErrorMessage, dashboardPath } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorFields, guestFileErrorMessage } from "../../../lib/error-messages";
import { chosenFile, deleteUploadedFile, uploadFormFile } from "../../../uploads/form-upload.server";
import { removedKinds } from "../../../uploads/uploaded-file";
import { readCodeStep } from "../code-step";
import { TWO_STEP_SIGN_IN_PATH } from "../path";
import { type SignUpActionData, type SignUpErrors, signUpErrors, withFileError } from "./errors";
import { readSignUpForm, type SignUpFormData, toSignUpBody } from "./form-data";
import { proveAddress, sendCode } from "./prove-address.server";

const FALLBACK = "Signup failed. Please try again.";

/** The error types that are shown at the file field. */
const FILE_ERRORS = [
  "upload_ticket_invalid",
  "upload_gone",
  "upload_incomplete",
  "file_content_mismatch",
  "storage_file_not_found",
];

export async function signUp(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await readForm(request);
  const posted = readSignUpForm(form);
  const step = readCodeStep(form);
  if (step) return proveAddress(request, context, form, posted, step);

  const { role } = posted.values;
  const kind = role ? fileKindOf(role) : null;
  const fileError = await receiveFiles(form, posted, kind, context);
  if (kind && fileError) return failWithFileError(posted, kind, fileError, context);

  // The schema is not checked here: the API does that, in this same Worker.
  const file = kind ? posted.uploaded[kind] : null;
  const body = toSignUpBody(posted);
  const result = await readApiResult(
    context.get(apiContext).client.account.$post({
      json: { ...body, ...(kind && file && { [FILE_ID_FIELDS[kind]]: file.id, uploadTicket: file.ticket }) },
    }),
  );
  if (!result.ok) {
    if (result.error.type === "user_more_factors_required") throw secondStepRedirect(context);
    if (result.error.message !== MESSAGES.emailProof) return failWithApiError(request, posted, kind, result.error);
    // When the form had a proof and the API still requires one, the proof has expired.
    return sendCode(request, context, body.emailProof ? { ...posted, proof: null } : posted);
  }

  await deleteOtherFiles(posted, kind, context);
  const { isNewUser, isProfileAsSent } = result.data;
  context.get(flashContext).set(isNewUser || isProfileAsSent ? "new-user" : "existing-user", "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

/** The redirect for an account that exists and has a second factor. Nothing of the form is saved; its draft stays until the sign-in. */
function secondStepRedirect(context: Readonly<RouterContextProvider>): Response {
  context.get(flashContext).set("existing-account", TWO_STEP_SIGN_IN_PATH);
  return redirect(TWO_STEP_SIGN_IN_PATH, 303);
}

/**
 * Uploads the file in the form, and deletes uploaded files that the visitor chose to remove. It updates `posted.uploaded`.
 * @returns the message when the upload failed; null otherwise
 */
async function receiveFiles(
  form: FormData,
  posted: SignUpFormData,
  kind: FileKind | null,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const { fetch } = context.get(apiContext);
  for (const removed of removedKinds(form)) {
    const file = posted.uploaded[removed];
    if (file) await deleteUploadedFile(fetch, file);
    posted.uploaded[removed] = null;
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

/** Deletes uploaded files of a kind that the chosen role does not have: no profile will contain them. */
async function deleteOtherFiles(
  posted: SignUpFormData,
  kind: FileKind | null,
  context: Readonly<RouterContextProvider>,
) {
  const unwanted = FILE_KINDS.flatMap((other) => (other === kind ? [] : (posted.uploaded[other] ?? [])));
  await Promise.all(unwanted.map((file) => deleteUploadedFile(context.get(apiContext).fetch, file)));
}

/** The account is not created without its file. The errors of the other fields are returned as well. */
function failWithFileError(
  posted: SignUpFormData,
  kind: FileKind,
  message: string,
  context: Readonly<RouterContextProvider>,
) {
  const { requiresEmailProof } = context.get(publicConfigContext);
  const errors = signUpErrors(posted, requiresEmailProof);
  // The code for the e-mail is requested only when the file is accepted.
  const others = errors?.message === MESSAGES.emailProof ? null : errors;
  return failWith(posted, withFileError(others, kind, message), 422);
}

function failWithApiError(request: Request, posted: SignUpFormData, kind: FileKind | null, error: ApiResultError) {
  const message = actionErrorMessage(request, error, FALLBACK);
  if (kind && FILE_ERRORS.includes(error.type)) {
    posted.uploaded[kind] = null;
    return failWith(posted, { message, fields: { [kind]: message } }, error.code);
  }
  if (error.type === "existing_account_wrong_password") {
    const fields = { password: "This is not the password of your account" };
    return failWith(posted, { message, fields }, error.code, "sign-in");
  }
  return failWith(posted, { message, fields: errorFields(error, message) }, error.code);
}

function failWith(
  posted: SignUpFormData,
  errors: SignUpErrors,
  status: number,
  nextStep: SignUpActionData["nextStep"] = null,
) {
  const { defaultValues, uploaded, proof } = posted;
  return data<SignUpActionData>({ errors, nextStep, defaultValues, uploaded, proof, code: null }, { status });
}
