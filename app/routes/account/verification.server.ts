// The dashboard's action: sends a verification mail to the member.
import { data, type RouterContextProvider, redirect } from "react-router";
import { apiContext, flashContext } from "../../context";
import { dashboardPath, isDataRequest } from "../../forms/after-submit.server";
import { readApiResult } from "../../lib/api-result.server";
import { errorMessage } from "../../lib/error-messages";
import { redirectIfSessionEnded, requireMember } from "./member.server";
import type { VerificationActionData } from "./verification-notice";

/** Returns action data for a data request. A document request is redirected to the dashboard, so that a reload does not send another mail. */
export async function sendVerificationMail(request: Request, context: Readonly<RouterContextProvider>) {
  requireMember(context);
  const result = await readApiResult(context.get(apiContext).client.account.verification.$post());
  if (result.ok) {
    if (isDataRequest(request)) {
      return data<VerificationActionData>({ error: null, retryAfterSeconds: result.data.retryAfterSeconds });
    }
    context.get(flashContext).set("verification-sent", "/dashboard");
    throw redirect(dashboardPath(request), 303);
  }
  redirectIfSessionEnded(result.error);
  // The link was opened meanwhile. The dashboard shows no notice then.
  if (result.error.type === "user_email_already_verified") throw redirect(dashboardPath(request), 303);
  const message = errorMessage(result.error, "The mail could not be sent. Please try again.");
  return data<VerificationActionData>({ error: message, retryAfterSeconds: 0 }, { status: result.error.code });
}
