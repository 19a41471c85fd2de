// Turns an error of a server action into action data, so that the form stays on the page instead of the error boundary.
import { data, isRouteErrorResponse } from "react-router";
import type { ErrorInfo } from "../lib/error-messages";
import { fetchErrorMessage } from "../lib/fetch-error-message";
import { readApiError } from "../lib/read-api-error";
import { INPUT_KEPT, NO_ANSWER } from "../lib/unreachable";

const INTERNAL_ERROR: ErrorInfo = { type: "internal", message: "" };

/**
 * The error in a response that no action returned: the Worker rejected the request before the action ran (rate limit, wrong origin, body
 * too large), or the action threw. Null when there was no response at all.
 * @param thrown what React Router's server action threw
 */
export function thrownError(thrown: unknown): ErrorInfo | null {
  if (isRouteErrorResponse(thrown)) return readApiError(thrown.data) ?? INTERNAL_ERROR;
  // For a lost connection, `fetch` throws a TypeError. When it is lost in the middle of a response, React Router throws an error with a cause.
  const isConnectionLost = thrown instanceof TypeError || (thrown instanceof Error && thrown.cause !== undefined);
  return isConnectionLost ? null : INTERNAL_ERROR;
}

/**
 * Calls a route's server action from its client action. When the call fails, returns action data with a message, so that the form keeps
 * its input.
 * @param toActionData creates the action data from the message and the error; the error is null when no response arrived
 * @param keepsInput false for a form without fields: the message then does not say that the input is kept
 * @throws {Response} the redirect of the action
 */
export async function catchActionError<ActionData>(
  serverAction: () => Promise<ActionData>,
  toActionData: (message: string, error: ErrorInfo | null) => ActionData,
  keepsInput = true,
) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    console.warn("the action came to no answer", thrown);
    const error = thrownError(thrown);
    const noAnswer = keepsInput ? `${NO_ANSWER} ${INPUT_KEPT}` : NO_ANSWER;
    const message = error ? await fetchErrorMessage(error, keepsInput) : noAnswer;
    // After a status of 400 or more React Router does not call the loaders, which would fail as well.
    return data(toActionData(message, error), { status: isRouteErrorResponse(thrown) ? thrown.status : 503 });
  }
}
