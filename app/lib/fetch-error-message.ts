import type { ErrorInfo } from "./error-messages";
import { UNREACHABLE } from "./unreachable";

/**
 * The sentence for an error that the browser was answered with. All such sentences come with the first error, since most who visit
 * never meet one; where they do not come, the error's own message stands in.
 * @param keepsTyped true for a form that keeps what was typed: it says so where it only has to be sent again
 */
export async function fetchErrorMessage(error: ErrorInfo, keepsTyped = false): Promise<string> {
  try {
    const { errorMessage, formErrorMessage } = await import("./error-messages");
    return (keepsTyped ? formErrorMessage : errorMessage)(error, error.message);
  } catch (lost) {
    console.warn("the words for an error could not be fetched", lost);
    return error.message || UNREACHABLE;
  }
}
