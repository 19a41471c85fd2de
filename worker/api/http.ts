// What every API handler shares: the context's type, and validation in our error model.
import { zValidator } from "@hono/zod-validator";
import * as z from "zod/mini";
import { toFormErrors } from "../../app/contract/form-schema";
import type { RequestContext } from "../context";
import { ServiceError } from "../services/errors";

/** What every handler finds in its context. */
export interface ApiVariables {
  context: RequestContext;
  /** The page's: a call made in process has none. */
  nonce?: string;
}

export interface ApiEnv {
  Variables: ApiVariables;
}

/**
 * Validates a JSON body. The first issue without a field is the sentence of the error, every other one belongs to a field.
 * @throws {ServiceError} `validation_failed`.
 */
export function jsonBody<Schema extends z.ZodMiniType>(schema: Schema) {
  return zValidator("json", schema, (result, c) => {
    // Anything else reaches the schema as an empty object, and would be called incomplete.
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
      throw new ServiceError("media_type_unsupported", "Send JSON (Content-Type: application/json)");
    }
    if (result.success) return;
    const { message, fields } = toFormErrors(result.error.issues);
    throw new ServiceError("validation_failed", message, { fields });
  });
}

const TOLD_BACK_MAX = 200;

// zod/mini comes without messages of its own: these stand where a schema has none.
z.config({ localeError: issueMessage });

function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `This call does not know: ${shortened(issue.keys.join(", "))}`;
    case "too_big":
      return issue.origin === "string" ? `Use at most ${issue.maximum} characters` : "This is too much";
    case "too_small":
      return "Please fill this in";
    case "invalid_type":
      return issue.input === undefined ? "Please fill this in" : "This is not the kind of value that belongs here";
    default:
      return "Please check what you entered";
  }
}

/** What a caller sent, told back to them: enough of it to know it by. */
function shortened(text: string): string {
  return text.length <= TOLD_BACK_MAX ? text : `${text.slice(0, TOLD_BACK_MAX)}…`;
}
