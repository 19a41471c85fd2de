import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchErrorMessage } from "../../../../app/lib/fetch-error-message";

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock("../../../../app/lib/error-messages");
});

const WRONG_ORIGIN = { type: "origin_refused", message: "Another origin" };

test("the message depends on the error's type, and a form's message says that its input is kept", async () => {
  expect(await fetchErrorMessage(WRONG_ORIGIN)).toBe(
    "This page was opened in an unusual way. Reload it and try again.",
  );
  expect(await fetchErrorMessage({ type: "backend_failed", message: "" }, true)).toBe(
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  );
});

test.each([
  [WRONG_ORIGIN, "Another origin"],
  [{ type: "internal", message: "" }, "We could not be reached. Check your connection, then try again."],
])("the error's own message is used when the messages cannot be fetched", async (error, expected) => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.doMock("../../../../app/lib/error-messages", () => {
    throw new Error("no chunk");
  });
  expect(await fetchErrorMessage(error)).toBe(expected);
  expect(warning).toHaveBeenCalledOnce();
});
