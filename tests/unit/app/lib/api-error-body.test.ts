import { expect, test } from "vitest";
import { readErrorBody } from "../../../../app/lib/api-error-body";

const error = { type: "rate_limited", message: "Too many requests", requestId: "r-1" };

test("an error reads the same as text and as an object", () => {
  expect(readErrorBody({ error })).toEqual(error);
  expect(readErrorBody(JSON.stringify({ error: { code: 429, ...error } }))).toEqual(error);
});

test.each([undefined, null, "", "<h1>502 Bad Gateway</h1>", "[]", '{"error":null}', '{"error":{"type":7}}'])(
  "%j is no error of ours",
  (body) => {
    expect(readErrorBody(body)).toBeNull();
  },
);
