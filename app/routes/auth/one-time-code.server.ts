import { type ErrorInfo, errorMessage, isRateLimited, retryTime } from "../../lib/error-messages";
import { CODE_LIFETIME_MS, invalidCodeMessage } from "./one-time-code";

const WRONG_CODE = "Only the newest code works, once and for 15 minutes. Check it, or send another code.";

/** The error types that mean that the code is wrong. After any other error it was not checked, and may be right. */
const CODE_ERRORS: readonly string[] = ["user_invalid_token", "validation_failed"];

/** The message for a code that was not verified: the prefix that the specification fixes, then the reason. */
export function codeErrorMessage(error: ErrorInfo): string {
  if (CODE_ERRORS.includes(error.type)) return invalidCodeMessage(WRONG_CODE);
  if (isRateLimited(error)) return invalidCodeMessage(pausedMessage(error));
  return invalidCodeMessage(errorMessage(error, "The code could not be verified. Please try again."));
}

/** For a code that was not checked, since codes are paused. After a long pause it has expired. */
function pausedMessage(error: ErrorInfo): string {
  const cause =
    error.type === "network_limited"
      ? "many people are entering codes from your network"
      : "too many codes were entered before it";
  const isOverBefore = (error.retryAfterSeconds ?? 0) * 1000 >= CODE_LIFETIME_MS;
  const next = isOverBefore ? "Wait, and ask for another one" : "Wait, and enter it again";
  return `This code was not checked, because ${cause}. It may be right. ${next} ${retryTime(error)}.`;
}
