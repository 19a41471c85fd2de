import { type ErrorInfo, errorMessage } from "../../lib/error-messages";
import { INVALID_CODE } from "./one-time-code";

const WRONG_CODE = "Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** The errors that are about the code. After any other nobody has looked at it: it may well be right. */
const VERDICTS: readonly string[] = ["user_invalid_token", "validation_failed"];

/** The words for a code that was not verified: the specification's sentence, where it was the code that was refused. */
export function codeErrorMessage(error: ErrorInfo): string {
  if (VERDICTS.includes(error.type)) return INVALID_CODE + WRONG_CODE;
  return errorMessage(error, "The code could not be verified. Please try again.");
}
