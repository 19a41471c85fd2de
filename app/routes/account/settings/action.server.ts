// The action of the account settings.
import { data, redirect } from "react-router";
import { apiContext, flashContext } from "../../../context";
import type { FlashKind } from "../../../contract/flash";
import { actionErrorMessage, redirectPath } from "../../../forms/after-submit.server";
import { readPhoneParts } from "../../../forms/read-phone";
import { readText } from "../../../forms/read-text";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { readMemberForm, redirectIfSessionEnded } from "../member.server";
import type { Route } from "./+types/route";
import { apiErrors, type SettingsActionData } from "./action-data";
import {
  INTENT,
  INTENTS,
  type Intent,
  readSettingsForm,
  SESSION_FIELD,
  SESSION_PASSWORD_FIELD,
  SETTINGS_PATH,
  type SettingsErrors,
  settingsErrors,
} from "./form-data";

const FALLBACK = "This could not be changed. Please try again.";

/** The format of Appwrite's ids. The id becomes part of a path, so anything else could call another endpoint. */
const SESSION_ID = /^[\w-][\w.-]{0,35}$/;

/** The flash message after each form was saved. */
export const SUCCESS_KINDS = {
  name: "name-changed",
  phone: "phone-changed",
  password: "password-changed",
  session: "session-ended",
} as const satisfies Record<Intent, FlashKind>;

/** The flash message when the session to end did not exist any more. */
export const SESSION_GONE = "session-gone" satisfies FlashKind;

/**
 * Saves the posted form.
 * @returns action data with the errors
 * @throws {Response} a redirect back to the page with a flash message, a redirect to the sign-in page when the session has ended, one to the
 * dashboard when another member opened the form, or 400 for a form that is not one of the page's
 */
export async function changeSetting({ request, context }: Pick<Route.ActionArgs, "request" | "context">) {
  const form = await readMemberForm(request, context);
  const intent = INTENTS.find((known) => known === form.get(INTENT));
  if (!intent || (intent === "session" && !SESSION_ID.test(readText(form, SESSION_FIELD)))) {
    throw data(null, { status: 400 });
  }
  let needsPassword = form.has(SESSION_PASSWORD_FIELD);
  let isPasswordAsked = false;
  const fail = (errors: SettingsErrors, status: number) => {
    const typed = { name: readText(form, "name"), phone: readPhoneParts(form) };
    const isSession = intent === "session";
    const session = isSession && needsPassword ? readText(form, SESSION_FIELD) : null;
    return data<SettingsActionData>(
      { ...errors, intent, typed: isSession ? {} : typed, session, isPasswordAsked },
      { status },
    );
  };

  // The API checks all forms, but it does not get the repeated new password. So this form is checked here first.
  const errors = intent === "password" ? settingsErrors(intent, form) : null;
  if (errors) return fail(errors, 422);
  const error = await callApi(intent, form, context);
  // The session expired, or another tab ended it.
  const isMissing = intent === "session" && error?.type === "user_session_not_found";
  if (error && !isMissing) {
    redirectIfSessionEnded(error);
    isPasswordAsked = error.type === "password_required";
    needsPassword ||= isPasswordAsked;
    const message = intent === "session" ? errorMessage(error, FALLBACK) : actionErrorMessage(request, error, FALLBACK);
    return fail(apiErrors(intent, error, message), error.code);
  }
  context.get(flashContext).set(isMissing ? SESSION_GONE : SUCCESS_KINDS[intent], SETTINGS_PATH);
  throw redirect(redirectPath(request, SETTINGS_PATH), 303);
}

/** Calls the API for a form. @returns the error; null on success */
async function callApi(
  intent: Intent,
  form: FormData,
  context: Route.ActionArgs["context"],
): Promise<ApiResultError | null> {
  const { account } = context.get(apiContext).client;
  switch (intent) {
    case "name":
      return errorOf(await readApiResult(account.name.$patch({ json: readSettingsForm(intent, form) })));
    case "phone":
      return errorOf(await readApiResult(account.phone.$patch({ json: readSettingsForm(intent, form) })));
    case "password": {
      const { password, oldPassword } = readSettingsForm(intent, form);
      return errorOf(await readApiResult(account.password.$patch({ json: { password, oldPassword } })));
    }
    case "session": {
      const id = readText(form, SESSION_FIELD);
      const password = readText(form, SESSION_PASSWORD_FIELD);
      const proof = form.has(SESSION_PASSWORD_FIELD)
        ? await readApiResult(account.password.$post({ json: { password } }))
        : null;
      if (proof && !proof.ok) return proof.error;
      return errorOf(await readApiResult(account.sessions[":id"].$delete({ param: { id } })));
    }
  }
}

function errorOf(result: { ok: true } | { ok: false; error: ApiResultError }): ApiResultError | null {
  return result.ok ? null : result.error;
}
