import { expect, test } from "vitest";
import { absoluteUrl } from "../../../../app/components/page-meta";
import { BRAND } from "../../../../app/content/brand";
import { localPath } from "../../../../app/navigation/local-path";

test.each([
  ["/stories", "/stories"],
  ["//evil.example/", "/evil.example/"],
  ["/\\evil.example", "/evil.example"],
  ["///evil.example/a//b", "/evil.example/a//b"],
])("%s becomes a path on this site", (path, expected) => {
  expect(localPath(path)).toBe(expected);
  expect(new URL(absoluteUrl(path)).origin).toBe(new URL(BRAND.origin).origin);
});
