// The action of the second step: checks a code, mails one, or cancels the sign-in.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext } from "../../../context";
import { recoveryCodesLeftKind } from "../../../contract/flash";
import type { Factor } from "../../../contract/second-factor";
import { dashboardPath } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { TWO_STEP_SIGN_IN_PATH } from "../path";
import { readFactorCode, STEP_FIELD, type TwoStepActionData, toStep } from "./action-data";
import { redirectWithoutPending } from "./redirect.server";
import { tooManyCodesMessage } from "./too-many-codes";
import { factorPath } from "./ways";

type Context = Readonly<RouterContextProvider>;

const WRONG_CODE: Readonly<Record<Factor, string>> = {
  totp: "This code is not right, or its 30 seconds are over. Enter the code that your app shows now, and let your phone set date and time by itself.",
  email: "This code is not right. Only the code of the newest mail works.",
  recoveryCode: "This recovery code is not right, or it was used already. Try another one.",
};

export async function confirmSignIn(request: Request, context: Context) {
  const form = await readForm(request);
  const step = toStep(form.get(STEP_FIELD));
  if (step === "cancel") throw await cancel(context);
  if (step === "send") return sendMail(context);

  const answer = readFactorCode(form);
  const { challenge } = context.get(apiContext).client.account;
  const result = await readApiResult(challenge.$post({ json: answer }));
  if (!result.ok) return fail(context, result.error, answer);
  const { isFirstProof, recoveryCodesLeft } = result.data;
  const kind = recoveryCodesLeft === null ? "signed-in" : recoveryCodesLeftKind(recoveryCodesLeft);
  context.get(flashContext).set(isFirstProof ? "first-proof" : kind, "/dashboard");
  throw redirect(dashboardPath(request), 303);
}

async function cancel(context: Context): Promise<Response> {
  await readApiResult(context.get(apiContext).client.account.challenge.$delete());
  return redirect("/login", 303);
}

/** After a redirect a reload does not send another mail. */
async function sendMail(context: Context) {
  const result = await readApiResult(context.get(apiContext).client.account.challenge.email.$post());
  if (!result.ok) return fail(context, result.error);
  context.get(flashContext).set("factor-mail-sent", TWO_STEP_SIGN_IN_PATH);
  throw redirect(factorPath("email"), 303);
}

async function fail(context: Context, error: ApiResultError, answer?: { factor: Factor; code: string }) {
  if (error.type === "session_missing") throw await redirectWithoutPending(context);
  const fieldError = error.fields?.code ?? "";
  const isWrong = answer !== undefined && error.type === "second_factor_wrong";
  // A mail's own limit leaves the other kinds of code.
  const isLimited = answer !== undefined && error.type === "rate_limited";
  const message = isWrong
    ? WRONG_CODE[answer.factor]
    : isLimited
      ? tooManyCodesMessage(error)
      : errorMessage(error, "This did not work. Please try again.");
  const typed = fieldError === "" ? "" : (answer?.code ?? "");
  return data<TwoStepActionData>({ message, fieldError, typed }, { status: error.code });
}
