import type { ApiErrorType } from "../../app/contract/errors";

/** Something that the product says no to, or cannot do now. */
export class ServiceError extends Error {
  override name = "ServiceError";
  constructor(
    readonly type: ApiErrorType,
    message: string,
    readonly details: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      /** How long the file is, for `range_unsatisfiable`. */
      totalBytes?: number;
      /** What may be done instead, for `method_not_allowed`. */
      allowed?: readonly string[];
    } = {},
  ) {
    super(message);
  }
}
