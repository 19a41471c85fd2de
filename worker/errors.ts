import type { ApiErrorType } from "../app/contract/errors";

/** An error of the product, with the API's error type. */
export class ServiceError extends Error {
  override name = "ServiceError";
  constructor(
    readonly type: ApiErrorType,
    message: string,
    readonly details: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      /** The length of the file, for `range_unsatisfiable`. */
      totalBytes?: number;
      /** The supported methods, for `method_not_allowed`. */
      allowed?: readonly string[];
    } = {},
  ) {
    super(message);
  }
}

/** The messages of errors that both this Worker and Appwrite notice. */
export const STORAGE_UNAVAILABLE = "Files cannot be stored right now. Please try again later";
export const MAIL_UNAVAILABLE = "E-mails cannot be sent right now";
