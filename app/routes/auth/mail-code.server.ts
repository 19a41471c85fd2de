import { type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, memberContext } from "../../context";
import type { CodePurpose } from "../../contract/codes";
import { refusedPath } from "../../forms/after-submit.server";
import { type ApiResultError, readApiResult } from "../../lib/api-result.server";
import { type CodeFormState, codeFormState } from "./code-step";

/** What the form for the code says when no other code was mailed. It does not reveal whether the e-mail has an account. */
const NOT_MAILED =
  "No other code was sent, since several were asked for a short time ago. Enter the one from the newest mail.";

/**
 * Mails a one-time code, and returns the state of the form for it. The result for "sign-in" does not reveal whether the e-mail has an account: it is the same either way.
 * @param isRepeated true when the code replaces an earlier one
 * @throws a redirect to the dashboard when somebody has signed in in another tab since the page was opened. The form for the code would
 * not be shown: the page leads members to their dashboard.
 */
export async function mailCode(
  request: Request,
  context: Readonly<RouterContextProvider>,
  email: string,
  purpose: CodePurpose,
  isRepeated = false,
): Promise<{ ok: true; state: CodeFormState } | { ok: false; error: ApiResultError }> {
  if (context.get(memberContext)) {
    context.get(flashContext).set("signed-in-already", "/dashboard");
    throw redirect(refusedPath(request), 303);
  }
  const { client } = context.get(apiContext);
  const result = await readApiResult(client.account.tokens.email.$post({ json: { email, phrase: true, purpose } }));
  if (!result.ok) return result;
  const { userId, phrase = "", isMailed } = result.data;
  const state = codeFormState({ userId, email, phrase }, isRepeated);
  return { ok: true, state: isMailed ? state : { ...state, isNew: false, error: NOT_MAILED } };
}

/** The message for an error without a message of its own. */
export const SEND_CODE_FALLBACK = "The code could not be sent. Please try again.";
