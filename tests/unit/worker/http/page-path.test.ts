import { expect, test } from "vitest";
import { pagePath } from "../../../../worker/http/page-path";

test.each([
  ["/", "/"],
  ["/_.data", "/"],
  ["//", "/"],
  ["/dashboard", "/dashboard"],
  ["/dashboard/", "/dashboard"],
  ["/dashboard//", "/dashboard"],
  ["/dashboard.data", "/dashboard"],
  ["/dashboard/_.data", "/dashboard"],
  ["/Settings/Two-Step", "/settings/two-step"],
  ["///dashboard///", "///dashboard"],
  ["/settings.data/two-step", "/settings.data/two-step"],
])("%s is answered with the page at %s", (pathname, path) => {
  expect(pagePath(pathname)).toBe(path);
});
