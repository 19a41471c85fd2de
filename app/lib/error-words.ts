// What the interface says about an error of the API: worded by its type, so that it says what to do next.
import type { ApiErrorType } from "../contract/errors";
import { FILE_MESSAGES } from "../contract/files";

/** An error as far as words need it. */
export interface WordableError {
  type: string;
  message: string;
  /** From `Retry-After`, on a 429 or 503. */
  retryAfterSeconds?: number | undefined;
}

const KEPT = "Everything you typed is still here.";

/** Said by a form when the browser could not reach the edge at all, or got something that is no answer of ours. */
export const UNREACHABLE = `We could not be reached. Check your connection, then try again. ${KEPT}`;

const DOWN = "Navarambh cannot reach its records right now. Try again in a minute.";
const STALLED = "This took too long, so we stopped waiting. Try again.";
const SEND_AGAIN = "We no longer have this file. Choose it again";

/** What is not here says it well itself: `existing_account_wrong_password` has the specification's sentence as its message. */
const WORDS: Partial<Record<ApiErrorType, string>> = {
  user_invalid_credentials: "The email or the password is not right. Check both and try again.",
  user_already_exists: "There is an account with this email already. Sign in instead.",
  user_blocked: "This account is blocked. Write to us and we will look into it.",
  session_missing: "Your session has ended. Sign in again.",
  origin_refused: "This page was opened in an unusual way. Reload it and try again.",
  backend_down: DOWN,
  backend_failed: "Something went wrong on our side. Try again.",
  backend_stalled: STALLED,
  internal: "Something went wrong on our side. Try again.",
  setting_missing: "Navarambh is not set up completely yet, so this does not work right now.",
  password_recently_used: "You have used this password before. Choose another one.",
  password_personal_data: "This password has your name, email or phone number in it. Choose another one.",
  user_password_mismatch: "Passwords do not match",
  body_too_large: "This is more than we can take at once. Choose a smaller file and try again.",
  file_content_mismatch: FILE_MESSAGES.content,
  file_empty: FILE_MESSAGES.empty,
  upload_ticket_invalid: SEND_AGAIN,
  upload_gone: SEND_AGAIN,
  upload_incomplete: "This file did not arrive whole. Choose it again",
  storage_file_not_found: SEND_AGAIN,
};

/** A wait in words: "in 40 seconds", "in 12 minutes", "in an hour". */
export function waitWords(seconds: number): string {
  if (seconds < 60) return `in ${Math.max(1, Math.ceil(seconds))} second${seconds <= 1 ? "" : "s"}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} minute${minutes === 1 ? "" : "s"}`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}

/**
 * The sentence for an error. A type that is not known here keeps the API's own message, and one without a message
 * gets the fallback (the specification, point 8).
 */
export function errorWords(error: WordableError, fallback: string): string {
  if (error.type === "rate_limited" || error.type === "general_rate_limit_exceeded") {
    const when = error.retryAfterSeconds === undefined ? "a little later" : waitWords(error.retryAfterSeconds);
    return `That was tried too often. Try again ${when}.`;
  }
  return WORDS[error.type as ApiErrorType] ?? (error.message || fallback);
}

/** The errors that are nobody's mistake: the same form, sent again, may go through. */
const PASSING: readonly string[] = [
  "rate_limited",
  "general_rate_limit_exceeded",
  "backend_down",
  "backend_failed",
  "backend_stalled",
  "internal",
] satisfies ApiErrorType[];

/** The sentence for an error that a form met; where the form only has to be sent again, it says that nothing is lost. */
export function formErrorWords(error: WordableError, fallback: string): string {
  const words = errorWords(error, fallback);
  return PASSING.includes(error.type) ? `${words} ${KEPT}` : words;
}
