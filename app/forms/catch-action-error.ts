// What a form in the browser makes of a server action that came to no answer of its own.
import { data, isRouteErrorResponse } from "react-router";
import type { ErrorInfo } from "../lib/error-messages";
import { fetchErrorMessage } from "../lib/fetch-error-message";
import { readApiError } from "../lib/read-api-error";
import { INPUT_KEPT, UNREACHABLE } from "../lib/unreachable";

const OUR_FAULT: ErrorInfo = { type: "internal", message: "" };

/**
 * The error with which the edge turned a request away before its action ran (too often, from another site, too large), or failed
 * in it; null when no answer arrived at all.
 * @param thrown what React Router's server action threw
 */
export function thrownError(thrown: unknown): ErrorInfo | null {
  if (isRouteErrorResponse(thrown)) return readApiError(thrown.data) ?? OUR_FAULT;
  // fetch has no error but this for a lost connection; one lost in the middle of an answer is the cause of React Router's own.
  const isLost = thrown instanceof TypeError || (thrown instanceof Error && thrown.cause !== undefined);
  return isLost ? null : OUR_FAULT;
}

/**
 * Runs a route's server action from the browser and words whatever kept it from answering, so that the form, and all that was typed
 * into it, stays where it is. Redirects go on as they are.
 * @param toActionData makes the action data of the message
 * @param keepsTyped false for a form that is a button alone: there is nothing to say of what was typed
 */
export async function catchActionError<ActionData>(
  serverAction: () => Promise<ActionData>,
  toActionData: (message: string) => ActionData,
  keepsTyped = true,
) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    console.warn("the action came to no answer", thrown);
    const error = thrownError(thrown);
    const lost = keepsTyped ? `${UNREACHABLE} ${INPUT_KEPT}` : UNREACHABLE;
    const message = error ? await fetchErrorMessage(error, keepsTyped) : lost;
    // With such a status the router does not go on to ask for the loaders' data, which would fail as well.
    return data(toActionData(message), { status: isRouteErrorResponse(thrown) ? thrown.status : 503 });
  }
}
