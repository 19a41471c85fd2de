// Guards for the loaders and actions of member pages: they redirect visitors without a session to the sign-in page.
import { type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext, memberContext } from "../../context";
import { refusedPath } from "../../forms/after-submit.server";
import { readForm } from "../../forms/read-form.server";
import { readText } from "../../forms/read-text";
import { type ApiResultError, readApiResult } from "../../lib/api-result.server";
import { TWO_STEP_SIGN_IN_PATH } from "../auth/path";
import { type AccountState, toAccountState } from "./account-state";
import { OPENER_FIELD } from "./opener";

type Context = Readonly<RouterContextProvider>;

/** Requires a session cookie. It does not check with the backend that the session still exists. @throws {Response} a redirect to the sign-in page */
export function requireMember(context: Context): void {
  if (!context.get(memberContext)) throw redirect("/login", 303);
}

/**
 * Reads a posted `MemberForm`.
 * @throws {Response} a redirect to the dashboard with a message when another member is signed in than the one who opened the form; and what
 * `readForm` throws. The opener's draft is kept.
 */
export async function readMemberForm(request: Request, context: Context): Promise<FormData> {
  const form = await readForm(request);
  const opener = readText(form, OPENER_FIELD);
  if (!opener) return form;
  const member = context.get(memberContext);
  if (!member || member.id === opener) return form;
  context.get(flashContext).set("other-member", "/dashboard");
  throw redirect(refusedPath(request), 303);
}

/** Reads account and profile from the API. @throws {Response} a redirect to the sign-in page, for a guest or when the session has ended */
export async function readMember(context: Context): Promise<Exclude<AccountState, { kind: "ended" | "lacks-factor" }>> {
  requireMember(context);
  const state = toAccountState(await readApiResult(context.get(apiContext).client.account.$get()));
  if (state.kind === "ended") throw sessionEndedRedirect();
  if (state.kind === "lacks-factor") throw secondStepRedirect();
  return state;
}

/**
 * For an error of the API in an action: the session may have ended while the form was open, or a second factor was switched on.
 * @throws {Response} a redirect to the sign-in page, or to its second step
 */
export function redirectIfSessionEnded(error: ApiResultError): void {
  if (error.type === "user_more_factors_required") throw secondStepRedirect();
  if (error.type === "session_missing") throw sessionEndedRedirect();
}

/** The redirect when a session has ended. With `?ended` the sign-in page clears the cookie and shows a message. */
export function sessionEndedRedirect(): Response {
  return redirect("/login?ended", 303);
}

/** The redirect when the session lacks its second factor, which was switched on after the member signed in. */
export function secondStepRedirect(): Response {
  return redirect(TWO_STEP_SIGN_IN_PATH, 303);
}
