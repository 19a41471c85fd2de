// What a route takes and answers, said once: `endpoint` validates by it, and the API's description is made of it.
import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import * as z from "zod/mini";
import type { ApiErrorType } from "../../app/contract/errors";
import { toFormErrors } from "../../app/contract/form-schema";
import type { RequestContext } from "../context";
import { ServiceError } from "../errors";

/** What every handler finds in its Hono context. */
interface ApiVariables {
  context: RequestContext;
  /** The page's nonce; a call in process has none. */
  nonce?: string;
}

/** What a call brings along, as the bindings of the API's own Hono app. */
export interface ApiCall extends ApiVariables {
  /** Turns a failure into the response. */
  handleError(error: Error): Response | Promise<Response>;
}

export interface ApiEnv {
  Bindings: ApiCall;
  Variables: ApiVariables;
}

type Schema = z.ZodMiniType;

export interface ResponseHeader {
  description: string;
  example: string;
  /** True for a header that only some of these responses have. */
  isOptional?: boolean;
}

export interface EndpointResponse {
  description: string;
  schema?: Schema;
  /** A body as it may be answered. Every response with a schema has one. */
  example?: unknown;
  /** The media type of a body that is not JSON. */
  type?: string;
  /** The headers that belong to this response, by name. */
  headers?: Record<string, ResponseHeader>;
}

/** The description of one route. */
export interface EndpointDescription {
  /** The name of the operation, unique in the API, such as "changeName". Generated clients name a method by it. */
  operationId: string;
  /** What the call does, in one short line without a full stop. */
  summary: string;
  /** What a caller has to know besides, in whole sentences. */
  description?: string;
  /** True for a route that answers HEAD alone, which Hono registers as GET. */
  isHead?: boolean;
  /** True for a route that answers members only. */
  isForMembers?: boolean;
  /** True for a route that answers anyone, and takes a member's session into account. */
  usesSession?: boolean;
  /** True for a route that needs the cookie of a sign-in that lacks its second factor. */
  isForPendingSignIn?: boolean;
  /** The schema of a JSON body. */
  body?: Schema;
  /** A body as it may be sent. Every route with a JSON body has one. */
  example?: unknown;
  /** The media type of a body that is not JSON. */
  bodyType?: string;
  /** True when a body with this media type may be left out. */
  isBodyOptional?: boolean;
  /** Schemas of the query, the headers and the path: an object each. Each key has a `meta` with `description` and `examples`. */
  query?: z.ZodMiniObject;
  headers?: z.ZodMiniObject;
  params?: z.ZodMiniObject;
  responses: Record<number, EndpointResponse>;
  /** The statuses of its own errors. Those that any call may have are in `COMMON_ERRORS`. */
  errors: readonly number[];
}

/** For a call that answers without a body. */
export const NO_CONTENT: EndpointResponse = { description: "Done; the response has no body" };

interface EndpointOptions<Body extends Schema> {
  /** The schema that validates, when the deployment decides. `body` is the one in the docs. */
  chooseBody?: (context: RequestContext) => Body;
  /** The error types for headers and a query that their schema rejects; `validation_failed` without them. */
  headerError?: ApiErrorType;
  queryError?: ApiErrorType;
}

type Validated<Target extends string, Value> = [Value] extends [Schema] ? { [Key in Target]: z.output<Value> } : object;
type Sent<Target extends string, Value> = [Value] extends [Schema] ? { [Key in Target]: z.input<Value> } : object;

/** The routes' descriptions, by the middleware that `endpoint` made for them. */
const descriptions = new WeakMap<object, EndpointDescription>();

/** The description of a route's middleware; undefined for any other. */
export function descriptionOf(handler: object): EndpointDescription | undefined {
  return descriptions.get(handler);
}

/**
 * Describes a route, and validates what is sent to it: stands before the handler, which reads it with `c.req.valid`.
 * @example app.patch("/name", endpoint({ operationId: "changeName", summary: "Changes the name", body: NameSchema, responses, errors }), handler)
 * @throws {ServiceError} `validation_failed`; `media_type_unsupported` for a body that is not JSON
 */
export function endpoint<
  Body extends Schema | undefined = undefined,
  Query extends z.ZodMiniObject | undefined = undefined,
  Headers extends z.ZodMiniObject | undefined = undefined,
>(
  description: EndpointDescription & {
    body?: Body;
    example?: z.input<NonNullable<Body>>;
    query?: Query;
    headers?: Headers;
  } & EndpointOptions<NonNullable<Body>>,
): MiddlewareHandler<
  ApiEnv,
  string,
  {
    in: Sent<"json", Body> & Sent<"query", Query>;
    out: Validated<"json", Body> & Validated<"query", Query> & Validated<"header", Headers>;
  }
> {
  const { body, bodyType, isBodyOptional = false, chooseBody, query, headers, params } = description;
  const { headerError = "validation_failed", queryError = "validation_failed" } = description;
  const bodies = new Map<Schema, MiddlewareHandler>();
  const validateBody: MiddlewareHandler<ApiEnv> = (c, next) => {
    const schema = chooseBody?.(c.var.context) ?? body;
    if (!schema) return next();
    const validator = bodies.get(schema) ?? jsonBody(schema);
    bodies.set(schema, validator);
    return validator(c as Context, next) as Promise<Response | undefined>;
  };
  const validators: MiddlewareHandler[] = [
    ...(bodyType ? [requireType(bodyType, isBodyOptional)] : []),
    ...(params ? [validate("param", params, "not_found")] : []),
    ...(headers ? [validate("header", headers, headerError)] : []),
    ...(query ? [validate("query", query, queryError)] : []),
    validateBody as MiddlewareHandler,
  ];
  const handler = every(...validators);
  descriptions.set(handler, description);
  return handler as ReturnType<typeof endpoint<Body, Query, Headers>>;
}

function validate(
  target: "param" | "query" | "header",
  schema: z.ZodMiniObject,
  type: ApiErrorType,
): MiddlewareHandler {
  return zValidator(target, schema, (result) => {
    if (!result.success) throw invalid(type, result.error.issues);
  });
}

function requireType(type: string, isBodyOptional: boolean): MiddlewareHandler {
  return async function requireType(c, next) {
    const isRequired = !isBodyOptional || hasBody(c.req.raw);
    if (isRequired && c.req.header("Content-Type") !== type) {
      throw new ServiceError("media_type_unsupported", `Send ${type}`);
    }
    await next();
  };
}

/** False for a request that says it has no bytes. */
function hasBody({ body, headers }: Request): boolean {
  return body !== null && headers.get("Content-Length") !== "0";
}

function jsonBody(schema: Schema): MiddlewareHandler {
  return zValidator("json", schema, (result, c) => {
    // Anything else reaches the schema as an empty object, and would be called incomplete.
    if (!/^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "")) {
      throw new ServiceError("media_type_unsupported", "Send JSON (Content-Type: application/json)");
    }
    if (!result.success) throw invalid("validation_failed", result.error.issues);
  });
}

/** The issue without a path is the message of the error; each of the others belongs to a field. */
function invalid(type: ApiErrorType, issues: readonly z.core.$ZodIssue[]): ServiceError {
  const { message, fields } = toFormErrors(issues);
  return new ServiceError(type, message, type === "validation_failed" ? { fields } : {});
}

const ECHOED_MAX = 200;

// zod/mini has no messages of its own: these are for issues whose schema has none.
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

/** Cuts what a caller sent before it is echoed. */
function shortened(text: string): string {
  return text.length <= ECHOED_MAX ? text : `${text.slice(0, ECHOED_MAX)}…`;
}
