// The body of every answer of the edge API that is not a success.
import * as z from "zod/mini";
import { API_ERROR_TYPES } from "./errors";

export const ApiErrorSchema = z.object({
  error: z.object({
    /** The HTTP status. */
    code: z.int(),
    type: z.enum(API_ERROR_TYPES),
    message: z.string(),
    /** Words for each field concerned. */
    fields: z.optional(z.record(z.string(), z.string())),
    requestId: z.string(),
  }),
});
export type ApiErrorBody = z.infer<typeof ApiErrorSchema>;
export type ApiError = ApiErrorBody["error"];
