// What can go wrong at the edge API, as a closed union: the body of every answer that is not a success.
import { z } from "zod";

/** A new one needs a status in worker/api/errors.ts (if it is ours) and words in app/lib/error-words.ts. */
export const API_ERROR_TYPES = [
  // ours
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
  "too_many_uploads",
  "password_too_common",
  "storage_full",
  // Appwrite's, passed on because the interface words them
  "user_invalid_credentials",
  "user_already_exists",
  "user_email_already_exists",
  "user_count_exceeded",
  "user_session_already_exists",
  "user_email_already_verified",
  "user_phone_already_exists",
  "user_blocked",
  "user_invalid_token",
  "user_not_found",
  "user_session_not_found",
  "user_password_mismatch",
  "user_password_reset_required",
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
  /** Any other refusal of the backend: its message is all we know. */
  "backend_refused",
] as const;
export type ApiErrorType = (typeof API_ERROR_TYPES)[number];

export const ApiErrorSchema = z.object({
  error: z.object({
    /** The HTTP status. */
    code: z.number().int(),
    type: z.enum(API_ERROR_TYPES),
    message: z.string(),
    /** Words for each field concerned. */
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string(),
  }),
});
export type ApiErrorBody = z.infer<typeof ApiErrorSchema>;
export type ApiError = ApiErrorBody["error"];

export const EXISTING_ACCOUNT_WRONG_PASSWORD =
  "User already exists but password is incorrect. Please try logging in or reset your password.";
