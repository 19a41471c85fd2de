import { expect, test, vi } from "vitest";
import { readApiResult } from "../../../../app/lib/api-result.server";

const error = { code: 429, type: "rate_limited", message: "Slow down", requestId: "r1" };

test("a successful response yields its data", async () => {
  expect(await readApiResult(Promise.resolve(Response.json({ verified: true })))).toEqual({
    ok: true,
    data: { verified: true },
  });
});

test("a response without a body yields null", async () => {
  expect(await readApiResult(Promise.resolve(new Response(null, { status: 204 })))).toEqual({ ok: true, data: null });
});

test("an error response yields the API's error, with the seconds of Retry-After", async () => {
  const response = Response.json({ error }, { status: 429, headers: { "Retry-After": "60" } });
  expect(await readApiResult(Promise.resolve(response))).toEqual({
    ok: false,
    error: { ...error, retryAfterSeconds: 60 },
  });
});

test.each([
  ["a call that throws", () => Promise.reject(new Error("gone"))],
  ["an error page of a proxy", () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }))],
])("%s yields an internal error and is logged", async (_, call: () => Promise<Response>) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await readApiResult(call())).toEqual({ ok: false, error: { code: 500, type: "internal", message: "" } });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
