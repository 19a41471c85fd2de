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
