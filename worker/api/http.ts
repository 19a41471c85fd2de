// What every API handler shares: the context's type, and validation in our error model.
import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import type { Scope } from "../scope";
import { ServiceError } from "../services/errors";

/** What every handler finds in its context. */
export interface ApiVariables {
  scope: Scope;
  /** The page's: a call made in process has none. */
  nonce?: string;
}

export interface ApiEnv {
  Variables: ApiVariables;
}

/**
 * Validates a JSON body; what the schema has no words for is worded here. The first issue without a field is the
 * sentence of the error, every other one belongs to a field.
 * @throws {ServiceError} `validation_failed`.
 */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return zValidator("json", schema, (result, c) => {
    // Anything else reaches the schema as an empty object, and would be called incomplete.
    if (!/^application\/json\b/i.test(c.req.header("Content-Type") ?? "")) {
      throw new ServiceError("media_type_unsupported", "Send JSON (Content-Type: application/json)");
    }
    if (result.success) return;
    // Once more, with our words for what the schema has none for.
    const { error } = schema.safeParse(result.data, { error: wordsFor });
    throw validationError(error?.issues ?? []);
  });
}

const TOLD_BACK_MAX = 200;

/** Words for what a schema leaves to its library, whose own are not for members. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
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

/** What a caller sent, told back to him: enough of it to know it by. */
function shortened(text: string): string {
  return text.length <= TOLD_BACK_MAX ? text : `${text.slice(0, TOLD_BACK_MAX)}…`;
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
