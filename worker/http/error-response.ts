// Turns any error into an HTTP error: status, type and message, and the API's error body.
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiError, ApiErrorBody } from "../../app/contract/error-body";
import { API_ERROR_TYPES, type ApiErrorType, type OwnErrorType } from "../../app/contract/errors";
import {
  AppwriteError,
  errorTypeFromMessage,
  isBucketMissing,
  isLinkRefused,
  isSessionMissingError,
  isSetupError,
  MAIL_OFF_TYPE,
} from "../appwrite/errors";
import { SourceError } from "../appwrite/transport";
import { SettingsError } from "../config";
import { MAIL_UNAVAILABLE, ServiceError, STORAGE_UNAVAILABLE } from "../errors";
import { errorEntry, type LogEntry } from "../log";

/** The statuses of our own error types, and of those of Appwrite that services throw themselves. Other errors of Appwrite keep its status. */
const STATUSES: Record<OwnErrorType, ContentfulStatusCode> & Partial<Record<ApiErrorType, ContentfulStatusCode>> = {
  body_unreadable: 400,
  body_too_large: 413,
  request_timeout: 408,
  validation_failed: 422,
  session_missing: 401,
  origin_refused: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  change_pending: 409,
  rate_limited: 429,
  network_limited: 429,
  setting_missing: 503,
  internal: 500,
  backend_down: 503,
  backend_failed: 502,
  backend_stalled: 504,
  overloaded: 503,
  file_type_unsupported: 415,
  file_content_mismatch: 422,
  file_empty: 422,
  file_too_large: 413,
  upload_metadata_invalid: 400,
  upload_version_unsupported: 412,
  // Not 501: clients try again after a status of 500 or more.
  upload_extension_unsupported: 400,
  media_type_unsupported: 415,
  upload_chunk_too_small: 400,
  upload_offset_mismatch: 409,
  upload_ticket_invalid: 403,
  upload_incomplete: 409,
  upload_gone: 410,
  range_unsatisfiable: 416,
  existing_account_wrong_password: 401,
  link_used: 401,
  second_factor_wrong: 401,
  second_factor_used: 401,
  second_factor_unavailable: 409,
  mail_just_sent: 429,
  mail_unavailable: 503,
  too_many_uploads: 429,
  password_too_common: 400,
  password_leaked: 400,
  password_required: 403,
  password_personal_data: 400,
  storage_full: 507,
  storage_unavailable: 503,
  upgrade_required: 426,
  user_authenticator_already_verified: 409,
  user_email_not_verified: 400,
  user_invalid_credentials: 401,
};

export interface HttpError {
  status: ContentfulStatusCode;
  type: ApiErrorType;
  message: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** The length of the file, for an unsatisfiable range. */
  totalBytes?: number;
  /** The methods that the address supports. */
  allowed?: readonly string[];
  /** Details for the log only; visitors do not see them. */
  log?: LogEntry;
}

/** The response to a failed API call. Details of unexpected errors go to `log` only. */
export function errorResponse(error: unknown, requestId: string, log: (entry: LogEntry) => void): Response {
  const httpError = reportError(error, log);
  const body: ApiError = {
    code: httpError.status,
    type: httpError.type,
    message: httpError.message,
    ...(httpError.fields && Object.keys(httpError.fields).length > 0 ? { fields: httpError.fields } : {}),
    requestId,
  };
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (httpError.totalBytes !== undefined) headers.set("Content-Range", `bytes */${httpError.totalBytes}`);
  if (httpError.retryAfterSeconds) headers.set("Retry-After", String(httpError.retryAfterSeconds));
  if (httpError.allowed) headers.set("Allow", httpError.allowed.join(", "));
  // RFC 9110, 15.5.22.
  if (httpError.status === 426) headers.set("Upgrade", "websocket");
  return Response.json({ error: body } satisfies ApiErrorBody, { status: httpError.status, headers });
}

/** Converts an error for the visitor, and writes its internal details to `log`. */
export function reportError(error: unknown, log: (entry: LogEntry) => void): HttpError {
  const httpError = toHttpError(error);
  if (httpError.log) log({ event: "call failed", type: httpError.type, ...httpError.log });
  return httpError;
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof ServiceError) {
    const { type, message, details } = error;
    return { status: STATUSES[type] ?? 400, type, message, ...details };
  }
  if (error instanceof AppwriteError) return fromAppwriteError(error);
  if (error instanceof SettingsError) {
    return { status: 503, type: "setting_missing", message: `This deployment is not set up: ${error.message}` };
  }
  if (error instanceof SourceError) return toHttpError(error.cause);
  if (error instanceof HTTPException) {
    const status = error.status === 413 ? 413 : 400;
    const type = status === 413 ? "body_too_large" : "body_unreadable";
    return { status, type, message: status === 413 ? "This is too much at once" : "The body is not readable JSON" };
  }
  return { status: 500, type: "internal", message: "Something went wrong here", log: errorEntry(error) };
}

function fromAppwriteError(error: AppwriteError): HttpError {
  // RFC 4918: insufficient storage.
  if (error.status === 507) {
    return {
      status: 507,
      type: "storage_full",
      message: "There is no room for files right now",
      log: errorEntry(error),
    };
  }
  // The bucket is disabled or was deleted.
  if (isBucketMissing(error)) {
    return {
      status: 503,
      type: "storage_unavailable",
      message: STORAGE_UNAVAILABLE,
      log: errorEntry(error),
    };
  }
  // 503, since the project accepts no more accounts until somebody raises the limit.
  if (error.type === "user_count_exceeded") {
    return { status: 503, type: error.type, message: "No more members can join right now", log: errorEntry(error) };
  }
  if (error.type === MAIL_OFF_TYPE || isLinkRefused(error)) {
    return { status: 503, type: "mail_unavailable", message: MAIL_UNAVAILABLE, log: errorEntry(error) };
  }
  switch (error.failure) {
    case "rejected":
      return fromRejection(error);
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
    case "overloaded":
      return {
        status: 503,
        type: "overloaded",
        message: "We cannot take on more at this moment. Please try again in a few seconds",
        retryAfterSeconds: error.retryAfterSeconds,
      };
    default:
      return failedBackend(error);
  }
}

function failedBackend(error: AppwriteError): HttpError {
  return {
    status: 502,
    type: "backend_failed",
    message: "Our backend failed to answer. Please try again",
    log: { ...errorEntry(error), backendStatus: error.status, backendType: error.type },
  };
}

/** A rejection by Appwrite keeps its status and message, and its type if the contract knows it. */
function fromRejection(error: AppwriteError): HttpError {
  if (isSessionMissingError(error)) return { status: 401, type: "session_missing", message: "Please sign in first" };
  if (isSetupError(error)) return failedBackend(error);
  return {
    status: error.status as ContentfulStatusCode,
    type: clientErrorType(error),
    message: error.message,
    retryAfterSeconds: error.retryAfterSeconds,
  };
}

function clientErrorType(error: AppwriteError): ApiErrorType {
  // Appwrite's rows are documents in our API, as they were in Appwrite when it was made.
  const type = error.type.replace(/^row_/, "document_");
  const known = API_ERROR_TYPES.find((one) => one === type) ?? "backend_refused";
  if (known !== "general_argument_invalid" && known !== "backend_refused") return known;
  return errorTypeFromMessage(error) ?? known;
}
