// Where nobody can join until the address is proven: the one-time code before the account.
import { data, type RouterContextProvider } from "react-router";
import { apiContext } from "../../../context";
import { UNVERIFIED } from "../../../contract/sign-up-fields";
import { type AnswerError, readAnswer } from "../../../lib/api-answer.server";
import { postErrorWords } from "../../../lib/form-post.server";
import { codeProblem, plainCode, readSentCode, type SentCode } from "../../../lib/one-time-code";
import { unverifiedWords } from "../../../lib/one-time-code.server";
import { CODE, type CodeAnswer, type CodeStep, codeSent } from "../code-step";
import { CODE_UNSENT, mailCode } from "../mail-code.server";
import type { AddressProof, Entry, EntryProblems, SignUpAnswer } from "./entry";

type Context = Readonly<RouterContextProvider>;

const UNPROVEN: EntryProblems = {
  message: UNVERIFIED,
  fields: { email: UNVERIFIED },
};
const NOTHING: EntryProblems = { message: "", fields: {} };

/** Mails a code to the address of an entry, and asks for it. */
export async function askForProof(request: Request, context: Context, entry: Entry) {
  const mailed = await mailCode(context, entry.values.email.trim(), "sign-up");
  if (!mailed.ok) return answerUnsent(request, entry, mailed.error);
  return answerCode(entry, codeSent(mailed.sent), 422);
}

/** Does what a button of the code's form asks for. */
export async function proveAddress(request: Request, context: Context, form: FormData, entry: Entry, step: CodeStep) {
  const sent = readSentCode(form);
  if (step === "cancel") return answer(entry, { problems: UNPROVEN }, 200);
  if (step === "send" || !sent) return askForProof(request, context, entry);
  if (step === "again") return sendAnother(request, context, entry, sent);

  const typed = String(form.get(CODE) ?? "");
  const fieldWords = codeProblem(typed);
  if (fieldWords) return answerCode(entry, { ...codeSent(sent), typed, fieldWords }, 422);
  const json = { userId: sent.userId, secret: plainCode(typed) };
  const proven = await readAnswer(context.get(apiContext).client.account.tokens.email.$put({ json }));
  if (!proven.ok) {
    const { error } = proven;
    return answerCode(entry, { ...codeSent(sent), typed, problem: unverifiedWords(error) }, error.code);
  }
  const proof: AddressProof = { email: proven.data.email, token: proven.data.proof };
  return answer({ ...entry, proof }, { problems: NOTHING }, 200);
}

async function sendAnother(request: Request, context: Context, entry: Entry, sent: SentCode) {
  const mailed = await mailCode(context, sent.email, "sign-up");
  if (mailed.ok) return answerCode(entry, codeSent(mailed.sent, true), 200);
  const problem = postErrorWords(request, mailed.error, CODE_UNSENT);
  return answerCode(entry, { ...codeSent(sent), problem }, mailed.error.code);
}

function answerUnsent(request: Request, entry: Entry, error: AnswerError) {
  const message = postErrorWords(request, error, CODE_UNSENT);
  return answer(entry, { problems: { message, fields: error.fields ?? {} } }, error.code);
}

function answerCode(entry: Entry, code: CodeAnswer, status: number) {
  return answer(entry, { problems: UNPROVEN, code }, status);
}

function answer(
  { refill, kept, proof }: Entry,
  said: Pick<SignUpAnswer, "problems"> & Partial<Pick<SignUpAnswer, "code">>,
  status: number,
) {
  return data<SignUpAnswer>({ code: null, wayOn: null, refill, kept, proof, ...said }, { status });
}
