// The actions of the pages about two-step sign-in. What holds secrets is returned and not redirected to: it is in no address, no cookie
// and no store, and shown once.
import { data, redirect } from "react-router";
import { apiContext, flashContext } from "../../../../context";
import { actionErrorMessage } from "../../../../forms/after-submit.server";
import { readText } from "../../../../forms/read-text";
import { type ApiResultError, readApiResult } from "../../../../lib/api-result.server";
import { readMemberForm, redirectIfSessionEnded } from "../../member.server";
import type { Route } from "./+types/route";
import { apiErrors } from "./api-errors";
import type { Enrolment } from "./connect-app";
import { toEnrolment } from "./enrolment.server";
import { CANCEL_FIELD, MAILED_FIELD, TWO_STEP_PATH, type TwoStepErrors, URI_FIELD } from "./form-data";
import type { NewRecoveryCodes } from "./recovery-codes";

/** The action data of switching on. */
export type EnrolmentActionData =
  | { kind: "unstarted"; errors: TwoStepErrors }
  /** A code was mailed. */
  | { kind: "mailed"; errors: TwoStepErrors | undefined }
  /** `enrolment` is null when only the page has it, after a failure in the browser. */
  | { kind: "connect"; enrolment: Enrolment | null; errors: TwoStepErrors | undefined }
  | { kind: "codes"; codes: NewRecoveryCodes };

/** A step of switching on that has begun in this browser. */
export type PendingStep = { kind: "mailed" } | { kind: "connect"; enrolment: Enrolment };

const ENROLMENT_FALLBACK = "Two-step sign-in could not be switched on. Please try again.";
const MAIL_FALLBACK = "The code could not be sent. Please try again.";
const CODE_GONE = "The code from the mail does not work any more. Enter your password, and we send another one.";
const KEY_GONE = "This QR code does not work any more. Start again.";
const CANCEL_FALLBACK = "This could not be cancelled. Please try again.";
const CODES_FALLBACK = "The recovery codes could not be made. Please try again.";
const OFF_FALLBACK = "Two-step sign-in could not be switched off. Please try again.";

type ActionArgs = Pick<Route.ActionArgs, "request" | "context">;

/** The step at which a page that is loaded again goes on; null at the first one. */
export async function readPendingStep(context: ActionArgs["context"]): Promise<PendingStep | null> {
  const result = await readApiResult(context.get(apiContext).client.account["second-factor"].enrolment.$get());
  if (!result.ok || result.data.step === "none") return null;
  if (result.data.step === "mailed") return { kind: "mailed" };
  const enrolment = toEnrolment(result.data.uri ?? "");
  return enrolment && { kind: "connect", enrolment };
}

/** Switches it on, in three forms: for the password, for the mailed code, and for the code of the app. The fields tell them apart. */
export async function enrol({ request, context }: ActionArgs) {
  const form = await readMemberForm(request, context);
  if (form.has(CANCEL_FIELD)) return cancel(request, context);
  if (form.has(URI_FIELD)) return confirm(request, form, context);
  return form.has(MAILED_FIELD) ? start(request, form, context) : mail(request, form, context);
}

async function cancel(request: Request, context: ActionArgs["context"]) {
  const result = await readApiResult(context.get(apiContext).client.account["second-factor"].enrolment.$delete());
  if (result.ok) throw redirect(TWO_STEP_PATH, 303);
  const errors = toErrors(request, context, result.error, CANCEL_FALLBACK);
  return data<EnrolmentActionData>({ kind: "unstarted", errors }, { status: result.error.code });
}

async function mail(request: Request, form: FormData, context: ActionArgs["context"]) {
  const { email } = context.get(apiContext).client.account["second-factor"];
  const result = await readApiResult(email.$post({ json: { password: readText(form, "password") } }));
  if (result.ok) return data<EnrolmentActionData>({ kind: "mailed", errors: undefined });
  const errors = toErrors(request, context, result.error, MAIL_FALLBACK);
  return data<EnrolmentActionData>({ kind: "unstarted", errors }, { status: result.error.code });
}

async function start(request: Request, form: FormData, context: ActionArgs["context"]) {
  const { authenticator } = context.get(apiContext).client.account["second-factor"];
  const result = await readApiResult(authenticator.$post({ json: { code: readText(form, "code") } }));
  if (!result.ok) {
    const { type, code: status } = result.error;
    // The page was open for too long, or the code was used: another one takes the password again.
    const isOver = type === "password_required" || type === "second_factor_unavailable";
    // The code was sent a second time.
    const pending = isOver ? await readPendingStep(context) : null;
    if (pending?.kind === "connect") return data<EnrolmentActionData>({ ...pending, errors: undefined });
    if (isOver)
      return data<EnrolmentActionData>({ kind: "unstarted", errors: { message: CODE_GONE, fields: {} } }, { status });
    const errors = toErrors(request, context, result.error, ENROLMENT_FALLBACK);
    return data<EnrolmentActionData>({ kind: "mailed", errors }, { status });
  }
  const enrolment = toEnrolment(result.data.uri);
  if (!enrolment) throw new TypeError("Appwrite's address for authenticator apps is not readable");
  return data<EnrolmentActionData>({ kind: "connect", enrolment, errors: undefined });
}

async function confirm(request: Request, form: FormData, context: ActionArgs["context"]) {
  const { authenticator } = context.get(apiContext).client.account["second-factor"];
  const result = await readApiResult(authenticator.$put({ json: { code: readText(form, "code") } }));
  if (result.ok) return data<EnrolmentActionData>({ kind: "codes", codes: toCodes(result.data) });
  const { code: status, type } = result.error;
  // The key that the page shows is not the account's any more.
  if (type === "user_authenticator_not_found")
    return data<EnrolmentActionData>({ kind: "unstarted", errors: { message: KEY_GONE, fields: {} } }, { status });
  const errors = toErrors(request, context, result.error, ENROLMENT_FALLBACK);
  const enrolment = toEnrolment(readText(form, URI_FIELD));
  return data<EnrolmentActionData>(enrolment ? { kind: "connect", enrolment, errors } : { kind: "unstarted", errors }, {
    status,
  });
}

/** The action data of making new recovery codes. */
export type CodesActionData = { kind: "failed"; errors: TwoStepErrors } | { kind: "codes"; codes: NewRecoveryCodes };

export async function renewCodes({ request, context }: ActionArgs) {
  const json = readProof(await readMemberForm(request, context));
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account["second-factor"]["recovery-codes"].$post({ json }));
  if (result.ok) return data<CodesActionData>({ kind: "codes", codes: toCodes(result.data) });
  if (result.error.type === "conflict") throw redirect(TWO_STEP_PATH, 303);
  const errors = toErrors(request, context, result.error, CODES_FALLBACK);
  return data<CodesActionData>({ kind: "failed", errors }, { status: result.error.code });
}

export async function switchOff({ request, context }: ActionArgs) {
  const json = readProof(await readMemberForm(request, context));
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account["second-factor"].$delete({ json }));
  if (!result.ok) {
    const errors = toErrors(request, context, result.error, OFF_FALLBACK);
    return data(errors, { status: result.error.code });
  }
  context.get(flashContext).set("two-step-off", TWO_STEP_PATH);
  throw redirect(TWO_STEP_PATH, 303);
}

function readProof(form: FormData): { password: string; code: string } {
  return { password: readText(form, "password"), code: readText(form, "code") };
}

function toCodes({ recoveryCodes }: { recoveryCodes: string[] }): NewRecoveryCodes {
  return { recoveryCodes, madeAt: new Date().toISOString() };
}

/**
 * The errors of a form.
 * @throws {Response} a redirect when the session has ended, or to the page's state when two-step sign-in is on already: another tab
 * switched it on, or a page with recovery codes was loaded again
 */
function toErrors(
  request: Request,
  context: ActionArgs["context"],
  error: ApiResultError,
  fallback: string,
): TwoStepErrors {
  redirectIfSessionEnded(error);
  if (error.type === "user_authenticator_already_verified") {
    context.get(flashContext).set("two-step-on", TWO_STEP_PATH);
    throw redirect(TWO_STEP_PATH, 303);
  }
  return apiErrors(error, actionErrorMessage(request, error, fallback));
}
