// The body of every error response of the API.
import * as z from "zod/mini";
import { API_ERROR_TYPES } from "./errors";

export const ApiErrorSchema = z.object({
  error: z.object({
    /** The HTTP status. */
    code: z.int(),
    type: z.enum(API_ERROR_TYPES),
    message: z.string(),
    /** A message for each invalid field. */
    fields: z.optional(z.record(z.string(), z.string())),
    requestId: z.string(),
  }),
});
export type ApiErrorBody = z.infer<typeof ApiErrorSchema>;
export type ApiError = ApiErrorBody["error"];
