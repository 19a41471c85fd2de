// The message after too many wrong codes of the second step.
import { PENDING_SIGN_IN_SECONDS } from "../../../contract/limits";
import { type ErrorInfo, retryTime } from "../../../lib/error-messages";

/**
 * Says when to try again. No other kind of code works before then, since all kinds share one limit.
 * @param error a `rate_limited`. After a long wait the pending sign-in has expired, so the member has to sign in again.
 */
export function tooManyCodesMessage(error: ErrorInfo): string {
  const hasExpiredByThen = (error.retryAfterSeconds ?? 0) >= PENDING_SIGN_IN_SECONDS;
  const next = hasExpiredByThen ? "Sign in again from the beginning" : "Try again";
  return `Too many codes were tried. ${next} ${retryTime(error)}. Until then no code works, of any kind.`;
}
