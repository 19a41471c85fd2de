import type { RouterContextProvider } from "react-router";
import { apiContext } from "../../../../context";
import { readApiResult } from "../../../../lib/api-result.server";
import { redirectIfSessionEnded, requireMember } from "../../member.server";
import { type TwoStepState, twoStepFailure } from "./state";

/** Reads whether two-step sign-in is on. @throws {Response} a redirect to the sign-in page, for a guest or when the session has ended */
export async function readTwoStep(
  context: Readonly<RouterContextProvider>,
): Promise<Exclude<TwoStepState, { kind: "ended" }>> {
  requireMember(context);
  const result = await readApiResult(context.get(apiContext).client.account["second-factor"].$get());
  if (result.ok) return { kind: "known", state: result.data };
  redirectIfSessionEnded(result.error);
  return twoStepFailure(result.error);
}
