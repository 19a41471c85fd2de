// The API's own description: the operations that it lists, and whether an answer is as it says.
import { expect } from "vitest";
import * as z from "zod";
import { createTestApp } from "../../worker/support/test-app";
import type { JsonSchema } from "../json";
import { type Answer, expectApiError } from "../soundness";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  example: unknown;
}

interface DescribedResponse {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>;
}

export interface Operation {
  /** In capitals. */
  method: string;
  /** Below /api, with `{name}` for what varies. */
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: Record<string, unknown> }> };
  /** By status. Those of errors are references, since all errors have the same body. */
  responses: Record<string, DescribedResponse>;
}

/** Every operation that a running API describes. */
export async function readOperations(): Promise<Operation[]> {
  const response = await createTestApp().browser().send("GET", "/openapi.json");
  const { paths } = await response.json<{ paths: Record<string, Record<string, Operation>> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The answer has a status that the operation lists, and with it the headers, the type and the body that are described. */
export function expectDescribed({ method, path, responses }: Operation, request: Request, answer: Answer): void {
  // Whoever asks another address for a WebSocket is refused as they are at the one that opens them.
  const ofHandshake = request.headers.has("Upgrade") ? ["403"] : [];
  // A POST to start an upload is another method with this header, one that /files does not have.
  const ofOverride =
    method === "POST" && path === "/files" && request.headers.has("X-HTTP-Method-Override") ? ["405"] : [];
  expect([...Object.keys(responses), ...ofHandshake, ...ofOverride]).toContain(String(answer.status));
  const { headers = {}, content } = responses[answer.status] ?? {};
  for (const [name, { required }] of Object.entries(headers)) {
    if (required !== false) expect(answer.headers.get(name), name).not.toBeNull();
  }
  if (answer.status >= 400) {
    if (method !== "HEAD" && !isErrorPage(responses, request, answer)) expectApiError(answer);
    return;
  }
  const [[type, { schema }] = ["", { schema: {} }]] = Object.entries(content ?? {});
  if (type === "") expect(answer.text).toBe("");
  else expect(answer.headers.get("Content-Type")).toMatch(new RegExp(`^${type}(;|$)`));
  if (type === "application/json") z.fromJSONSchema(schema).parse(JSON.parse(answer.text));
}

/** True for the error of a file that somebody opens by a link in a page. */
function isErrorPage(responses: Operation["responses"], request: Request, { headers }: Answer): boolean {
  const isAttachment = Object.values(responses).some((response) => "Content-Disposition" in (response.headers ?? {}));
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return isAttachment && isPage && (request.headers.get("Accept")?.includes("text/html") ?? false);
}
