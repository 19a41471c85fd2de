import { expect, test } from "vitest";
import { describePageError } from "../../../../app/components/page-error";

/** What React Router hands an error boundary when a loader answered with an error. */
const answer = (status: number, data: unknown = null) => ({ status, statusText: "", internal: false, data });

test.each([502, 503, 504])("a %i is trouble with the backend, and may be tried again", (status) => {
  expect(describePageError(answer(status))).toMatchObject({ title: "We cannot reach our records", canRetry: true });
});

test("a 404 offers no second try", () => {
  expect(describePageError(answer(404)).canRetry).toBe(false);
});

test("an unexpected error says that the mistake is ours, and nothing of what it was", () => {
  const { title, text } = describePageError(new Error("secret detail"));
  expect(title).toBe("Something went wrong on our side");
  expect(text).not.toContain("secret detail");
});

test("the request id of an API error is shown", () => {
  const body = { error: { code: 503, type: "backend_down", message: "", requestId: "r-17" } };
  expect(describePageError(answer(503, body)).requestId).toBe("r-17");
  // A page's data that was turned away before its loader ran arrives as text.
  expect(describePageError(answer(503, JSON.stringify(body))).requestId).toBe("r-17");
  expect(describePageError(answer(503, "text")).requestId).toBeNull();
});

test.each(["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."])(
  "a lost connection (%s) is not called a mistake of ours, other type errors are",
  (message) => {
    expect(describePageError(new TypeError(message)).title).toBe("We could not be reached");
    expect(describePageError(new TypeError("x is not a function")).title).toBe("Something went wrong on our side");
  },
);
