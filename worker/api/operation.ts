// What the description of the API says about one call.
import type * as z from "zod/mini";

export interface OperationResponse {
  description: string;
  schema?: z.ZodMiniType;
  /** The media type of a body that is no JSON. */
  type?: string;
  /** Names of headers, with what is in them. */
  headers?: Record<string, string>;
}

export interface Operation {
  method: "get" | "head" | "options" | "post" | "put" | "patch" | "delete";
  /** Below /api, with `{name}` for what varies. */
  path: string;
  summary: string;
  /** Answers members alone. */
  isForMembers?: boolean;
  /** Names of headers and query parameters, with what is in them; all of them are needed unless they end in "?". */
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: z.ZodMiniType;
  /** The media type of a body that is no JSON. */
  bodyType?: string;
  responses: Record<number, OperationResponse>;
  /** The statuses of errors of its own; those that any call may have stand in `COMMON_ERRORS` of error-meanings.ts. */
  errors: readonly number[];
}

/** For a call that answers without a body. */
export const NOTHING: OperationResponse = { description: "Done" };
