// The statuses of errors, for the description of the API.
import type { ApiErrorBody } from "../../app/contract/error-body";
import type { ApiErrorType } from "../../app/contract/errors";

interface ErrorMeaning {
  meaning: string;
  /** One of the errors with this status. */
  type: ApiErrorType;
  message: string;
  fields?: Record<string, string>;
}

const ERRORS = {
  400: {
    meaning: "The request is not readable",
    type: "body_unreadable",
    message: "The body is not readable JSON",
  },
  401: {
    meaning: "There is no session, its second factor is missing, or the password, code or link is wrong",
    type: "session_missing",
    message: "Please sign in first",
  },
  403: {
    meaning: "The request comes from another site, or what it asks for belongs to somebody else",
    type: "origin_refused",
    message: "This request comes from another site",
  },
  404: {
    meaning: "Nothing was found at this address or with this id",
    type: "not_found",
    message: "There is nothing at this address",
  },
  405: {
    meaning: "The address does not support this method; Allow lists those that it does",
    type: "method_not_allowed",
    message: "This address answers GET, HEAD, PATCH",
  },
  408: {
    meaning: "The client stopped sending its body, or sends it too slowly",
    type: "request_timeout",
    message: "The rest of this request did not arrive in time. Please send it again",
  },
  409: {
    meaning: "Conflicts with the current state",
    type: "user_email_already_verified",
    message: "User email is already verified",
  },
  410: {
    meaning: "The upload has ended",
    type: "upload_gone",
    message: "This upload has ended. Please choose the file again",
  },
  412: {
    meaning: "The API does not support this version of the tus protocol",
    type: "upload_version_unsupported",
    message: "Speak tus 1.0.0 (Tus-Resumable)",
  },
  413: {
    meaning: "The body or the file is too large",
    type: "body_too_large",
    message: "A body may have at most 65536 bytes",
  },
  415: {
    meaning: "The media type or the type of the file is not supported",
    type: "media_type_unsupported",
    message: "Send JSON (Content-Type: application/json)",
  },
  416: {
    meaning: "The file does not have the requested range of bytes",
    type: "range_unsatisfiable",
    message: "The file has no such bytes",
  },
  422: {
    meaning:
      "The input is not valid; message is the error of the whole form, and fields has one for each invalid field",
    type: "validation_failed",
    message: "Please fill in all required fields",
    fields: { name: "Enter your full name" },
  },
  426: {
    meaning: "The address answers WebSockets only",
    type: "upgrade_required",
    message: "Open a WebSocket here",
  },
  429: {
    meaning: "Too many attempts, e-mails or files; Retry-After tells in how many seconds to try again",
    type: "rate_limited",
    message: "Too many tries. Please wait 12 minutes and try again",
  },
  500: {
    meaning: "Something went wrong in the API",
    type: "internal",
    message: "Something went wrong here",
  },
  502: {
    meaning: "The backend failed",
    type: "backend_failed",
    message: "Our backend failed to answer. Please try again",
  },
  503: {
    meaning:
      "The backend is down (backend_down) or has as much to do as it can (backend_overloaded), or a setting of the deployment is missing; Retry-After tells in how many seconds to try again",
    type: "backend_down",
    message: "Our backend is not reachable right now. Please try again in a moment",
  },
  504: {
    meaning: "The backend took too long",
    type: "backend_stalled",
    message: "Our backend takes too long to answer. Please try again",
  },
  507: {
    meaning: "There is no room for more files",
    type: "storage_full",
    message: "There is no room for files right now",
  },
} as const satisfies Record<number, ErrorMeaning>;

/** A status that an error may have. */
export type ErrorStatus = keyof typeof ERRORS;

/** The statuses of all errors, in ascending order. */
export const ERROR_STATUSES: readonly number[] = Object.keys(ERRORS).map(Number);

function errorWith(status: number): ErrorMeaning | undefined {
  return (ERRORS as Readonly<Record<number, ErrorMeaning>>)[status];
}

/** Any call may fail with these. */
export const COMMON_ERRORS = [408, 429, 500, 502, 503, 504] as const;

/** What an error's status means. */
export function errorMeaning(status: number): string {
  return errorWith(status)?.meaning ?? "";
}

/** A body of an error with this status. */
export function errorExample(status: number): ApiErrorBody | null {
  const known = errorWith(status);
  if (!known) return null;
  const { meaning: _, ...error } = known;
  return { error: { code: status, ...error, requestId: "0c7e2a4f-5b1d-4e86-9a3f-1d2c6b7e8f90" } };
}
