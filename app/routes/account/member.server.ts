// Who a member's page is for, asked before anything of the page is rendered.
import { type RouterContextProvider, redirect } from "react-router";
import { apiContext, memberContext } from "../../context";
import { type ApiResultError, readApiResult } from "../../lib/api-result.server";
import { type AccountState, toAccountState } from "./account-state";

type Context = Readonly<RouterContextProvider>;

/** Lets only browsers with a session cookie by. @throws {Response} to the sign-in page */
export function requireMember(context: Context): void {
  if (!context.get(memberContext)) throw redirect("/login", 303);
}

/** Account and profile, or why they could not be read. @throws {Response} to the sign-in page for a guest and for a dead session */
export async function readMember(context: Context): Promise<Exclude<AccountState, { kind: "ended" }>> {
  requireMember(context);
  const state = toAccountState(await readApiResult(context.get(apiContext).client.account.$get()));
  if (state.kind === "ended") throw sessionEnded();
  return state;
}

/** Sends a member whose session has died while a form was open to the sign-in page. @throws {Response} */
export function leaveIfEnded(error: ApiResultError): void {
  if (error.type === "session_missing") throw sessionEnded();
}

/** The way to the sign-in page for a session that is dead: it clears the cookie, and says why somebody is there. */
export function sessionEnded(): Response {
  return redirect("/login?ended", 303);
}
