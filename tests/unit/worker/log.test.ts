import { expect, test } from "vitest";
import { toJson, toText } from "../../../worker/log";

test("a request is one line of text", () => {
  const entry = { requestId: "r1", event: "request", method: "GET", path: "/signup", status: 200, ms: 12 };
  expect(toText("info", entry)).toBe("GET /signup 200 in 12 ms");
});

test("an error has its fields by name, and its stack below", () => {
  const entry = { requestId: "r1", event: "call failed", type: "internal", stack: "Error: no\n    at sign-up.ts:1" };
  expect(toText("error", entry)).toBe('error: call failed type="internal" \nError: no\n    at sign-up.ts:1');
});

test("in a deployment each entry is one JSON object on one line, with the time in UTC and the request's id", () => {
  const line = toJson("info", { requestId: "r1", event: "request", path: "/a\nlevel: error" });
  expect(line).not.toContain("\n");
  const { time, ...entry } = JSON.parse(line);
  expect(entry).toEqual({ level: "info", requestId: "r1", event: "request", path: "/a\nlevel: error" });
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
});
