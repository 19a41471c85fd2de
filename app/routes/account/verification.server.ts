// Asks for the mail that proves a member's address, from the dashboard.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext } from "../../context";
import { dashboardPath, isDataRequest } from "../../forms/after-submit.server";
import { readApiResult } from "../../lib/api-result.server";
import { errorMessage } from "../../lib/error-messages";
import { leaveIfEnded, requireMember } from "./member.server";
import type { VerificationActionData } from "./verification-notice";

/** A script stays on the page and gets the answer; a document is led back to the dashboard, so that a reload asks for no other mail. */
export async function askForVerification(request: Request, context: Readonly<RouterContextProvider>) {
  requireMember(context);
  const asked = await readApiResult(context.get(apiContext).client.account.verification.$post());
  if (asked.ok) {
    if (isDataRequest(request)) {
      return data<VerificationActionData>({ error: null, againInSeconds: asked.data.retryAfterSeconds });
    }
    context.get(flashContext).leave("verification-sent", "/dashboard");
    throw redirect(dashboardPath(request), 303);
  }
  leaveIfEnded(asked.error);
  // Somebody followed the link meanwhile: the dashboard, read anew, has no notice any more.
  if (asked.error.type === "user_email_already_verified") throw redirect(dashboardPath(request), 303);
  const message = errorMessage(asked.error, "The mail could not be sent. Please try again.");
  return data<VerificationActionData>({ error: message, againInSeconds: 0 }, { status: asked.error.code });
}
