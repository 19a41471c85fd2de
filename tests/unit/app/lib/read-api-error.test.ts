import { expect, test } from "vitest";
import { readApiError } from "../../../../app/lib/read-api-error";

const error = { type: "rate_limited", message: "Too many requests", requestId: "r-1" };

test("an error is read from text and from an object", () => {
  expect(readApiError({ error })).toEqual(error);
  expect(readApiError(JSON.stringify({ error: { code: 429, ...error } }))).toEqual(error);
});

test.each([undefined, null, "", "<h1>502 Bad Gateway</h1>", "[]", '{"error":null}', '{"error":{"type":7}}'])(
  "%j is not an API error",
  (body) => {
    expect(readApiError(body)).toBeNull();
  },
);
