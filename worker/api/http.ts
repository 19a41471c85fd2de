// What every API handler shares: the context's type, and validation in our error model.
import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import type { Bindings } from "../env";
import type { Scope } from "../scope";
import { ServiceError } from "../services/errors";

export interface ApiEnv {
  Bindings: Bindings;
  Variables: { scope: Scope };
}

/**
 * Validates a JSON body. The first issue without a field is the sentence of the error, every other one belongs to a field.
 * @throws {ServiceError} `validation_failed`.
 */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return zValidator("json", schema, (result, c) => {
    // Anything else reaches the schema as an empty object, and would be called incomplete.
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
      throw new ServiceError("media_type_unsupported", "Send JSON (Content-Type: application/json)");
    }
    if (!result.success) throw validationError(result.error.issues);
  });
}

function validationError(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    if (field !== "") fields[field] ??= message;
  }
  const sentence = issues.find(({ path }) => path.length === 0) ?? issues[0];
  return new ServiceError("validation_failed", sentence?.message ?? "Please check what you entered", { fields });
}
