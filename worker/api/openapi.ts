// The description of the API in OpenAPI 3.1, made of its operations.

import * as z from "zod/mini";
import { BRAND } from "../../app/content/brand";
import { ApiErrorSchema } from "../../app/contract/error-body";
import { SESSION_COOKIE } from "../session/session";
import { COMMON_ERRORS, ERROR_MEANINGS } from "./error-meanings";
import type { Operation, OperationResponse } from "./operation";
import { OPERATIONS } from "./operations";

/** The OpenAPI document; `origin` is where this API answers. */
export function describeApi(origin: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
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

/** The path's, query's and headers' parameters of an operation. */
export function parametersOf({ path, query = {}, headers = {} }: Operation) {
  const named = (place: "query" | "header", parameters: Record<string, string>) =>
    Object.entries(parameters).map(([name, description]) => ({
      name: name.replace(/\?$/, ""),
      in: place,
      description,
      required: !name.endsWith("?"),
      schema: { type: "string" },
    }));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path" as const,
    description: "The id",
    required: true,
    schema: { type: "string" },
  }));
  return [...inPath, ...named("query", query), ...named("header", headers)];
}

function describeOperation(operation: Operation): object {
  const { summary, isForMembers, body, bodyType, responses: answers, errors } = operation;
  const content = body
    ? { "application/json": { schema: jsonSchema(body, "input") } }
    : bodyType && { [bodyType]: { schema: {} } };
  const failures = [...errors, ...COMMON_ERRORS].filter((status) => !(status in answers));
  return {
    summary,
    security: isForMembers ? [{ session: [] }] : [],
    parameters: parametersOf(operation),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)])),
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function describeAnswer({ description: says, schema, type, headers }: OperationResponse): object {
  const content = schema
    ? { "application/json": { schema: jsonSchema(schema, "output") } }
    : type && { [type]: { schema: {} } };
  return {
    description: says,
    ...(content ? { content } : {}),
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
          ),
        }
      : {}),
  };
}
