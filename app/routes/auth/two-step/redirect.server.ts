// Where the second step leads a visitor who has no pending sign-in.
import { type RouterContextProvider, redirect } from "react-router";
import { apiContext, memberContext } from "../../../context";
import { readApiResult } from "../../../lib/api-result.server";
import { TWO_STEP_SIGN_IN_PATH } from "../path";

/**
 * A member goes to the dashboard; or back to the second step, when it was switched on after they signed in. A guest signs in again: the
 * ten minutes are over, or the sign-in was cancelled in another tab.
 */
export async function redirectWithoutPending(context: Readonly<RouterContextProvider>): Promise<Response> {
  if (!context.get(memberContext)) return redirect("/login?expired", 303);
  const account = await readApiResult(context.get(apiContext).client.account.$get());
  if (!account.ok && account.error.type === "user_more_factors_required") return redirect(TWO_STEP_SIGN_IN_PATH, 303);
  return redirect(account.ok && !account.data.user ? "/login?ended" : "/dashboard", 303);
}
