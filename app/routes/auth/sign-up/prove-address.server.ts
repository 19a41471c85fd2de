// Where nobody can join until the address is proven: the one-time code before the account.
import { data, type RouterContextProvider } from "react-router";
import { apiContext } from "../../../context";
import { UNVERIFIED } from "../../../contract/sign-up-fields";
import { actionErrorMessage } from "../../../forms/after-submit.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { CODE, type CodeFormState, type CodeStep, codeFormState } from "../code-step";
import { CODE_UNSENT, mailCode } from "../mail-code.server";
import { codeError, normalizeCode, readSentCode, type SentCode } from "../one-time-code";
import { codeErrorMessage } from "../one-time-code.server";
import type { AddressProof, Entry, SignUpActionData, SignUpErrors } from "./entry";

type Context = Readonly<RouterContextProvider>;

const UNPROVEN: SignUpErrors = {
  message: UNVERIFIED,
  fields: { email: UNVERIFIED },
};
const NOTHING: SignUpErrors = { message: "", fields: {} };

/** Mails a code to the address of an entry, and asks for it. */
export async function askForProof(request: Request, context: Context, entry: Entry) {
  const mailed = await mailCode(context, entry.values.email.trim(), "sign-up");
  if (!mailed.ok) return answerUnsent(request, entry, mailed.error);
  return answerCode(entry, codeFormState(mailed.sent), 422);
}

/** Does what a button of the code's form asks for. */
export async function proveAddress(request: Request, context: Context, form: FormData, entry: Entry, step: CodeStep) {
  const sent = readSentCode(form);
  if (step === "cancel") return answer(entry, { errors: UNPROVEN }, 200);
  if (step === "send" || !sent) return askForProof(request, context, entry);
  if (step === "again") return sendAnother(request, context, entry, sent);

  const typed = String(form.get(CODE) ?? "");
  const fieldError = codeError(typed);
  if (fieldError) return answerCode(entry, { ...codeFormState(sent), typed, fieldError: fieldError }, 422);
  const json = { userId: sent.userId, secret: normalizeCode(typed) };
  const proven = await readApiResult(context.get(apiContext).client.account.tokens.email.$put({ json }));
  if (!proven.ok) {
    const { error } = proven;
    return answerCode(entry, { ...codeFormState(sent), typed, error: codeErrorMessage(error) }, error.code);
  }
  const proof: AddressProof = { email: proven.data.email, token: proven.data.proof };
  return answer({ ...entry, proof }, { errors: NOTHING }, 200);
}

async function sendAnother(request: Request, context: Context, entry: Entry, sent: SentCode) {
  const mailed = await mailCode(context, sent.email, "sign-up");
  if (mailed.ok) return answerCode(entry, codeFormState(mailed.sent, true), 200);
  const problem = actionErrorMessage(request, mailed.error, CODE_UNSENT);
  return answerCode(entry, { ...codeFormState(sent), error: problem }, mailed.error.code);
}

function answerUnsent(request: Request, entry: Entry, error: ApiResultError) {
  const message = actionErrorMessage(request, error, CODE_UNSENT);
  return answer(entry, { errors: { message, fields: error.fields ?? {} } }, error.code);
}

function answerCode(entry: Entry, code: CodeFormState, status: number) {
  return answer(entry, { errors: UNPROVEN, code }, status);
}

function answer(
  { defaultValues, uploaded, proof }: Entry,
  result: Pick<SignUpActionData, "errors"> & Partial<Pick<SignUpActionData, "code">>,
  status: number,
) {
  return data<SignUpActionData>({ code: null, nextStep: null, defaultValues, uploaded, proof, ...result }, { status });
}
