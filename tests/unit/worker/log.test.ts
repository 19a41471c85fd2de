import { expect, test } from "vitest";
import { toText } from "../../../worker/log";

test("a request is one line of text", () => {
  const entry = { requestId: "r1", event: "request", method: "GET", path: "/signup", status: 200, ms: 12 };
  expect(toText("info", entry)).toBe("GET /signup 200 in 12 ms");
});

test("an error has its fields by name, and its stack below", () => {
  const entry = { requestId: "r1", event: "call failed", type: "internal", stack: "Error: no\n    at sign-up.ts:1" };
  expect(toText("error", entry)).toBe('error: call failed type="internal" \nError: no\n    at sign-up.ts:1');
});
