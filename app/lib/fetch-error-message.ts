import type { ErrorInfo } from "./error-messages";
import { UNREACHABLE } from "./unreachable";

/**
 * The message for an API error, in the browser. The messages are fetched with the first error, since most visitors never see one. If
 * they cannot be fetched, the error's own message is used.
 * @param keepsInput true for a form that keeps its input: after a transient error the message says so
 */
export async function fetchErrorMessage(error: ErrorInfo, keepsInput = false): Promise<string> {
  try {
    const { errorMessage, formErrorMessage } = await import("./error-messages");
    return (keepsInput ? formErrorMessage : errorMessage)(error, error.message);
  } catch (importError) {
    console.warn("the error messages could not be fetched", importError);
    return error.message || UNREACHABLE;
  }
}
