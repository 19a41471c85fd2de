import { type ErrorInfo, errorMessage } from "../../lib/error-messages";
import { invalidCode } from "./one-time-code";

const WRONG_CODE = "Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** The errors that are about the code. After any other nobody has checked it: it may well be right. */
const CODE_ERRORS: readonly string[] = ["user_invalid_token", "validation_failed"];

/** The message for a code that was sent in and not verified: the specification's sentence, then why and what to do. */
export function codeErrorMessage(error: ErrorInfo): string {
  if (CODE_ERRORS.includes(error.type)) return invalidCode(WRONG_CODE);
  return invalidCode(errorMessage(error, "The code could not be verified. Please try again."));
}
