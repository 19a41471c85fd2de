import { beforeEach, expect, test, vi } from "vitest";
import { catchActionError, thrownError } from "../../../../app/forms/catch-action-error";

/** The error that React Router throws for an error response of the server: its data are text. */
const errorResponse = (status: number, body: string) => ({ status, statusText: "", internal: false, data: body });
const apiError = (code: number, type: string) =>
  errorResponse(code, JSON.stringify({ error: { code, type, message: `about ${type}`, requestId: "r-1" } }));

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

const failing = (thrown: unknown) =>
  catchActionError<string>(
    () => Promise.reject(thrown),
    (message) => message,
  );

test.each([
  [
    new TypeError("Failed to fetch"),
    "No answer came back, so this may be done or not. Check your connection, then try again.",
  ],
  [apiError(429, "rate_limited"), "That was tried too often. Try again a little later."],
])("the message of a form without text fields does not say that input is kept: %s", async (thrown, message) => {
  const result = await catchActionError(
    () => Promise.reject<string>(thrown),
    (message) => message,
    false,
  );
  expect(result).toMatchObject({ data: message });
});

test("a result is returned unchanged", async () => {
  expect(
    await catchActionError(
      async () => "result",
      (message) => message,
    ),
  ).toBe("result");
});

test("a redirect is rethrown unchanged", async () => {
  const redirection = new Response(null, { status: 303, headers: { Location: "/dashboard" } });
  await expect(failing(redirection)).rejects.toBe(redirection);
});

test.each([
  [
    apiError(429, "rate_limited"),
    429,
    "That was tried too often. Try again a little later. Everything you typed is still here.",
  ],
  [apiError(403, "origin_refused"), 403, "This page was opened in an unusual way. Reload it and try again."],
  [apiError(503, "setting_missing"), 503, "Navarambh is not set up completely yet, so this does not work right now."],
  [apiError(413, "body_too_large"), 413, "This is more than we can take at once. Choose a smaller file and try again."],
  [
    errorResponse(502, "<h1>Bad Gateway</h1>"),
    502,
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  ],
  [
    new Error("Unexpected Server Error"),
    503,
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  ],
])("an error response gives its own message and status (%#)", async (thrown, status, message) => {
  expect(await failing(thrown)).toMatchObject({ data: message, init: { status } });
});

test.each([new TypeError("Failed to fetch"), new Error("Unable to decode", { cause: new TypeError("network error") })])(
  "a network error gives the message of a lost connection: %s",
  async (thrown) => {
    expect(thrownError(thrown)).toBeNull();
    expect(await failing(thrown)).toMatchObject({ data: expect.stringMatching(/^No answer came back/) });
  },
);
