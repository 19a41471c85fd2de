// The error types of the API.

/** Our own. A new type needs a status in worker/http/error-response.ts, and a message in app/lib/error-messages.ts. */
const OWN_ERROR_TYPES = [
  "body_unreadable",
  "body_too_large",
  "validation_failed",
  "session_missing",
  "origin_refused",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "rate_limited",
  "network_limited",
  "setting_missing",
  "backend_down",
  "backend_failed",
  "backend_stalled",
  "internal",
  "file_type_unsupported",
  "file_content_mismatch",
  "file_empty",
  "file_too_large",
  "upload_metadata_invalid",
  "upload_version_unsupported",
  "media_type_unsupported",
  "upload_chunk_too_small",
  "upload_offset_mismatch",
  "upload_ticket_invalid",
  "upload_incomplete",
  "upload_gone",
  "range_unsatisfiable",
  "existing_account_wrong_password",
  "link_used",
  "mail_just_sent",
  "mail_unavailable",
  "too_many_uploads",
  "password_too_common",
  "storage_full",
  "storage_unavailable",
] as const;
export type OwnErrorType = (typeof OWN_ERROR_TYPES)[number];

/** Appwrite's. They are passed on because the interface has messages for them. */
const APPWRITE_ERROR_TYPES = [
  "user_invalid_credentials",
  "user_already_exists",
  "user_email_already_exists",
  "user_email_disposable",
  "user_email_free",
  "user_email_not_canonical",
  "user_email_not_corporate",
  "user_count_exceeded",
  "user_session_already_exists",
  "user_email_already_verified",
  "user_blocked",
  "user_invalid_token",
  "user_not_found",
  "user_session_not_found",
  "user_password_mismatch",
  "user_password_reset_required",
  "user_more_factors_required",
  "user_challenge_required",
  "password_recently_used",
  "password_personal_data",
  "general_argument_invalid",
  "general_rate_limit_exceeded",
  "document_invalid_structure",
  "document_not_found",
  "storage_file_not_found",
  "storage_file_type_unsupported",
  "storage_invalid_file_size",
  "storage_device_not_found",
  // Any other error of Appwrite's; its `message` has the details.
  "backend_refused",
] as const;

export const API_ERROR_TYPES = [...OWN_ERROR_TYPES, ...APPWRITE_ERROR_TYPES] as const;
export type ApiErrorType = (typeof API_ERROR_TYPES)[number];

export const EXISTING_ACCOUNT_WRONG_PASSWORD =
  "User already exists but password is incorrect. Please try logging in or reset your password.";
