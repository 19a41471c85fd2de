// Every failure of an API call as the contract's error body, with the status that goes with it.
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiError, ApiErrorBody } from "../../app/contract/error-body";
import { API_ERROR_TYPES, type ApiErrorType } from "../../app/contract/errors";
import { AppwriteError, errorTypeFromMessage, isGuestAnswer } from "../appwrite/errors";
import { SourceError } from "../appwrite/transport";
import { SettingsError } from "../config";
import { errorEntry, type LogEntry } from "../log";
import { ServiceError } from "../services/errors";

/** The statuses of the errors that are ours; Appwrite's keep the status Appwrite gave. */
const STATUSES: Partial<Record<ApiErrorType, ContentfulStatusCode>> = {
  body_unreadable: 400,
  body_too_large: 413,
  validation_failed: 422,
  session_missing: 401,
  origin_refused: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  network_limited: 429,
  setting_missing: 503,
  backend_down: 503,
  backend_failed: 502,
  backend_stalled: 504,
  file_type_unsupported: 415,
  file_content_mismatch: 422,
  file_empty: 422,
  file_too_large: 413,
  upload_metadata_invalid: 400,
  upload_version_unsupported: 412,
  media_type_unsupported: 415,
  upload_chunk_too_small: 400,
  upload_offset_mismatch: 409,
  upload_ticket_invalid: 403,
  upload_incomplete: 409,
  upload_gone: 410,
  range_unsatisfiable: 416,
  existing_account_wrong_password: 401,
  link_used: 401,
  mail_just_sent: 429,
  too_many_uploads: 429,
  password_too_common: 400,
  storage_full: 507,
  user_invalid_credentials: 401,
};

export interface Failure {
  status: ContentfulStatusCode;
  type: ApiErrorType;
  message: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** How long the file is that a range was asked of. */
  totalBytes?: number;
  /** The methods that an address does answer. */
  allowed?: readonly string[];
  /** What the log should know and the visitor should not. */
  log?: LogEntry;
}

/** The answer to a failed call. Nothing of an unexpected error's inside leaves; `log` is told. */
export function errorResponse(error: unknown, requestId: string, log: (entry: LogEntry) => void): Response {
  const failure = reportFailure(error, log);
  const body: ApiError = {
    code: failure.status,
    type: failure.type,
    message: failure.message,
    ...(failure.fields && Object.keys(failure.fields).length > 0 ? { fields: failure.fields } : {}),
    requestId,
  };
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (failure.totalBytes !== undefined) headers.set("Content-Range", `bytes */${failure.totalBytes}`);
  if (failure.retryAfterSeconds) headers.set("Retry-After", String(failure.retryAfterSeconds));
  if (failure.allowed) headers.set("Allow", failure.allowed.join(", "));
  return Response.json({ error: body } satisfies ApiErrorBody, { status: failure.status, headers });
}

/** What an error means to the visitor; what it means to us goes to `log`. */
export function reportFailure(error: unknown, log: (entry: LogEntry) => void): Failure {
  const failure = failureOf(error);
  if (failure.log) log({ event: "call failed", type: failure.type, ...failure.log });
  return failure;
}

function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) {
    const { type, message, details } = error;
    return { status: STATUSES[type] ?? 400, type, message, ...details };
  }
  if (error instanceof AppwriteError) return appwriteFailure(error);
  if (error instanceof SettingsError) {
    return { status: 503, type: "setting_missing", message: `This deployment is not set up: ${error.message}` };
  }
  if (error instanceof SourceError) return failureOf(error.cause);
  if (error instanceof HTTPException) {
    const status = error.status === 413 ? 413 : 400;
    const type = status === 413 ? "body_too_large" : "body_unreadable";
    return { status, type, message: status === 413 ? "This is too much at once" : "The body is not readable JSON" };
  }
  return { status: 500, type: "internal", message: "Something went wrong here", log: errorEntry(error) };
}

function appwriteFailure(error: AppwriteError): Failure {
  // RFC 4918: insufficient storage.
  if (error.status === 507) {
    return {
      status: 507,
      type: "storage_full",
      message: "There is no room for files right now",
      log: errorEntry(error),
    };
  }
  // Answered as a failure, though nothing is broken: the project takes no more accounts.
  if (error.type === "user_count_exceeded") {
    return { status: 503, type: error.type, message: error.message, log: errorEntry(error) };
  }
  switch (error.failure) {
    case "refused":
      return refusal(error);
    case "stalled":
      return {
        status: 504,
        type: "backend_stalled",
        message: "Our backend takes too long to answer. Please try again",
        log: errorEntry(error),
      };
    case "down":
      return {
        status: 503,
        type: "backend_down",
        message: "Our backend is not reachable right now. Please try again in a moment",
        retryAfterSeconds: error.retryAfterSeconds ?? 5,
      };
    default:
      return {
        status: 502,
        type: "backend_failed",
        message: "Our backend failed to answer. Please try again",
        log: { ...errorEntry(error), backendStatus: error.status, backendType: error.type },
      };
  }
}

/** What Appwrite says no to keeps its status, message and, where the interface words it, its type. */
function refusal(error: AppwriteError): Failure {
  if (isGuestAnswer(error)) return { status: 401, type: "session_missing", message: "Please sign in first" };
  return {
    status: error.status as ContentfulStatusCode,
    type: refusalType(error),
    message: error.message,
    retryAfterSeconds: error.retryAfterSeconds,
  };
}

function refusalType(error: AppwriteError): ApiErrorType {
  const { type } = error;
  // Of the two targets that a user has here only the phone number is ever changed.
  if (type === "user_target_already_exists") return "user_phone_already_exists";
  const known = API_ERROR_TYPES.find((one) => one === type) ?? "backend_refused";
  if (known !== "general_argument_invalid" && known !== "backend_refused") return known;
  return errorTypeFromMessage(error) ?? known;
}
