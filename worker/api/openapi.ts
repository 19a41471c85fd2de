// The description of the API in OpenAPI 3.1, made of what its routes say.

import type { RouterRoute } from "hono/types";
import * as z from "zod/mini";
import { BRAND } from "../../app/content/brand";
import { ApiErrorSchema } from "../../app/contract/error-body";
import { SESSION_COOKIE } from "../session/session";
import { descriptionOf, type EndpointDescription, type EndpointResponse } from "./endpoint";
import { COMMON_ERRORS, ERROR_MEANINGS } from "./error-meanings";

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
        "JSON in and out, UTF-8. Unknown keys in a body are refused. Every answer carries X-Request-Id and is never cached. A browser's unsafe call must come from this origin.",
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      schemas: { Error: jsonSchema(ApiErrorSchema, "output") },
      responses: Object.fromEntries(
        Object.entries(ERROR_MEANINGS).map(([status, description]) => [
          status,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
        ]),
      ),
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE } },
    },
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
    // An upload answers HEAD alone, which Hono registers as GET.
    const isHead = name === "/files/{id}" && method === "GET";
    return [{ ...description, method: isHead ? "head" : method.toLowerCase(), path: name }];
  });
}

/** The path's, query's and headers' parameters of an operation. */
export function parametersOf({ params, query, headers }: EndpointDescription) {
  const of = (place: "path" | "query" | "header", schema: z.ZodMiniObject | undefined) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
      properties?: Record<string, { description?: string }>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      description,
      required: required.includes(name),
      schema: rest,
    }));
  };
  return [...of("path", params), ...of("query", query), ...of("header", headers)];
}

function describeOperation(operation: Operation): object {
  const { summary, isForMembers, body, example, bodyType, responses, errors } = operation;
  const content = body
    ? { "application/json": { schema: jsonSchema(body, "input"), ...(example !== undefined && { example }) } }
    : bodyType && { [bodyType]: { schema: {} } };
  const failures = [...errors, ...COMMON_ERRORS].filter((status) => !(status in responses));
  return {
    summary,
    security: isForMembers ? [{ session: [] }] : [],
    parameters: parametersOf(operation),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]),
      ),
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function describeResponse({ description, schema, example, type, headers }: EndpointResponse): object {
  const content = schema
    ? { "application/json": { schema: jsonSchema(schema, "output"), ...(example !== undefined && { example }) } }
    : type && { [type]: { schema: {} } };
  return {
    description,
    ...(content ? { content } : {}),
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, meaning]) => [
              name,
              { description: meaning, schema: { type: "string" } },
            ]),
          ),
        }
      : {}),
  };
}
