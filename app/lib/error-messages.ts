// The interface's messages for errors of the API, by their type. They say what to do next.

import { BRAND } from "../content/brand";
import type { ApiErrorType } from "../contract/errors";
import { FILE_MESSAGES } from "../contract/files";
import { MESSAGES } from "../contract/messages";
import { INPUT_KEPT } from "./unreachable";

/** The parts of an API error that a message depends on. */
export interface ErrorInfo {
  type: string;
  message: string;
  /** From `Retry-After`, on a 429 or 503. */
  retryAfterSeconds?: number | undefined;
  /** A message for each field concerned, where the API names them. */
  fields?: Record<string, string> | undefined;
}

const DOWN = `${BRAND.name} cannot reach its records right now. Try again in a minute.`;
const STALLED = "This took too long, so we stopped waiting. Try again.";
const NO_ROOM = "We have no room for files right now. Go on without it, and add it later from your dashboard";
const TOO_COMMON =
  "This password is soon guessed: many people have it, or it has too few different characters. Choose another one.";
const LEAKED = "This password was in data stolen from another site. Choose another one, and use this one nowhere.";
const SEND_AGAIN = "We no longer have this file. Choose it again";

/**
 * A type without an entry keeps the message of the API. `existing_account_wrong_password`, for example, has the specification's sentence
 * as its message.
 */
const ERROR_MESSAGES: Partial<Record<ApiErrorType, string>> = {
  user_invalid_credentials: "The email or the password is not right. Check both and try again.",
  user_already_exists: "There is an account with this email already. Sign in instead.",
  user_email_already_exists: "There is an account with this email already. Sign in instead, or use another address.",
  user_email_disposable: "This address is from a service for throw-away mail. Use an address that you keep.",
  user_email_free: "Addresses of free mail services cannot join here. Use the address of your college or company.",
  user_email_not_corporate: "Only addresses of a college or company can join here. Use that one.",
  user_email_not_canonical:
    "Write your address in its plain form, without dots or a “+” part that your mail service ignores.",
  user_session_already_exists: "Somebody is signed in here already. Sign out first, then sign in again.",
  user_count_exceeded: `We cannot take in new members right now. Write to ${BRAND.email}, and we tell you when we can.`,
  user_blocked: `This account is blocked. Write to ${BRAND.email}, and we will look into it.`,
  mail_unavailable: `We cannot send mail right now. Try again later, or write to ${BRAND.email}.`,
  link_used: "This link was used already. Ask for a new one.",
  user_invalid_token: "This was used already, has run out, or has a mistake in it. Ask for a new one.",
  user_password_reset_required: "This account needs a new password. Choose “Forgotten your password?” to get one.",
  user_more_factors_required: "This account has two-step sign-in. Sign in again, and enter your code.",
  user_challenge_required: "Enter a code from your authenticator app first.",
  second_factor_wrong: "This code is not right, or it no longer works. Check it and try again.",
  second_factor_used: "This code was used already. Wait until your app shows the next one.",
  second_factor_unavailable: "You cannot use this kind of code here. Choose another way.",
  session_missing: "Your session has ended. Sign in again.",
  forbidden: "This file was sent from another account, or before you signed in. Choose it again.",
  origin_refused: "This page was opened in an unusual way. Reload it and try again.",
  backend_down: DOWN,
  backend_failed: "Something went wrong on our side. Try again.",
  backend_stalled: STALLED,
  internal: "Something went wrong on our side. Try again.",
  setting_missing: `${BRAND.name} is not set up completely yet, so this does not work right now.`,
  password_too_common: TOO_COMMON,
  password_leaked: LEAKED,
  password_required: "It is a while since you entered your password. Enter it to go on.",
  password_recently_used: "You have used this password before. Choose another one.",
  password_personal_data: "This password is little more than your name, email or phone number. Choose another one.",
  user_password_mismatch: MESSAGES.mismatch,
  request_timeout: "Your connection was too slow, and this did not arrive. Try again.",
  body_too_large: "This is more than we can take at once. Choose a smaller file and try again.",
  file_empty: FILE_MESSAGES.empty,
  upload_ticket_invalid: SEND_AGAIN,
  upload_gone: SEND_AGAIN,
  upload_incomplete: "This file did not arrive whole. Choose it again",
  storage_file_not_found: SEND_AGAIN,
  storage_file_type_unsupported: FILE_MESSAGES.portfolioType,
  storage_invalid_file_size: "This file is larger than we can keep. Choose a smaller one",
  change_pending: "An earlier change may still be under way. Wait a minute, then try again.",
  storage_full: NO_ROOM,
  storage_unavailable: "We cannot take files right now. Try again later; nothing is lost.",
  storage_device_not_found: NO_ROOM,
};

/** Appwrite's message for an invalid parameter. Parameters have the names of our fields, but for `number`, which is the phone. */
const INVALID_PARAMETER = /^Invalid [`'"](email|password|name|phone|number)[`'"] param/i;

const INVALID_FIELD_MESSAGES: Readonly<Record<string, string>> = {
  email: "This email address cannot be used. Look for a mistake in it, or use another one.",
  password:
    "This password cannot be used: it is too short, too long, or one that many people have. Choose another one.",
  name: "This name cannot be used. Write it shorter.",
  phone: "This phone number cannot be used. Look for a mistake in it, or use another one.",
};

/** The errors about an address; the last four come from a project that does not take every kind of address. */
const EMAIL_ERRORS: readonly string[] = [
  "user_already_exists",
  "user_email_already_exists",
  "user_email_disposable",
  "user_email_free",
  "user_email_not_canonical",
  "user_email_not_corporate",
] satisfies ApiErrorType[];

/** The form field that an error is about, by its type or by Appwrite's message; null when it is about no field. */
export function errorField({ type, message }: ErrorInfo): "email" | "password" | "name" | "phone" | null {
  if (type.startsWith("password_") && type !== "password_required") return "password";
  if (EMAIL_ERRORS.includes(type)) return "email";
  const named = type === "general_argument_invalid" ? INVALID_PARAMETER.exec(message)?.[1]?.toLowerCase() : undefined;
  if (named === "number") return "phone";
  return named === "email" || named === "password" || named === "name" || named === "phone" ? named : null;
}

/** The fields that an error is about, each with its message. */
export function errorFields(error: ErrorInfo, message: string): Record<string, string> {
  const field = errorField(error);
  return error.fields ?? (field ? { [field]: message } : {});
}

/** A waiting time: "in 40 seconds", "in 12 minutes", "in an hour". Rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `in ${Math.max(1, Math.ceil(seconds))} second${seconds <= 1 ? "" : "s"}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} minute${minutes === 1 ? "" : "s"}`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}

/** When to try again, by `Retry-After`: "in 12 minutes". */
export function retryTime({ retryAfterSeconds }: ErrorInfo, fallback = "a little later"): string {
  return retryAfterSeconds === undefined ? fallback : formatWait(retryAfterSeconds);
}

const tooManyAttempts = (error: ErrorInfo) => `That was tried too often. Try again ${retryTime(error)}.`;

/** The messages of errors that go away after a time: they say when to try again. */
const RETRY_MESSAGES: Readonly<Record<string, (error: ErrorInfo) => string>> = {
  rate_limited: tooManyAttempts,
  general_rate_limit_exceeded: tooManyAttempts,
  network_limited: (error) => `Many people are trying this from your network. Try again ${retryTime(error)}.`,
  too_many_uploads: (error) => `Too many files in the last hour. Try again ${retryTime(error)}.`,
  overloaded: (error) => `Many people are here right now. Try again ${retryTime(error, "in a few seconds")}.`,
  mail_just_sent: (error) =>
    `A mail was sent a moment ago. Look for it first; you can ask for another one ${retryTime(error, "in a minute")}.`,
};

/** The message for a file error in the sign-up form, where the file is optional. */
export function guestFileErrorMessage(error: ErrorInfo, fallback: string): string {
  const message = errorMessage(error, fallback);
  return error.type === "too_many_uploads" || error.type === "storage_unavailable"
    ? `${message} Or go on without it, and add it later from your dashboard.`
    : message;
}

/**
 * The message for an error. An unknown type keeps the API's message, and an error without a message gets the fallback
 * (the specification, point 8).
 */
export function errorMessage(error: ErrorInfo, fallback: string): string {
  const retryMessage = RETRY_MESSAGES[error.type];
  if (retryMessage) return retryMessage(error);
  const field = error.type === "general_argument_invalid" ? errorField(error) : null;
  return (
    ERROR_MESSAGES[error.type as ApiErrorType] ??
    (field && INVALID_FIELD_MESSAGES[field]) ??
    (error.message || fallback)
  );
}

/** True when nothing was tried, because of a limit on attempts or requests. */
export function isRateLimited({ type }: ErrorInfo): boolean {
  return type === "rate_limited" || type === "general_rate_limit_exceeded" || type === "network_limited";
}

/** Errors after which the same form may succeed when it is sent again. */
const TRANSIENT: readonly string[] = [
  "rate_limited",
  "general_rate_limit_exceeded",
  "network_limited",
  "backend_down",
  "backend_failed",
  "backend_stalled",
  "overloaded",
  "internal",
  "request_timeout",
  "change_pending",
] satisfies ApiErrorType[];

/** The message for an error of a form that keeps its input. After a transient error it says that nothing is lost. */
export function formErrorMessage(error: ErrorInfo, fallback: string): string {
  const message = errorMessage(error, fallback);
  return TRANSIENT.includes(error.type) ? `${message} ${INPUT_KEPT}` : message;
}
