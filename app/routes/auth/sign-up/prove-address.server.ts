// Where a deployment requires the proof of an e-mail for sign-up: sends and checks the one-time code, before the account is created.

import { data, type RouterContextProvider } from "react-router";
import { apiContext } from "../../../context";
import { MESSAGES } from "../../../contract/messages";
import { actionErrorMessage } from "../../../forms/after-submit.server";
import { readText } from "../../../forms/read-text";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorFields } from "../../../lib/error-messages";
import { CODE_FIELD, type CodeFormState, type CodeStep, codeFormState } from "../code-step";
import { mailCode, SEND_CODE_FALLBACK } from "../mail-code.server";
import { codeError, invalidCodeMessage, type PendingCode, readPendingCode } from "../one-time-code";
import { codeErrorMessage } from "../one-time-code.server";
import type { SignUpActionData, SignUpErrors } from "./errors";
import type { ProvenEmail, SignUpFormData } from "./form-data";

type Context = Readonly<RouterContextProvider>;

const EMAIL_PROOF_ERRORS: SignUpErrors = {
  message: MESSAGES.emailProof,
  fields: { email: MESSAGES.emailProof },
};
const NO_ERRORS: SignUpErrors = { message: "", fields: {} };

/** Mails a code to the e-mail in the form, and returns the state of the form for it. */
export async function sendCode(request: Request, context: Context, posted: SignUpFormData) {
  const result = await mailCode(request, context, posted.values.email.trim(), "sign-up");
  if (!result.ok) return failToSend(request, posted, result.error);
  return respondWithCode(posted, result.state, 422);
}

/** Handles a submit of the form for the code, according to the button that was pressed. */
export async function proveAddress(
  request: Request,
  context: Context,
  form: FormData,
  posted: SignUpFormData,
  step: CodeStep,
) {
  const sent = readPendingCode(form);
  if (step === "cancel") return respond(posted, { errors: EMAIL_PROOF_ERRORS }, 200);
  if (step === "send" || !sent) return sendCode(request, context, posted);
  if (step === "again") return resendCode(request, context, posted, sent);

  const typed = readText(form, CODE_FIELD);
  const fieldError = codeError(typed);
  if (fieldError)
    return respondWithCode(
      posted,
      { ...codeFormState(sent), typed, fieldError, error: invalidCodeMessage(fieldError) },
      422,
    );
  const json = { userId: sent.userId, secret: typed };
  const result = await readApiResult(context.get(apiContext).client.account.tokens.email.$put({ json }));
  if (!result.ok) {
    const { error } = result;
    return respondWithCode(posted, { ...codeFormState(sent), typed, error: codeErrorMessage(error) }, error.code);
  }
  const proof: ProvenEmail = { email: result.data.email, token: result.data.proof };
  return respond({ ...posted, proof }, { errors: NO_ERRORS }, 200);
}

async function resendCode(request: Request, context: Context, posted: SignUpFormData, sent: PendingCode) {
  const result = await mailCode(request, context, sent.email, "sign-up", true);
  if (result.ok) return respondWithCode(posted, result.state, 200);
  const error = actionErrorMessage(request, result.error, SEND_CODE_FALLBACK);
  return respondWithCode(posted, { ...codeFormState(sent), error }, result.error.code);
}

function failToSend(request: Request, posted: SignUpFormData, error: ApiResultError) {
  const message = actionErrorMessage(request, error, SEND_CODE_FALLBACK);
  return respond(posted, { errors: { message, fields: errorFields(error, message) } }, error.code);
}

function respondWithCode(posted: SignUpFormData, code: CodeFormState, status: number) {
  return respond(posted, { errors: EMAIL_PROOF_ERRORS, code }, status);
}

function respond(
  { defaultValues, uploaded, proof }: SignUpFormData,
  rest: Pick<SignUpActionData, "errors"> & Partial<Pick<SignUpActionData, "code">>,
  status: number,
) {
  return data<SignUpActionData>({ code: null, nextStep: null, defaultValues, uploaded, proof, ...rest }, { status });
}
