import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catchActionError, thrownError } from "../../../../app/forms/catch-action-error";

/** What React Router throws for an answer of 400 or more that is not its own: the body is text. */
const turnedAway = (status: number, body: string) => ({ status, statusText: "", internal: false, data: body });
const apiError = (code: number, type: string) =>
  turnedAway(code, JSON.stringify({ error: { code, type, message: `about ${type}`, requestId: "r-1" } }));

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const failing = (thrown: unknown) =>
  catchActionError<string>(
    () => Promise.reject(thrown),
    (message) => message,
  );

test.each([
  [new TypeError("Failed to fetch"), "We could not be reached. Check your connection, then try again."],
  [apiError(429, "rate_limited"), "That was tried too often. Try again a little later."],
])("a form in which nothing is typed says nothing of what was typed: %s", async (thrown, result) => {
  const answer = await catchActionError(
    () => Promise.reject<string>(thrown),
    (message) => message,
    false,
  );
  expect(answer).toMatchObject({ data: result });
});

test("an answer goes on as it is", async () => {
  expect(
    await catchActionError(
      async () => "answer",
      (message) => message,
    ),
  ).toBe("answer");
});

test("a redirect goes on as it is", async () => {
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
    turnedAway(502, "<h1>Bad Gateway</h1>"),
    502,
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  ],
  [
    new Error("Unexpected Server Error"),
    503,
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  ],
])("what turned the form away is said, and not that the connection is gone (%#)", async (thrown, status, message) => {
  expect(await failing(thrown)).toMatchObject({ data: message, init: { status } });
});

test.each([new TypeError("Failed to fetch"), new Error("Unable to decode", { cause: new TypeError("network error") })])(
  "a lost connection is said to be one: %s",
  async (thrown) => {
    expect(thrownError(thrown)).toBeNull();
    expect(await failing(thrown)).toMatchObject({ data: expect.stringMatching(/^We could not be reached\./) });
  },
);
