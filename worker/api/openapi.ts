// The description of the API in OpenAPI 3.1, made of what its routes say.

import type { RouterRoute } from "hono/types";
import * as z from "zod/mini";
import { BRAND } from "../../app/content/brand";
import { ApiErrorSchema } from "../../app/contract/error-body";
import { PENDING_SIGN_IN_COOKIE } from "../session/pending-sign-in";
import { SESSION_COOKIE } from "../session/session";
import { descriptionOf, type EndpointDescription, type EndpointResponse } from "./endpoint";
import { COMMON_ERRORS, ERROR_STATUSES, errorExample, errorMeaning } from "./error-meanings";
import { TAGS, tagOf } from "./tags";

const ERROR_SCHEMA = "#/components/schemas/Error";

/** The OpenAPI document; `origin` is where this API answers. */
export function describeApi(operations: readonly Operation[], origin: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${BRAND.name} edge API`,
      version: "1",
      description:
        "Bodies are JSON in UTF-8; unknown keys are rejected. Every response has X-Request-Id and must not be cached. A call that changes something, and is sent by a browser or with a session cookie, must come from this origin (Origin or Sec-Fetch-Site). An address that does not support a method responds with 405.",
    },
    servers: [{ url: `${origin}/api`, description: "This deployment" }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: jsonSchema(ApiErrorSchema, "output") },
      responses: Object.fromEntries(ERROR_STATUSES.map((status) => [status, describeError(status)])),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: "The session cookie, which signing up and signing in set.",
        },
        pendingSignIn: {
          type: "apiKey",
          in: "cookie",
          name: PENDING_SIGN_IN_COOKIE,
          description: "The cookie of a sign-in that lacks its second factor, which a sign-in sets for ten minutes.",
        },
      },
    },
  };
}

function describeError(status: number): object {
  const content = { "application/json": { schema: { $ref: ERROR_SCHEMA }, example: errorExample(status) } };
  const retryAfter = { description: "When to try again, in seconds", schema: { type: "integer" }, example: 720 };
  const allow = { description: "The supported methods", schema: { type: "string" }, example: "GET, HEAD, PATCH" };
  return {
    description: errorMeaning(status),
    ...(status === 405 ? { headers: { Allow: allow } } : {}),
    ...(status === 429 || status === 503 ? { headers: { "Retry-After": retryAfter } } : {}),
    content,
  };
}

/** A schema in JSON Schema 2020-12: what is sent ("input") or what is answered ("output"). */
export function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** One call of the API: its method, its path below /api with `{name}` for what varies, and what its route says about it. */
export interface Operation extends EndpointDescription {
  method: string;
  path: string;
}

/**
 * The operations of routes, in their order. Hono lists each middleware of a route by itself; the one that `endpoint` made has the
 * description.
 */
export function operationsOf(routes: readonly RouterRoute[]): Operation[] {
  return routes.flatMap(({ method, path, handler }) => {
    const description = descriptionOf(handler);
    if (!description) return [];
    const name = path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "");
    return [{ ...description, method: description.isHead ? "head" : method.toLowerCase(), path: name }];
  });
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required: boolean;
  schema: Record<string, unknown>;
  example: unknown;
}

/** The path's, query's and headers' parameters of an operation. */
export function parametersOf({ params, query, headers }: EndpointDescription): Parameter[] {
  const of = (place: Parameter["in"], schema: z.ZodMiniObject | undefined) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
      properties?: Record<string, { description?: string; examples?: unknown[] }>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description = "", examples, ...rest }]) => ({
      name,
      in: place,
      description,
      required: required.includes(name),
      schema: rest,
      example: examples?.[0],
    }));
  };
  return [...of("path", params), ...of("query", query), ...of("header", headers)];
}

/** The statuses of an operation's errors, its own and those of any call, in ascending order. */
export function errorsOf({ errors, responses }: EndpointDescription): number[] {
  return [...errors, ...COMMON_ERRORS].filter((status) => !(status in responses)).sort((a, b) => a - b);
}

function describeOperation(operation: Operation): object {
  const { operationId, summary, description, body, example, bodyType, isBodyOptional, responses } = operation;
  const content = body
    ? { "application/json": { schema: jsonSchema(body, "input"), example } }
    : bodyType && { [bodyType]: { schema: {} } };
  const parameters = parametersOf(operation);
  return {
    operationId,
    tags: [tagOf(operation.path)?.name],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: !isBodyOptional, content } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]),
      ),
      ...Object.fromEntries(
        errorsOf(operation).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

/** One of these is required; the empty one means that no session is. */
function securityOf({ isForMembers, isForPendingSignIn, usesSession }: EndpointDescription): object[] {
  if (isForPendingSignIn) return [{ pendingSignIn: [] }];
  if (isForMembers) return [{ session: [] }];
  return usesSession ? [{ session: [] }, {}] : [];
}

function describeResponse({ description, schema, example, type, headers }: EndpointResponse): object {
  const content = schema
    ? { "application/json": { schema: jsonSchema(schema, "output"), example } }
    : type && { [type]: { schema: {} } };
  const described = Object.entries(headers ?? {}).map(([name, { isOptional = false, ...header }]) => [
    name,
    { ...header, required: !isOptional, schema: { type: "string" } },
  ]);
  return {
    description,
    ...(described.length > 0 ? { headers: Object.fromEntries(described) } : {}),
    ...(content ? { content } : {}),
  };
}
