import { expect, test } from "vitest";
import { toWebAddress } from "../../../../app/contract/web-address";

test.each([
  ["example.in", "https://example.in"],
  [" https://example.in/path?q=1 ", "https://example.in/path?q=1"],
  ["http://example.in", "http://example.in"],
  ["HTTPS://Example.IN:443/a/../b", "https://example.in/b"],
  ["https://example.in/?q=नवीन", "https://example.in/?q=%E0%A4%A8%E0%A4%B5%E0%A5%80%E0%A4%A8"],
  ["https://उदाहरण.भारत", "https://xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["example.in#team", "https://example.in/#team"],
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
