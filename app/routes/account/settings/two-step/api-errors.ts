import type { ApiError } from "../../../../contract/error-body";
import type { ApiErrorType } from "../../../../contract/errors";
import type { ErrorInfo } from "../../../../lib/error-messages";
import { WRONG_PASSWORD } from "../action-data";
import type { TwoStepErrors } from "./form-data";

const CODE_ERRORS: readonly string[] = [
  "second_factor_wrong",
  "second_factor_used",
  "second_factor_unavailable",
] satisfies ApiErrorType[];

/**
 * Turns an error of the API into errors of a form, at the field that caused it.
 * @param message the error's message
 */
export function apiErrors(error: ErrorInfo & Pick<ApiError, "fields">, message: string): TwoStepErrors {
  if (error.type === "user_invalid_credentials")
    return { message: WRONG_PASSWORD, fields: { password: WRONG_PASSWORD } };
  if (CODE_ERRORS.includes(error.type)) return { message, fields: { code: message } };
  return { message, fields: error.fields ?? {} };
}
