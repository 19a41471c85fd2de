// What can go wrong between this Worker and Appwrite, as one typed error.
import { ServiceError } from "../errors";

/**
 * - `rejected`: Appwrite responded with an error (4xx); status, type and message are Appwrite's.
 * - `broken`: Appwrite failed (5xx), or the response is not Appwrite's (HTML, truncated JSON).
 * - `unreachable`: no connection, or a broken one.
 * - `stalled`: no response within the deadline.
 * - `down`: the call was not made, since the circuit is open.
 * - `overloaded`: the call was not made, since Appwrite has too many to work on.
 */
export type AppwriteFailure = "rejected" | "broken" | "unreachable" | "stalled" | "down" | "overloaded";

/** The failures of a call that may have succeeded. */
const FAILURES_WITHOUT_OUTCOME: readonly AppwriteFailure[] = ["broken", "unreachable", "stalled"];

export class AppwriteError extends Error {
  override name = "AppwriteError";
  constructor(
    readonly failure: AppwriteFailure,
    message: string,
    /** The HTTP status; 0 without a response. */
    readonly status = 0,
    /** Appwrite's own type, such as "user_already_exists"; "" when there is none. */
    readonly type = "",
    /** How long to wait before a retry, if known. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The type of Appwrite's error for a call that would send an e-mail, on a server without a mail server. */
export const MAIL_OFF_TYPE = "general_smtp_disabled";

/** True when Appwrite rejected the call with one of these types. */
export function isAppwriteError(error: unknown, ...types: string[]): error is AppwriteError {
  return error instanceof AppwriteError && error.failure === "rejected" && types.includes(error.type);
}

/** True when Appwrite mails no link to this site, since the site's host is none of the project's platforms. */
export function isLinkRefused(error: unknown): boolean {
  return isAppwriteError(error, "general_argument_invalid") && error.message.startsWith("Invalid `url` param");
}

/**
 * True when Appwrite rejected a phone number that an account has: another one, or the same one, whose message target has the number
 * already.
 */
export function isPhoneConflict(error: unknown): boolean {
  return isAppwriteError(error, "user_phone_already_exists", "user_target_already_exists");
}

/** True when Appwrite accepts the session only after a second factor. The status is 401, although the session is valid. */
export function isSecondFactorError(error: unknown): error is AppwriteError {
  return isAppwriteError(error, "user_more_factors_required", "user_challenge_required");
}

/** True when the session lacks its second factor: Appwrite refuses almost every call until it has passed a challenge. */
export function lacksSecondFactor(error: unknown): error is AppwriteError {
  return isAppwriteError(error, "user_more_factors_required");
}

/**
 * True when the call that failed may have succeeded all the same, since its response was lost. An error of this site's own says that there
 * was no call, and a limit that the call was refused.
 */
export function mayHaveSucceeded(error: unknown): boolean {
  if (error instanceof ServiceError || isRateLimited(error)) return false;
  return !(error instanceof AppwriteError) || FAILURES_WITHOUT_OUTCOME.includes(error.failure);
}

/** True when Appwrite may still be working on the call that failed. A 500 of its own says that it is not, an answer of a gateway says nothing. */
export function mayBeGoingOn(error: unknown): boolean {
  return mayHaveSucceeded(error) && !(error instanceof AppwriteError && error.status === 500 && error.type !== "");
}

/** True when a limit refused the call. Appwrite has its own, though none for the API key; a gateway in front of it may have another. */
export function isRateLimited(error: unknown): error is AppwriteError {
  return error instanceof AppwriteError && error.status === 429;
}

/**
 * True when Appwrite rejected the call with status 401, unless it asks for a second factor. On `account.get()` this means that the
 * session is invalid.
 */
export function isUnauthorized(error: unknown): error is AppwriteError {
  if (!(error instanceof AppwriteError) || error.failure !== "rejected") return false;
  return error.status === 401 && !isSecondFactorError(error);
}

/**
 * True when Appwrite reports that there is no valid session ("missing scope", "guests"). Other errors are 401 too, such as a wrong
 * password or another user's resource: those must not sign anybody out.
 */
export function isSessionMissingError(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  return error.type === "general_unauthorized_scope" || /missing scope|guests/i.test(error.message);
}

/** True when a session could not be ended because it has ended already. */
export function isSessionEnded(error: unknown): boolean {
  return isSessionMissingError(error) || isAppwriteError(error, "user_session_not_found");
}

/** True when the bucket is disabled or deleted. To the API key a disabled bucket still exists. */
export function isBucketMissing(error: unknown): boolean {
  return isAppwriteError(error, "storage_bucket_not_found");
}

/** True when a setting names the wrong project, database or table, or the table lacks a column or an index. The visitor can do nothing about it. */
export function isSetupError(error: unknown): boolean {
  return isAppwriteError(
    error,
    "project_not_found",
    "database_not_found",
    "collection_not_found",
    "table_not_found",
    "general_query_invalid",
  );
}

/** Error types of ours for errors that Appwrite distinguishes by message only. */
const TYPES_BY_MESSAGE = [
  [/commonly used password/i, "password_too_common"],
  [/\b(storage|disk)\b.*\b(full|limit|quota|exceeded|space)\b/i, "storage_full"],
] as const;

/** The type of an error, by its message; null when the message is not known. */
export function errorTypeFromMessage({ message }: AppwriteError): (typeof TYPES_BY_MESSAGE)[number][1] | null {
  return TYPES_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** The error for a session that this Worker has revoked: the same as Appwrite's for an invalid one. */
export function sessionRejectedError(): AppwriteError {
  return new AppwriteError("rejected", "This session was signed out", 401, "general_unauthorized_scope");
}
