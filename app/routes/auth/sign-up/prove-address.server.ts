// Where nobody can join until the address is proven: the one-time code before the account.
import { data, type RouterContextProvider } from "react-router";
import { apiContext } from "../../../context";
import { MESSAGES } from "../../../contract/messages";
import { actionErrorMessage } from "../../../forms/after-submit.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorFields } from "../../../lib/error-messages";
import { CODE, type CodeFormState, type CodeStep, codeFormState } from "../code-step";
import { CODE_UNSENT, mailCode } from "../mail-code.server";
import { codeError, invalidCode, readSentCode, type SentCode } from "../one-time-code";
import { codeErrorMessage } from "../one-time-code.server";
import type { SignUpActionData, SignUpErrors } from "./errors";
import type { AddressProof, SignUpFormData } from "./form-data";

type Context = Readonly<RouterContextProvider>;

const UNPROVEN: SignUpErrors = {
  message: MESSAGES.unverified,
  fields: { email: MESSAGES.unverified },
};
const NOTHING: SignUpErrors = { message: "", fields: {} };

/** Mails a code to the address of an posted, and asks for it. */
export async function askForProof(request: Request, context: Context, posted: SignUpFormData) {
  const mailed = await mailCode(context, posted.values.email.trim(), "sign-up");
  if (!mailed.ok) return answerUnsent(request, posted, mailed.error);
  return answerCode(posted, codeFormState(mailed.sent), 422);
}

/** Does what a button of the code's form asks for. */
export async function proveAddress(
  request: Request,
  context: Context,
  form: FormData,
  posted: SignUpFormData,
  step: CodeStep,
) {
  const sent = readSentCode(form);
  if (step === "cancel") return answer(posted, { errors: UNPROVEN }, 200);
  if (step === "send" || !sent) return askForProof(request, context, posted);
  if (step === "again") return sendAnother(request, context, posted, sent);

  const typed = String(form.get(CODE) ?? "");
  const fieldError = codeError(typed);
  if (fieldError)
    return answerCode(posted, { ...codeFormState(sent), typed, fieldError, error: invalidCode(fieldError) }, 422);
  const json = { userId: sent.userId, secret: typed };
  const proven = await readApiResult(context.get(apiContext).client.account.tokens.email.$put({ json }));
  if (!proven.ok) {
    const { error } = proven;
    return answerCode(posted, { ...codeFormState(sent), typed, error: codeErrorMessage(error) }, error.code);
  }
  const proof: AddressProof = { email: proven.data.email, token: proven.data.proof };
  return answer({ ...posted, proof }, { errors: NOTHING }, 200);
}

async function sendAnother(request: Request, context: Context, posted: SignUpFormData, sent: SentCode) {
  const mailed = await mailCode(context, sent.email, "sign-up");
  if (mailed.ok) return answerCode(posted, codeFormState(mailed.sent, true), 200);
  const problem = actionErrorMessage(request, mailed.error, CODE_UNSENT);
  return answerCode(posted, { ...codeFormState(sent), error: problem }, mailed.error.code);
}

function answerUnsent(request: Request, posted: SignUpFormData, error: ApiResultError) {
  const message = actionErrorMessage(request, error, CODE_UNSENT);
  return answer(posted, { errors: { message, fields: errorFields(error, message) } }, error.code);
}

function answerCode(posted: SignUpFormData, code: CodeFormState, status: number) {
  return answer(posted, { errors: UNPROVEN, code }, status);
}

function answer(
  { defaultValues, uploaded, proof }: SignUpFormData,
  result: Pick<SignUpActionData, "errors"> & Partial<Pick<SignUpActionData, "code">>,
  status: number,
) {
  return data<SignUpActionData>({ code: null, nextStep: null, defaultValues, uploaded, proof, ...result }, { status });
}
