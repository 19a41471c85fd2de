// Parses a request's body (JSON, URL-encoded or multipart) and validates its parameters.
import { readBody } from "./body";
import { AppwriteError, RejectedRequest } from "./errors";
import { collectFields } from "./fields";
import { type Multipart, parseMultipart } from "./multipart";
import { InvalidValue, isObject, parseJson, type Rule } from "./rules";

/** A parsed body: its fields and, of a multipart body, the part named `file`. */
export type Body = Multipart;

/**
 * The whole body. Throws a RejectedRequest: 413 for one that is too large and has not said so in its headers, 400 when the client
 * disconnects, which nobody receives.
 */
async function readBytes(request: Request): Promise<Uint8Array> {
  const bytes = await readBody(request).catch(() => {
    throw new RejectedRequest(400);
  });
  if (!bytes) throw new RejectedRequest(413);
  return bytes;
}

/**
 * Parses the body. A malformed body has no fields: a real server, too, then responds that a parameter is not optional.
 */
export async function parseBody(request: Request): Promise<Body> {
  if (request.method === "GET" || request.method === "HEAD" || !request.body) return { fields: {}, file: null };
  const contentType = request.headers.get("content-type") ?? "";
  if (contentType.startsWith("multipart/form-data")) {
    const match = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType);
    const boundary = match?.[1] ?? match?.[2];
    const bytes = await readBytes(request);
    return boundary ? parseMultipart(bytes, boundary) : { fields: {}, file: null };
  }
  const text = new TextDecoder().decode(await readBytes(request));
  if (contentType.startsWith("application/json")) {
    const parsed = parseJson(text);
    return { fields: isObject(parsed) ? parsed : {}, file: null };
  }
  if (contentType.startsWith("application/x-www-form-urlencoded")) {
    return { fields: collectFields(new URLSearchParams(text)), file: null };
  }
  return { fields: {}, file: null };
}

/** The parameter `name`, as `rule` returns it. Throws general_argument_invalid when it is missing or invalid. */
export function required<Value>(fields: Record<string, unknown>, name: string, rule: Rule<Value>): Value {
  const value = fields[name];
  if (value === undefined) {
    throw new AppwriteError("general_argument_invalid", `Param "${name}" is not optional.`);
  }
  return check(name, value, rule);
}

/** Like `required`, but `fallback` when the parameter is missing. */
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
