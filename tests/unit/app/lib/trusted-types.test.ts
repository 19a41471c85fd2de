import { expect, test, vi } from "vitest";
import { allowInertMarkup } from "../../../../app/lib/trusted-types";

/** What the default policy makes of a string that would be parsed as HTML; undefined when it refuses it. */
function parsed(html: string): string | undefined {
  const createPolicy = vi.fn();
  vi.stubGlobal("trustedTypes", { createPolicy });
  allowInertMarkup();
  vi.unstubAllGlobals();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  expect(Object.keys(rules)).toEqual(["createHTML"]);
  return rules.createHTML(html);
}

test.each(["", "text", "a > b & c", '{"@context":"https://schema.org",\n"name":"\\u003cb>"}', "<script></script>"])(
  "%j may be parsed as HTML",
  (html) => {
    expect(parsed(html)).toBe(html);
  },
);

test.each([
  "<b>",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<script></script><img>",
  "x<script></script>",
  "text\n<b>",
  "<!--",
])("%j is refused", (html) => {
  expect(parsed(html)).toBeUndefined();
});

test("a browser without Trusted Types needs no policy", () => {
  expect(allowInertMarkup).not.toThrow();
});
