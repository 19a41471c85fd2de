import { expect, test } from "vitest";
import { describePageError } from "../../../../app/components/page-error";

/** What React Router passes to an error boundary when a loader threw a response. */
const errorResponse = (status: number, data: unknown = null) => ({ status, statusText: "", internal: false, data });

test.each([502, 503, 504])("a %i says that the backend cannot be reached, and offers a retry", (status) => {
  expect(describePageError(errorResponse(status))).toMatchObject({
    title: "We cannot reach our records",
    canRetry: true,
  });
});

test("a full isolate is no outage: the page says to wait some seconds", () => {
  const body = { error: { code: 503, type: "overloaded", message: "", requestId: "r-18" } };
  expect(describePageError(errorResponse(503, JSON.stringify(body)))).toMatchObject({
    title: "Many people are here right now",
    canRetry: true,
    requestId: "r-18",
  });
});

test("a 404 offers no retry", () => {
  expect(describePageError(errorResponse(404)).canRetry).toBe(false);
});

test("an unexpected error has a general text without details", () => {
  const { title, text } = describePageError(new Error("secret detail"));
  expect(title).toBe("Something went wrong on our side");
  expect(text).not.toContain("secret detail");
});

test("a form that is too large does not say to send the same again", () => {
  const { title, text } = describePageError(errorResponse(413));
  expect(title).toBe("This was too much at once");
  expect(text).toContain("shorten the text or choose a smaller file");
});

test.each([400, 415])("a form that could not be read (%i) says to send it once more", (status) => {
  expect(describePageError(errorResponse(status)).text).toContain("send it once more");
});

test("the request id of an API error is shown", () => {
  const body = { error: { code: 503, type: "backend_down", message: "", requestId: "r-17" } };
  expect(describePageError(errorResponse(503, body)).requestId).toBe("r-17");
  // The body of a `.data` request that was rejected before its loader ran is text.
  expect(describePageError(errorResponse(503, JSON.stringify(body))).requestId).toBe("r-17");
  expect(describePageError(errorResponse(503, "text")).requestId).toBeNull();
});

test.each(["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."])(
  "a network error (%s) is described as a lost connection, unlike other type errors",
  (message) => {
    expect(describePageError(new TypeError(message)).title).toBe("We could not be reached");
    expect(describePageError(new TypeError("x is not a function")).title).toBe("Something went wrong on our side");
  },
);
