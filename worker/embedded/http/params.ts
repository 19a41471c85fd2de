// Reading a request's parameters: the body in each form that Appwrite takes, and one parameter under a rule.
import { AppwriteError } from "./errors";
import { collectFields } from "./fields";
import { type Multipart, parseMultipart } from "./multipart";
import { InvalidValue, isObject, parseJson, type Rule } from "./rules";

/** A parsed body: its fields, and the part named `file` of a multipart one. */
export type Body = Multipart;

/**
 * Reads the body. Anything that cannot be read as fields counts as no fields at all, as on a real server, where a
 * malformed body ends in "Param … is not optional".
 */
export async function readBody(request: Request): Promise<Body> {
  if (request.method === "GET" || request.method === "HEAD" || !request.body) return { fields: {}, file: null };
  const contentType = request.headers.get("content-type") ?? "";
  if (contentType.startsWith("multipart/form-data")) {
    const match = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType);
    const boundary = match?.[1] ?? match?.[2];
    const bytes = await request.arrayBuffer();
    return boundary ? parseMultipart(bytes, boundary) : { fields: {}, file: null };
  }
  const text = await request.text();
  if (contentType.startsWith("application/json")) {
    const parsed = parseJson(text);
    return { fields: isObject(parsed) ? parsed : {}, file: null };
  }
  if (contentType.startsWith("application/x-www-form-urlencoded")) {
    return { fields: collectFields(new URLSearchParams(text)), file: null };
  }
  return { fields: {}, file: null };
}

/** The parameter `name` under `rule`. Throws general_argument_invalid when it is missing or refused. */
export function required<Value>(fields: Record<string, unknown>, name: string, rule: Rule<Value>): Value {
  const value = fields[name];
  if (value === undefined || value === null || value === "") {
    throw new AppwriteError("general_argument_invalid", `Param "${name}" is not optional.`);
  }
  return check(name, value, rule);
}

/** The parameter `name` under `rule`, or `fallback` when it is not given. */
export function optional<Value, Fallback>(
  fields: Record<string, unknown>,
  name: string,
  rule: Rule<Value>,
  fallback: Fallback,
): Value | Fallback {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return fallback;
  return check(name, value, rule);
}

function check<Value>(name: string, value: unknown, rule: Rule<Value>): Value {
  try {
    return rule(value);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new AppwriteError("general_argument_invalid", `Invalid \`${name}\` param: ${error.message}`);
  }
}
