import { expect, test } from "vitest";
import { toWebAddress } from "../../../../app/contract/web-address";

test.each([
  ["example.in", "https://example.in"],
  [" https://example.in/path?q=1 ", "https://example.in/path?q=1"],
  ["http://example.in", "http://example.in"],
  ["javascript:alert(1)", null],
  ["ftp://example.in", null],
  ["localhost", null],
  ["not a place", null],
])("the web address %j is stored as %j", (typed, expected) => {
  expect(toWebAddress(typed)).toBe(expected);
});

test.each([
  "https://user:secret@example.in",
  "https://example.in@evil.example",
  "//example.in",
  "https:////example.in",
  "http:example.in",
  "https:\\\\example.in",
  "https://exam\nple.in",
  "https://example.in/\u202e",
  "https://example.in/\0",
  "https://a..b",
  "https://.",
])("%j is not a web address", (typed) => {
  expect(toWebAddress(typed)).toBeNull();
});

test("a host may have a port", () => {
  expect(toWebAddress("example.in:8080")).toBe("https://example.in:8080");
});
