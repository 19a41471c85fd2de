import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchErrorMessage } from "../../../../app/lib/fetch-error-message";

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock("../../../../app/lib/error-messages");
  vi.restoreAllMocks();
});

const REFUSAL = { type: "origin_refused", message: "Another origin" };

test("an error is worded by its type, and a form says that what was typed is still there where it may go through", async () => {
  expect(await fetchErrorMessage(REFUSAL)).toBe("This page was opened in an unusual way. Reload it and try again.");
  expect(await fetchErrorMessage({ type: "backend_failed", message: "" }, true)).toBe(
    "Something went wrong on our side. Try again. Everything you typed is still here.",
  );
});

test.each([
  [REFUSAL, "Another origin"],
  [{ type: "internal", message: "" }, "We could not be reached. Check your connection, then try again."],
])("where the words do not come, the error's own message stands in", async (error, said) => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.doMock("../../../../app/lib/error-messages", () => {
    throw new Error("no chunk");
  });
  expect(await fetchErrorMessage(error)).toBe(said);
  expect(warning).toHaveBeenCalledOnce();
});
