import { type ErrorInfo, errorMessage } from "../../lib/error-messages";
import { invalidCodeMessage } from "./one-time-code";

const WRONG_CODE = "Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** The error types that mean that the code is wrong. After any other error it was not checked, and may be right. */
const CODE_ERRORS: readonly string[] = ["user_invalid_token", "validation_failed"];

/** The message for a code that was not verified: the prefix that the specification fixes, then the reason. */
export function codeErrorMessage(error: ErrorInfo): string {
  if (CODE_ERRORS.includes(error.type)) return invalidCodeMessage(WRONG_CODE);
  return invalidCodeMessage(errorMessage(error, "The code could not be verified. Please try again."));
}
