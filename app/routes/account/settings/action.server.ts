// What the account settings do with a form that was posted.
import { data, redirect } from "react-router";
import { apiContext, flashContext } from "../../../context";
import type { FlashKind } from "../../../contract/flash";
import { plainLine } from "../../../contract/plain-line";
import { actionErrorMessage, pageAfter } from "../../../forms/after-submit.server";
import { readForm } from "../../../forms/read-form.server";
import { type ApiResultError, readApiResult } from "../../../lib/api-result.server";
import { errorMessage } from "../../../lib/error-messages";
import { leaveIfEnded } from "../member.server";
import type { Route } from "./+types/route";
import { rejectedErrors, type SettingsActionData } from "./action-data";
import { CHECKS, type FormErrors, INTENT, INTENTS, type Intent, SESSION_FIELD, SETTINGS_PATH, typed } from "./rules";

const FALLBACK = "This could not be changed. Please try again.";

/** The backend's ids. Anything else, put into a path, might lead to another call. */
const SESSION_ID = /^[\w-][\w.-]{0,35}$/;

/** The one-time message of each form that went well. */
export const SUCCESS_KINDS = {
  name: "name-changed",
  phone: "phone-changed",
  password: "password-changed",
  session: "session-ended",
} as const satisfies Record<Intent, FlashKind>;

/** The one-time message after a session was to end that was not there. */
export const SESSION_GONE = "session-gone" satisfies FlashKind;

/**
 * Changes what the form asks for and leads back to the page, which says so once; or answers why not.
 * @throws {Response} the way to the sign-in page when the session is dead, 400 for a form that is none of the page's
 */
export async function changeSetting({ request, context }: Pick<Route.ActionArgs, "request" | "context">) {
  const form = await readForm(request);
  const intent = INTENTS.find((one) => one === form.get(INTENT));
  if (!intent || (intent === "session" && !SESSION_ID.test(typed(form, SESSION_FIELD)))) {
    throw data(null, { status: 400 });
  }
  const answer = (errors: FormErrors, status: number) => {
    const kept = { name: typed(form, "name"), phone: typed(form, "phone") };
    return data<SettingsActionData>({ ...errors, intent, typed: intent === "session" ? {} : kept }, { status });
  };

  const errors = CHECKS[intent](form);
  if (errors) return answer(errors, 422);
  const error = await send(intent, form, context);
  // It ended by itself, or from another tab.
  const isMissing = intent === "session" && error?.type === "user_session_not_found";
  if (error && !isMissing) {
    leaveIfEnded(error);
    const message = intent === "session" ? errorMessage(error, FALLBACK) : actionErrorMessage(request, error, FALLBACK);
    return answer(rejectedErrors(intent, error, message), error.code);
  }
  context.get(flashContext).leave(isMissing ? SESSION_GONE : SUCCESS_KINDS[intent], SETTINGS_PATH);
  throw redirect(pageAfter(request, SETTINGS_PATH), 303);
}

/** Makes the call of a form. @returns why nothing was changed; null when it was */
async function send(
  intent: Intent,
  form: FormData,
  context: Route.ActionArgs["context"],
): Promise<ApiResultError | null> {
  const { account } = context.get(apiContext).client;
  switch (intent) {
    case "name":
      return errorOf(await readApiResult(account.name.$patch({ json: { name: plainLine(typed(form, "name")) } })));
    case "phone": {
      const json = { phone: typed(form, "phone"), password: typed(form, "phonePassword") };
      return errorOf(await readApiResult(account.phone.$patch({ json })));
    }
    case "password": {
      const json = { password: typed(form, "password"), oldPassword: typed(form, "oldPassword") };
      return errorOf(await readApiResult(account.password.$patch({ json })));
    }
    case "session": {
      const id = typed(form, SESSION_FIELD);
      return errorOf(await readApiResult(account.sessions[":id"].$delete({ param: { id } })));
    }
  }
}

function errorOf(answer: { ok: true } | { ok: false; error: ApiResultError }): ApiResultError | null {
  return answer.ok ? null : answer.error;
}
